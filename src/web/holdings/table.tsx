import type { Child } from 'hono/jsx'
import type { Query } from '../ask.ts'
import { count } from '../figures.ts'
import { Amount, Quantity } from '../parts/amounts.tsx'
import { classes } from '../parts/classes.ts'
import { type Column, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import { HoldingCell, LotDay, placeOf, ShortCell } from './cells.tsx'
import { type ColumnKey, FIELDS, type Holding, type HoldingsView, lotsOf, type Report } from './view.ts'

type TableProps = {
  r: Reader
  report: Report
  shown: readonly Holding[]
  view: HoldingsView
  typeNames: ReadonlyMap<string, string>
  /** What the report was given. */
  query: Query
  /** The page of one asset. */
  assetHref: (id: number) => string | undefined
}

/** With more rows than this a row is short: its figures alone. */
const MANY = 150
const MOST_LOTS = 10

/** Every holding, with its lots below it where the view wants them; totals at the foot where nothing is left out. */
export const HoldingsTable = (props: TableProps) => {
  const { r, shown, view, report } = props
  const { holdings: words } = r.words
  const columns: Column[] = [
    { key: 'name', text: words.holding, isSortable: true },
    ...view.columns.map((key) => ({ key, text: words.columns[key], isEnd: true, isSortable: true, kind: placeOf(key) })),
  ]
  const isShort = shown.length > MANY
  const isWhole = shown.length === report.holdings.length
  const foot = isWhole ? <Totals r={r} report={report} columns={view.columns} /> : undefined
  return (
    <Table
      r={r}
      caption={words.title}
      columns={columns}
      sort={view.sort}
      kind={['positions', view.isChosen && 'all', isShort && 'brief'].filter(Boolean).join(' ')}
      foot={foot}
    >
      {shown.map((one) => (
        <>
          {isShort ? <ShortRow {...props} of={one} /> : <Row {...props} of={one} />}
          {one.lots && one.lots.length > 0 && <Lots {...props} of={one} bare={isShort} />}
        </>
      ))}
    </Table>
  )
}

const Row = ({ r, of, view, typeNames, assetHref, query }: TableProps & { of: Holding }) => (
  <tr>
    <th scope="row">
      <Name of={of} assetHref={assetHref} />
      <span class="sub">
        {typeNames.get(of.type) ?? of.type} · <Quantity r={r} of={of.quantity} />
      </span>
    </th>
    {view.columns.map((column) => (
      <HoldingCell r={r} of={of} column={column} query={query} />
    ))}
  </tr>
)

const ShortRow = ({ r, of, view, assetHref }: TableProps & { of: Holding }) => (
  <tr>
    <th scope="row">
      <Name of={of} assetHref={assetHref} />
    </th>
    {view.columns.map((column) => (
      <ShortCell r={r} of={of} column={column} />
    ))}
  </tr>
)

const Name = ({ of, assetHref }: Pick<TableProps, 'assetHref'> & { of: Holding }) => (
  <Linked href={assetHref(of.asset_id)}>
    <b>{of.symbol}</b> {of.name}
  </Linked>
)

const Linked = ({ href, children }: { href: string | undefined; children: Child }) =>
  href === undefined ? <span>{children}</span> : <a href={href}>{children}</a>

const Lots = ({ r, of, view, assetHref, bare }: TableProps & { of: Holding; bare: boolean }) => {
  const { holdings: words } = r.words
  const lots = lotsOf(of)
  return (
    <tr class="lots">
      <td colspan={view.columns.length + 1}>
        <ul>
          {lots.slice(0, MOST_LOTS).map((lot) => (
            <li>
              <LotDay r={r} of={lot.acquired_on} />
              {r.words.common.colon}
              <Quantity r={r} of={lot.quantity} bare={bare} /> {words.for} <Amount r={r} of={lot.cost} bare={bare} />
            </li>
          ))}
          {lots.length > MOST_LOTS && (
            <li>
              <Linked href={assetHref(of.asset_id)}>{words.allLots(count(r, lots.length))}</Linked>
            </li>
          )}
        </ul>
      </td>
    </tr>
  )
}

/** The columns that have a sum. */
const SUMMED = new Set<ColumnKey>([
  'value',
  'cost',
  'unrealised',
  'priceGain',
  'currencyGain',
  'realised',
  'income',
  'costs',
  'gain',
])
const TONED = new Set<ColumnKey>(['unrealised', 'priceGain', 'currencyGain', 'realised', 'gain'])

const Totals = ({ r, report, columns }: { r: Reader; report: Report; columns: readonly ColumnKey[] }) => {
  const totals: Readonly<Record<string, unknown>> = report.totals
  return (
    <tr>
      <th scope="row">
        {r.words.holdings.sum}
        {!report.complete && <span class="sub">{r.words.common.incomplete}</span>}
      </th>
      {columns.map((column) => {
        const sum = SUMMED.has(column) ? totals[FIELDS[column]] : undefined
        return (
          <td {...classes('end', placeOf(column))}>
            {typeof sum === 'string' && <Amount r={r} of={sum} signed={TONED.has(column)} />}
          </td>
        )
      })}
    </tr>
  )
}
