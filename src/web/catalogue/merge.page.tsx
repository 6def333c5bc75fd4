import { AppError } from '../../shared/errors.ts'
import { Card, Crumbs, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Faults, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { type Asset, assetId, mayWrite } from './read.ts'

const MOST = 20

/** Makes one of two assets: first which, then what would be, then the merge. Throws `asset/not-yours`. */
export const mergePage: Page = async (visit) => {
  const { reader: r, ask, fields } = visit
  const { catalogue: words } = r.words
  const asset = await ask('GET /assets/{id}', { params: { id: assetId(visit) } })
  if (!(await mayWrite(ask, asset.id))) throw new AppError('forbidden', 'asset/not-yours', words.notYours)
  const into = /^\d{1,15}$/.exec(fields.value('into', r.query.get('into') ?? ''))?.[0]
  const q = (r.query.get('q') ?? '').slice(0, 200)
  const others = q === '' ? [] : (await ask('GET /assets', { query: { q, limit: MOST } })).filter(({ id }) => id !== asset.id)
  const body = (
    <>
      <Crumbs
        r={r}
        items={[
          { text: words.title, href: r.to('/assets') },
          { text: asset.name, href: r.to(`/assets/${asset.id}`) },
        ]}
      />
      <PageHead r={r} title={words.merge} lead={words.mergeLead(asset.name)} />
      <Faults r={r} fields={fields} />
      <Search r={r} q={q} />
      {q !== '' && <Found r={r} others={others} />}
      {into !== undefined && (await tryMerge(visit, asset, Number(into)))}
      <AsScript r={r} operations={[['GET /assets/{id}', { params: { id: asset.id } }]]} />
    </>
  )
  return { title: words.merge, body }
}

const Search = ({ r, q }: { r: Reader; q: string }) => (
  <Card title={r.words.catalogue.mergeInto} id="into">
    <form method="get" action={r.to(r.path)} class="filters">
      <div class="field">
        <label for="merge-q">{r.words.catalogue.find}</label>
        <input id="merge-q" type="search" name="q" value={q} maxlength={200} />
      </div>
      <button type="submit" class="button">
        {r.words.shell.search}
      </button>
    </form>
  </Card>
)

const Found = ({ r, others }: { r: Reader; others: readonly Asset[] }) => (
  <Card>
    {others.length === 0 && <p>{r.words.catalogue.noneFound}</p>}
    <ul class="list">
      {others.map(({ id, symbol, name, currency, isin }) => (
        <li>
          <a href={r.here({ into: id, q: null })}>
            <b>{symbol}</b> {name} ({[currency, isin].filter((one) => one !== null).join(', ')})
          </a>
        </li>
      ))}
    </ul>
  </Card>
)

/** What the merge would come to, and the button that does it. */
async function tryMerge({ ask, reader: r }: Parameters<Page>[0], asset: Asset, into: number) {
  const { catalogue: words } = r.words
  const tried = await ask.try('POST /assets/{id}/merge', { params: { id: asset.id }, body: { into, dry_run: true } })
  if (!tried.ok)
    return (
      <Verdict tone="bad" title={tried.problem.title}>
        <p>{tried.problem.detail}</p>
      </Verdict>
    )
  const whole = tried.body
  return (
    <Card title={words.wouldBe} id="would">
      <p>
        <b>{whole.symbol}</b> {whole.name}, {whole.currency}
        <span class="sub">{whole.identifiers.map(({ kind, value }) => `${kind} ${value}`).join(' · ')}</span>
      </p>
      <p class="note">{words.mergeWarning(asset.name, whole.name)}</p>
      <Form r={r} revision={asset.revision} to={`/assets/${asset.id}/merge`}>
        <input type="hidden" name="into" value={String(into)} />
        <p>
          <Button kind="danger">{words.mergeNow}</Button>
        </p>
      </Form>
    </Card>
  )
}
