import { count } from '../figures.ts'
import { Amount, Change, Day, Quantity } from '../parts/amounts.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import { Formula, termWords } from './formula.tsx'
import { How } from './how.tsx'
import type { ExplainedRow, Term } from './sources.ts'

/** Figures that are made of two others of the same row. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  'gain.price': ['gain.realised', 'gain.unrealised'],
  'gain.costs': ['gain.fees', 'gain.taxes'],
}
const SHOWN = 50
const SHOWN_BESIDE = 12

/** The terms of a figure that a page shows, of all that there are. */
export function shownTerms(r: Reader, { explain }: ExplainedRow, figure: string): ShownTerms {
  const terms = explain?.find((one) => one.figure === figure)?.terms ?? []
  const start = Math.max(0, Math.min(terms.length - 1, Number.parseInt(r.query.get('start') ?? '0', 10) || 0))
  const end = start + (r.isFragment ? SHOWN_BESIDE : SHOWN)
  return { start, end, all: terms, shown: terms.slice(start, end) }
}
type ShownTerms = { readonly start: number; readonly end: number; readonly all: readonly Term[]; readonly shown: readonly Term[] }

type Props = {
  r: Reader
  site: Site
  figure: string
  row: ExplainedRow
  currency: string
  /** The names of the assets that the terms are about, as far as they are known. */
  names: ReadonlyMap<number, string>
}

/** A figure, its formula, and one line a term; `null` when the row has no such figure. */
export function Explained(props: Props) {
  const { r, figure, row, currency } = props
  const value = figureIn(row, figure)
  const explanation = row.explain?.find((one) => one.figure === figure)
  const parts = MADE_OF[figure]
  if (value === undefined || (!explanation && !parts)) return null
  return (
    <div class="card">
      <p class="result">
        <Value r={r} figure={figure} value={value} currency={currency} />
      </p>
      <p class="quiet formula">
        <Formula r={r} formula={explanation?.formula ?? parts?.join(' + ') ?? ''} />
      </p>
      {parts ? <Parts {...props} parts={parts} value={value} /> : explanation && <Terms {...props} value={value} />}
    </div>
  )
}

type FigureValue = string | number | null

function figureIn({ figures }: ExplainedRow, figure: string): FigureValue | undefined {
  let at: unknown = figures
  for (const step of figure.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined
  if (figure === 'max_drawdown' && typeof at === 'object' && at !== null) at = Reflect.get(at, 'ratio')
  return at === null || typeof at === 'string' || typeof at === 'number' ? at : undefined
}

const Value = ({ r, figure, value, currency }: { r: Reader; figure: string; value: FigureValue; currency: string }) => {
  if (typeof value === 'number') return <Change r={r} of={value} digits={2} />
  if (figure === 'quantity') return <Quantity r={r} of={value} />
  return <Amount r={r} of={value} currency={currency} />
}

/** A link to the explanation of another figure of the same row. */
const Other = ({ r, figure }: { r: Reader; figure: string }) => {
  const texts: Readonly<Record<string, string>> = r.words.explain.figures
  return <a href={r.here({ figure, start: null })}>{texts[figure] ?? figure}</a>
}

const Parts = ({ r, row, parts, value, currency, figure }: Props & { parts: readonly string[]; value: FigureValue }) => (
  <Table
    r={r}
    caption={r.words.explain.caption}
    columns={columnsOf(r, currency)}
    foot={<Foot r={r} {...{ figure, value, currency }} />}
  >
    {parts.map((one) => (
      <tr>
        <th scope="row">
          <Other r={r} figure={one} />
        </th>
        <td />
        <td class="end">
          <Value r={r} figure={one} value={figureIn(row, one) ?? null} currency={currency} />
        </td>
      </tr>
    ))}
  </Table>
)

const columnsOf = (r: Reader, currency: string) => [
  { key: 'what', text: r.words.explain.what },
  { key: 'how', text: r.words.explain.how },
  { key: 'amount', text: currency, isEnd: true },
]

const Foot = ({
  r,
  figure,
  value,
  currency,
  total,
}: {
  r: Reader
  figure: string
  value: FigureValue
  currency: string
  total?: number
}) => (
  <tr>
    <th scope="row" colspan={2}>
      {total === undefined ? r.words.explain.together : r.words.explain.allTogether(count(r, total))}
    </th>
    <td class="end">
      <Value r={r} figure={figure} value={value} currency={currency} />
    </td>
  </tr>
)

const Terms = (props: Props & { value: FigureValue }) => {
  const { r, row, value, currency, figure } = props
  const { start, end, all: terms, shown } = shownTerms(r, row, figure)
  if (terms.length === 0) return null
  const isCut = start > 0 || end < terms.length
  const foot = <Foot r={r} {...{ figure, value, currency }} {...(isCut ? { total: terms.length } : {})} />
  return (
    <>
      <Table r={r} caption={r.words.explain.caption} columns={columnsOf(r, figure === 'quantity' ? '' : currency)} foot={foot}>
        {shown.map((term) => (
          <Line {...props} term={term} />
        ))}
      </Table>
      {isCut && (
        <nav class="pager" aria-label={r.words.common.pages}>
          {start > 0 && <a href={r.here({ start: start > SHOWN ? start - SHOWN : null })}>{r.words.common.previous}</a>}
          <span class="quiet num">
            {r.words.explain.range(count(r, start + 1), count(r, Math.min(end, terms.length)), count(r, terms.length))}
          </span>
          {end < terms.length && (
            <a href={r.here({ start: r.isFragment ? null : end })}>{r.isFragment ? r.words.explain.all : r.words.common.next}</a>
          )}
        </nav>
      )}
    </>
  )
}

const Line = (props: Props & { term: Term }) => {
  const { r, term, figure, currency } = props
  return (
    <tr>
      <th scope="row">
        <What {...props} />
        {term.date && (
          <span class="sub">
            <Day r={r} of={term.date} />
          </span>
        )}
      </th>
      <td>
        <How r={r} term={term} />
      </td>
      <td class="end">
        <Value
          r={r}
          figure={figure === 'quantity' ? 'quantity' : 'amount'}
          value={term.amount}
          currency={figure === 'amount' ? (term.currency ?? currency) : currency}
        />
      </td>
    </tr>
  )
}

/** What a term is: another figure of the row, a transaction, an asset, or what the interface calls it. */
const What = ({ r, site, term, row, names }: Props & { term: Term }) => {
  const { label, transaction_id: id, asset_id: asset } = term
  const name = asset === null ? undefined : names.get(asset)
  const text = namedLabel(termWords(r, label), label, name)
  if (id === null && row.explain?.some(({ figure }) => figure === label)) return <Other r={r} figure={label} />
  if (id !== null && site.hasPage(`/transactions/${id}`)) return <a href={r.to(`/transactions/${id}`)}>{text}</a>
  if (asset !== null && site.hasPage(`/assets/${asset}`)) return <a href={r.to(`/assets/${asset}`)}>{text}</a>
  return <>{text}</>
}

/** A label with words of its own comes before the asset; one without is the asset’s symbol. */
function namedLabel(words: string | undefined, label: string, name: string | undefined): string {
  if (name === undefined) return words ?? label
  return words === undefined ? (name === label ? name : `${name} (${label})`) : `${words}, ${name}`
}
