import { idOf } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Chip, Filter } from './filter.ts'
import type { World } from './world.ts'

type Given = { readonly r: Reader; readonly filter: Filter; readonly chips: readonly Chip[]; readonly world: World }

/** One text, what the list is narrowed to already, and all else behind one press. */
export const Narrow = ({ r, filter, chips, world }: Given) => {
  const { transactions: words } = r.words
  return (
    <div class="card narrow">
      <search>
        <form method="get" action={r.to('/transactions')}>
          <div class="find">
            <div class="field">
              <label for={idOf('q')} class="sr">
                {words.find}
              </label>
              <input id={idOf('q')} name="q" type="search" value={filter.q} placeholder={words.find} maxlength={200} />
            </div>
            <button type="submit" class="button">
              {words.show}
            </button>
          </div>
          <details>
            <summary>{words.moreFilters}</summary>
            <Boxes r={r} filter={filter} world={world} />
          </details>
          <Carried filter={filter} />
        </form>
      </search>
      {chips.length > 0 && <Chips r={r} chips={chips} />}
    </div>
  )
}

const Chips = ({ r, chips }: Pick<Given, 'r' | 'chips'>) => {
  const { transactions: words } = r.words
  return (
    <ul class="chips" aria-label={words.narrowedTo}>
      {chips.map(({ text, without }) => (
        <li>
          <a class="chip" href={r.here(without)}>
            {text}
            <span class="sr"> ({words.takeAway})</span>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      <li>
        <a class="more" href={r.to('/transactions')}>
          {words.showAll}
        </a>
      </li>
    </ul>
  )
}

const Boxes = ({ r, filter, world }: Omit<Given, 'chips'>) => {
  const { transactions: words } = r.words
  const types = [...world.rules.values()].map(({ code, name }) => ({ value: code as string, text: name }))
  const brokers = world.brokers.map(({ id, name }) => ({ value: String(id), text: name }))
  return (
    <div class="stacked">
      <BoxList title={words.kind} name="types" options={types} chosen={filter.types} />
      {brokers.length > 1 && <BoxList title={words.broker} name="broker_ids" options={brokers} chosen={filter.broker_ids} />}
      <div class="fields">
        <PlainField name="from" label={words.from} type="date" value={filter.from} />
        <PlainField name="to" label={words.to} type="date" value={filter.to} />
        <PlainField name="tags" label={words.tag} type="text" value={filter.tags[0] ?? ''} />
      </div>
    </div>
  )
}

type Options = readonly { readonly value: string; readonly text: string }[]

const BoxList = (props: { title: string; name: string; options: Options; chosen: readonly string[] }) => (
  <fieldset class="boxes">
    <legend>{props.title}</legend>
    {props.options.map(({ value, text }) => (
      <label>
        <input type="checkbox" name={props.name} value={value} {...(props.chosen.includes(value) ? { checked: true } : {})} />
        {text}
      </label>
    ))}
  </fieldset>
)

const PlainField = ({ name, label, type, value }: { name: string; label: string; type: 'date' | 'text'; value: string }) => (
  <div class="field">
    <label for={idOf(name)}>{label}</label>
    <input id={idOf(name)} name={name} type={type} value={value} />
  </div>
)

/** What has no field of its own stays as it is. */
const Carried = ({ filter }: Pick<Given, 'filter'>) => {
  const lists = (['asset_ids', 'currencies'] as const).flatMap((name) => filter[name].map((value) => [name, value] as const))
  const singles = (['account', 'report_id', 'group_id'] as const).map((name) => [name, filter[name]] as const)
  return (
    <>
      {[...lists, ...singles]
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
    </>
  )
}
