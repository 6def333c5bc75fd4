import type { FieldKind, Form, FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Select } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Visit } from '../visit.ts'

type Heirs = { readonly brokers: readonly number[]; readonly users: AnswerOf<'GET /users'> }

const MAX_USERS = 200

/** The brokers that would be without an owner, as the refusal of a form names them, and who may become one. */
export async function readHeirs({ ask }: Visit, fields: FormView): Promise<Heirs> {
  const named = fields.problem?.['broker_ids']
  const listed = Array.isArray(named) ? named.filter((one) => typeof one === 'number') : []
  const brokers = listed.length > 0 ? listed : sentBrokers(fields)
  return { brokers, users: brokers.length === 0 ? [] : await ask('GET /users', { query: { limit: MAX_USERS } }) }
}

/** Those that the form named already, where something else was wrong with it. */
function sentBrokers(fields: FormView): number[] {
  const found: number[] = []
  for (let index = 0; ; index++) {
    const text = fields.value(`/new_owners/${index}/broker_id`)
    if (text === '') return found
    found.push(Number(text))
  }
}

type Props = { r: Reader; fields: FormView; heirs: Heirs; except: number }

/** A choice for each broker that needs another owner. */
export const Heirs = ({ r, fields, heirs, except }: Props) => {
  if (heirs.brokers.length === 0) return null
  const { administration: words } = r.words
  const options = heirs.users.filter(({ id }) => id !== except).map(({ id, username }) => ({ value: String(id), text: username }))
  return (
    <fieldset>
      <legend>{words.heirs}</legend>
      <p class="help">{words.heirsHelp}</p>
      {heirs.brokers.map((broker, index) => (
        <>
          <input type="hidden" name={`/new_owners/${index}/broker_id`} value={String(broker)} />
          <Select
            r={r}
            fields={fields}
            name={`/new_owners/${index}/user_id`}
            label={words.heirOf(String(broker))}
            options={options}
          />
        </>
      ))}
    </fieldset>
  )
}

/** How the fields above become the body. */
export function heirKinds(form: Form): Readonly<Record<string, FieldKind>> {
  const names = form.entries.map(([name]) => name).filter((name) => /^\/new_owners\/\d+\/(broker|user)_id$/.test(name))
  return Object.fromEntries(names.map((name) => [name, 'integer' as const]))
}
