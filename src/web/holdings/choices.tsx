import { untouched } from '../form.ts'
import { Tick } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import { COLUMNS, type HoldingsView } from './view.ts'

type ChoicesProps = { r: Reader; view: HoldingsView; types: readonly string[]; typeNames: ReadonlyMap<string, string> }

/** What is shown of the holdings: a text, a kind, the columns; by a form that asks for the page of it. */
export const HoldingsChoices = ({ r, view, types, typeNames }: ChoicesProps) => {
  const { holdings: words } = r.words
  const others = [...r.query].filter(([name]) => !['q', 'type', 'columns', 'done'].includes(name))
  return (
    <form method="get" action={r.to(r.path)} class="filters">
      {others.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <div class="field">
        <label for="holdings-q">{words.find}</label>
        <input id="holdings-q" type="search" name="q" value={view.q} maxlength={200} data-search="" />
      </div>
      {types.length > 1 && (
        <div class="field">
          <label for="holdings-type">{words.kind}</label>
          <select id="holdings-type" name="type">
            <option value="">{words.allKinds}</option>
            {types.map((type) => (
              <option value={type} {...(type === view.type ? { selected: true } : {})}>
                {typeNames.get(type) ?? type}
              </option>
            ))}
          </select>
        </div>
      )}
      <details class="pick">
        <summary>{words.columnsTitle}</summary>
        <fieldset class="ticks">
          <legend class="sr">{words.columnsTitle}</legend>
          {COLUMNS.map((key) => (
            <Tick
              fields={untouched}
              name="columns"
              value={key}
              label={words.columns[key]}
              isTicked={view.isChosen && view.columns.includes(key)}
            />
          ))}
        </fieldset>
      </details>
      <button type="submit" class="button">
        {r.words.parts.show}
      </button>
    </form>
  )
}
