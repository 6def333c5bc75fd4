import { untouched } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Tick } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'

type Types = AnswerOf<'GET /utilities/asset-types'>
const MAX_TEXT = 200

/** What the address narrows the catalogue to, as `GET /assets` takes it. */
export function filterOf({ query }: Pick<Reader, 'query'>) {
  const type = query.get('types') ?? ''
  return {
    q: (query.get('q') ?? '').slice(0, MAX_TEXT),
    types: /^[A-Z_]{1,40}$/.test(type) ? type : null,
    held: query.get('held') === 'true' ? true : null,
    archived: query.get('archived') === 'true' ? true : null,
  }
}

export function isNarrowed(r: Pick<Reader, 'query'>): boolean {
  return Object.values(filterOf(r)).some((one) => one !== null && one !== '')
}

/** A text, a kind, what is held or archived: by a form that asks for the page of it. */
export const CatalogueFilter = ({ r, types }: { r: Reader; types: Types }) => {
  const { catalogue: words, holdings } = r.words
  const filter = filterOf(r)
  return (
    <form method="get" action={r.to('/assets')} class="filters">
      <div class="field">
        <label for="assets-q">{words.find}</label>
        <input id="assets-q" type="search" name="q" value={filter.q} maxlength={MAX_TEXT} data-search="" />
      </div>
      <div class="field">
        <label for="assets-type">{holdings.kind}</label>
        <select id="assets-type" name="types">
          <option value="">{holdings.allKinds}</option>
          {types.map(({ code, name }) => (
            <option value={code} {...(code === filter.types ? { selected: true } : {})}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Tick fields={untouched} name="held" label={words.heldOnly} isTicked={filter.held === true} />
      <Tick fields={untouched} name="archived" label={words.archivedOnly} isTicked={filter.archived === true} />
      <button type="submit" class="button">
        {r.words.parts.show}
      </button>
    </form>
  )
}
