import { Card } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Page } from '../visit.ts'
import { findReport, mayEdit } from './report.ts'
import { Problems, ReportHead } from './review.tsx'

const MOST = 25

/** Looks in the catalogue for the asset that one of the file is. */
export const assetPage: Page = async ({ ask, params, reader: r, fields }) => {
  const { imports: words } = r.words
  const { report, broker } = await findReport(ask, params['id'] ?? '')
  const back = `/imports/${report.id}`
  const ref = r.query.get('ref') ?? ''
  if (!mayEdit(broker) || ref === '') return { to: back }
  const name = r.query.get('name') ?? ref
  const q = r.query.get('q')
  const found = await ask('GET /assets', { query: { q: q ?? undefined, limit: MOST } })
  const title = words.assetTitle(name)
  const body = (
    <>
      <ReportHead r={r} report={report} broker={broker} />
      <Problems r={r} fields={fields} />
      <Card title={title} id="asset">
        <div class="stacked">
          <form method="get" action={r.to(`${back}/asset`)} class="inline">
            <input type="hidden" name="ref" value={ref} />
            <input type="hidden" name="name" value={name} />
            <div class="field">
              <label for="q">{words.assetSearch}</label>
              <input id="q" name="q" type="search" value={q ?? ''} />
            </div>
            <button type="submit" class="button">
              {words.search}
            </button>
          </form>
          {found.length === 0 && <p class="help">{words.nothingFound}</p>}
          {found.length > 0 && (
            <Form r={r} to={`${back}/asset`}>
              <input type="hidden" name="ref" value={ref} />
              <ul class="found">
                {found.map((asset) => (
                  <li>
                    <span>
                      <span class="name">{asset.name}</span>
                      <span class="sub">{[asset.symbol, asset.isin, asset.currency].filter(Boolean).join(' · ')}</span>
                    </span>
                    <Button kind="small" name="asset" value={String(asset.id)}>
                      {words.choose}
                      <span class="sr"> {asset.name}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </Form>
          )}
        </div>
      </Card>
    </>
  )
  return { title, body }
}
