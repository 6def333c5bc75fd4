import type { AnswerOf } from '../operations.ts'
import { Badge, Card, Crumbs, Empty, Outside, PageHead } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { Directions } from './directions.tsx'

type Plugin = AnswerOf<'GET /brokers/import/plugins'>[number]

/** Every importer that there is, with where its broker has the report. */
export const formatsPage: Page = async ({ ask, reader: r }) => {
  const { imports: words } = r.words
  const plugins = await ask('GET /brokers/import/plugins')
  const q = (r.query.get('q') ?? '').trim().toLowerCase()
  const found = plugins.filter(({ name, broker, code }) => `${name} ${broker} ${code}`.toLowerCase().includes(q))
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/imports') }]} />
      <PageHead r={r} title={words.formatsTitle} lead={words.formatsLead} />
      <search>
        <form method="get" action={r.to('/imports/formats')} class="inline">
          <div class="field">
            <label for="q">{words.formatsFind}</label>
            <input id="q" name="q" type="search" value={r.query.get('q') ?? ''} />
          </div>
          <button type="submit" class="button">
            {words.search}
          </button>
        </form>
      </search>
      <Card>
        {found.length === 0 ? (
          <Empty title={words.formatsNone} />
        ) : (
          <ul class="todo">
            {found
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map((plugin) => (
                <Format r={r} plugin={plugin} />
              ))}
          </ul>
        )}
      </Card>
      <AsScript r={r} operations={[['GET /brokers/import/plugins']]} />
    </>
  )
  return { title: words.formatsTitle, body }
}

function Format({ r, plugin }: { r: Reader; plugin: Plugin }) {
  const { imports: words } = r.words
  return (
    <li>
      <h2>
        {plugin.website === '' ? plugin.name : <Outside href={plugin.website}>{plugin.name}</Outside>}{' '}
        <span class="quiet small">{plugin.extensions.join(', ').toUpperCase()}</span>{' '}
        {plugin.maturity === 'beta' && <Badge tone="warn">{words.beta}</Badge>}
      </h2>
      <p class="help">
        <Directions r={r} docs={plugin.docs} languages={plugin.languages} />
      </p>
    </li>
  )
}
