import { count } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Day, Quantity, Unknown } from '../parts/amounts.tsx'
import { Badge, Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import { AssetName, Linked, RowsPager, shownOf } from './rows.tsx'
import { type ReportSource, Why } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/gains'>
type Disposal = Report['disposals'][number]

/** Each sale by the lots that it was taken from, the last ones first. */
export const Disposals = ({ of, site, report }: { of: ReportSource; site: Site; report: Report }) => {
  const { r } = of
  const { reports: words } = r.words
  const shown = shownOf(r, report.disposals)
  const columns = [
    { key: 'asset', text: words.asset },
    { key: 'days', text: words.soldAndAcquired },
    { key: 'quantity', text: words.quantity, isEnd: true, kind: 'wide' },
    { key: 'proceeds', text: words.proceedsAndCost, isEnd: true, kind: 'wide' },
    { key: 'parts', text: words.priceAndCurrency, isEnd: true, kind: 'wide' },
    { key: 'gain', text: words.gain, isEnd: true },
  ]
  return (
    <Card title={words.disposals} id="disposals" aside={<span class="quiet small">{words.disposalsHelp}</span>}>
      <Table r={r} caption={words.disposals} columns={columns} foot={<Foot r={r} totals={report.totals} />}>
        {shown.rows.map((one) => (
          <Row r={r} of={of} site={site} one={one} />
        ))}
      </Table>
      <RowsPager r={r} shown={shown} />
    </Card>
  )
}

const Row = ({ r, of, site, one }: { r: Reader; of: ReportSource; site: Site; one: Disposal }) => (
  <tr>
    <td>
      <AssetName r={r} site={site} of={one} />
      <Rule r={r} one={one} />
    </td>
    <td class="days-of-lot">
      <Linked r={r} site={site} path={`/transactions/${one.transaction_id}`}>
        <Day r={r} of={one.sold_on} />
      </Linked>
      <Held r={r} site={site} one={one} />
    </td>
    <td class="end wide">
      <Quantity r={r} of={one.quantity} />
    </td>
    <td class="end wide">
      <Amount r={r} of={one.proceeds} />
      <span class="sub">
        <Amount r={r} of={one.cost} />
      </span>
    </td>
    <td class="end wide">
      <Amount r={r} of={one.price_gain} signed />
      <span class="sub">
        <Amount r={r} of={one.currency_gain} signed />
      </span>
    </td>
    <td class="end">
      <Why of={of} figure="gain" row={`${one.transaction_id}-${one.lot_transaction_id}`}>
        <Amount r={r} of={one.gain} signed />
      </Why>
      <span class="sub of-proceeds">
        {r.words.reports.ofProceeds} <Amount r={r} of={one.proceeds} />
      </span>
    </td>
  </tr>
)

const Rule = ({ r, one: { rule, short } }: { r: Reader; one: Disposal }) => (
  <>
    {short && <Badge>{r.words.reports.short}</Badge>}
    {rule !== null && <span class="sub">{r.words.reports.rules[rule]}</span>}
  </>
)

/** Since when, and for how long; an average or a pool has no such day. */
const Held = ({ r, site, one }: { r: Reader; site: Site; one: Disposal }) => {
  const { reports: words } = r.words
  const { acquired_on, holding_days } = one
  if (acquired_on === null) return <span class="sub">{one.lot_id === null ? words.severalDays : <Unknown r={r} />}</span>
  return (
    <span class="sub">
      <Linked r={r} site={site} path={`/transactions/${one.lot_transaction_id}`}>
        <Day r={r} of={acquired_on} />
      </Linked>
      {holding_days !== null && ` · ${words.days(holding_days, count(r, holding_days))}`}
    </span>
  )
}

/** Sums of the whole answer, not of the page's rows alone. */
const Foot = ({ r, totals }: { r: Reader; totals: Report['totals'] }) => (
  <tr>
    <th scope="row" colspan={2}>
      {r.words.reports.together}
    </th>
    <td class="wide" />
    <td class="end wide">
      <Amount r={r} of={totals.proceeds} />
      <span class="sub">
        <Amount r={r} of={totals.cost} />
      </span>
    </td>
    <td class="end wide">
      <Amount r={r} of={totals.price_gain} signed />
      <span class="sub">
        <Amount r={r} of={totals.currency_gain} signed />
      </span>
    </td>
    <td class="end">
      <Amount r={r} of={totals.gain} signed />
    </td>
  </tr>
)
