import type { Child } from 'hono/jsx'
import { count } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Day, Quantity } from '../parts/amounts.tsx'
import { Badge, Card, Empty, PageHead, Verdict } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site } from '../visit.ts'
import { nameOf, pageOf } from './pages.ts'

type Found = AnswerOf<'GET /search'>
type Part = { r: Reader; site: Site; found: Found }

const MAX_LENGTH = 200
const MAX_OF_EACH = 20

/** What fits some words, the best of each kind first. */
export const searchPage: Page = async ({ reader: r, ask, site }) => {
  const { search: words } = r.words
  const text = (r.query.get('q') ?? '').trim()
  const given = { query: { q: text, limit: MAX_OF_EACH } }
  const tried = text === '' ? undefined : await ask.try('GET /search', given)
  const title = text === '' ? words.title : words.titleOf(text)
  const body = (
    <>
      <PageHead r={r} title={words.title} />
      <SearchForm r={r} text={text} />
      {tried && !tried.ok && <Verdict tone="bad" title={tried.problem.errors?.[0]?.detail ?? tried.problem.detail} />}
      {tried?.ok && <Results r={r} site={site} found={tried.body} text={text} />}
      {text !== '' && <AsScript r={r} operations={[['GET /search', given]]} />}
    </>
  )
  return { title, body }
}

const SearchForm = ({ r, text }: { r: Reader; text: string }) => {
  const { search: words } = r.words
  return (
    <search>
      <form method="get" action={r.to('/search')} class="card">
        <div class="field">
          <label for="what">{words.label}</label>
          <input
            id="what"
            type="search"
            name="q"
            value={text}
            maxlength={MAX_LENGTH}
            aria-describedby="what-help"
            autocomplete="off"
            required
          />
          <p class="help" id="what-help">
            {words.help}
          </p>
        </div>
        <p>
          <button type="submit" class="button primary">
            {words.submit}
          </button>
        </p>
      </form>
    </search>
  )
}

const Results = (part: Part & { text: string }) => {
  const { r, found, text } = part
  const { search: words } = r.words
  const { assets, brokers, transactions, reports, pages } = found
  if ([assets, brokers, transactions, reports, pages].every((list) => list.length === 0))
    return (
      <Card>
        <Empty title={words.none(text)}>
          <p>{words.noneHelp}</p>
        </Empty>
      </Card>
    )
  return (
    <>
      {!found.complete && <p class="quiet small">{words.partial}</p>}
      <Group {...part} of="assets">
        {assets.map((asset) => (
          <Asset {...part} asset={asset} />
        ))}
      </Group>
      <Group {...part} of="brokers">
        {brokers.map(({ id, name, archived }) => (
          <li>
            <Way {...part} to={`/brokers/${id}`}>
              {name}
            </Way>{' '}
            {archived && <Badge>{words.archived}</Badge>}
          </li>
        ))}
      </Group>
      <Group {...part} of="transactions">
        {transactions.map((transaction) => (
          <Transaction {...part} transaction={transaction} />
        ))}
      </Group>
      <Group {...part} of="reports">
        {reports.map(({ id, filename, broker, uploaded_at }) => (
          <li>
            <Way {...part} to={`/imports/${id}`}>
              {filename}
            </Way>
            <span class="sub">
              {broker.name} · <Day r={r} of={uploaded_at.slice(0, 10)} />
            </span>
          </li>
        ))}
      </Group>
      <Pages {...part} />
    </>
  )
}

const Asset = ({ asset, ...part }: Part & { asset: Found['assets'][number] }) => {
  const { search: words } = part.r.words
  return (
    <li>
      <Way {...part} to={`/assets/${asset.id}`}>
        {asset.name}
      </Way>{' '}
      {asset.held && <Badge tone="ok">{words.held}</Badge>} {asset.archived && <Badge>{words.archived}</Badge>}
      <span class="sub">{[asset.symbol, asset.isin, asset.currency].filter((one) => one).join(' · ')}</span>
    </li>
  )
}

const Transaction = ({ transaction, ...part }: Part & { transaction: Found['transactions'][number] }) => {
  const { r } = part
  const { id, type, asset, broker, date, quantity, amount, currency, description } = transaction
  return (
    <li>
      <Way {...part} to={`/transactions/${id}`}>
        {r.words.imports.types[type] ?? type} {asset?.name ?? description ?? ''}
      </Way>
      <span class="sub">
        <Day r={r} of={date} /> · {broker.name}
        {asset && (
          <>
            {' · '}
            <Quantity r={r} of={quantity} />
          </>
        )}
        {currency && (
          <>
            {' · '}
            <Amount r={r} of={amount} currency={currency} plus />
          </>
        )}
      </span>
    </li>
  )
}

/** What was found among the pages, each by the page of ours that shows it. */
const Pages = (part: Part) => {
  const paths = new Map<string, string>()
  for (const { operation_id, title } of part.found.pages) {
    const path = pageOf(operation_id, part.site)
    if (path !== undefined && !paths.has(path)) paths.set(path, title)
  }
  if (paths.size === 0) return null
  return (
    <Group {...part} of="pages" isUncounted>
      {[...paths].map(([path, title]) => (
        <li>
          <a href={part.r.to(path)}>{nameOf(part.r, path) ?? title}</a>
        </li>
      ))}
    </Group>
  )
}

type GroupProps = Part & { of: keyof Found['totals']; isUncounted?: boolean; children: Child }

const Group = ({ r, found, of, isUncounted, children }: GroupProps) => {
  if (found[of].length === 0) return null
  const { search: words } = r.words
  const [shown, total] = [found[of].length, found.totals[of]]
  const aside =
    total > shown && !isUncounted ? <span class="quiet small">{words.shown(count(r, shown), count(r, total))}</span> : undefined
  return (
    <Card title={words[of]} id={`found-${of}`} aside={aside}>
      <ul class="found">{children}</ul>
    </Card>
  )
}

/** A link where its page is there. */
const Way = ({ r, site, to, children }: Part & { to: string; children: Child }) =>
  site.hasPage(to) ? <a href={r.to(to)}>{children}</a> : <span>{children}</span>
