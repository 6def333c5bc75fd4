import type { Answered, Given } from './ask.ts'
import { bodyOf, changeHeaders, type FieldKind, type FormView, typed, untouched } from './form.ts'
import type { Operation } from './operations.ts'
import type { Again, Lead, Posted, Visit } from './visit.ts'

type Submitted<O extends Operation> = {
  readonly params?: NonNullable<Given['params']>
  /** The fields that make the body. */
  readonly kinds?: Readonly<Record<string, FieldKind>>
  /** What is in the body beside the fields. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Where it leads when it is done; work that goes on as a job leads to the job first. */
  readonly to: string | ((answer: Answered<O>) => string)
}

/** Sends a form to an operation and leads on, or shows the form again with what was typed and what is wrong with it. */
export async function submit<O extends Operation>(visit: Posted, operation: O, how: Submitted<O>): Promise<Lead | Again> {
  const { ask, form, reader } = visit
  const { body, faults } = bodyOf(form, how.kinds ?? {}, reader)
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const hasBody = how.kinds !== undefined || how.body !== undefined
  const tried = await ask.try(operation, {
    headers: changeHeaders(form),
    ...(how.params && { params: how.params }),
    ...(hasBody && { body: { ...body, ...how.body } }),
  })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  const to = typeof how.to === 'string' ? how.to : how.to(tried)
  return { to: tried.job === undefined ? to : `/jobs/${tried.job}?${new URLSearchParams({ next: to })}` }
}

/** The fields of one of several forms of a page, by its hidden field `do`: the others show nothing of what was typed there. */
export function fieldsOf({ fields }: Pick<Visit, 'fields'>, what: string): FormView {
  return fields.value('do') === what ? fields : untouched
}
