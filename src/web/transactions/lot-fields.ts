import type { ProblemBody } from '../../http/problem.ts'
import { bodyOf, type FieldFault, type Form } from '../form.ts'
import type { Reader } from '../reader.ts'

/** The field of the units that are taken of a lot. */
export const lotField = (id: number) => `/lot-${id}`
/** What is wrong with all lots together. */
export const LOTS = '/lots'

type NamedLots = { readonly lot_id: number; readonly quantity: unknown }[]

/** The lots that a form says units of, in its order; `undefined` where it has no such fields. */
export function lotsIn(
  form: Form,
  r: Pick<Reader, 'numbers' | 'words'>,
): { readonly lots: NamedLots | undefined; readonly faults: readonly FieldFault[] } {
  const ids = idsIn(form)
  const { body, faults } = bodyOf(form, Object.fromEntries(ids.map((id) => [lotField(id), 'number'])), r)
  const lots = ids.flatMap((id) => {
    const quantity = body[lotField(id).slice(1)]
    return quantity === undefined ? [] : [{ lot_id: id, quantity }]
  })
  return { lots: ids.length === 0 ? undefined : lots, faults }
}

/** A problem with its faults of lots at the fields of the form that they came from. */
export function atLotFields(form: Form, problem: ProblemBody): ProblemBody {
  const sent = idsIn(form).filter((id) => form.get(lotField(id)).trim() !== '')
  const errors = problem.errors?.map((one) => {
    const id = sent[Number(/^\/lots\/(\d+)/.exec(one.pointer)?.[1] ?? -1)]
    return id === undefined ? one : { ...one, pointer: lotField(id) }
  })
  return { ...problem, ...(errors && { errors }) }
}

function idsIn({ entries }: Form): number[] {
  return [...new Set(entries.flatMap(([name]) => /^\/lot-([1-9]\d{0,14})$/.exec(name)?.[1] ?? []))].map(Number)
}
