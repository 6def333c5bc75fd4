import { Amount } from '../parts/amounts.tsx'
import { Card, Empty } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import type { Report } from './view.ts'

/** The sums of the report, above its rows. */
export const Totals = ({ r, report }: { r: Reader; report: Report }) => {
  const { totals } = report
  const { holdings: words } = r.words
  const rest = [
    [words.ofHoldings, totals.market_value, false],
    [words.cash, totals.cash, false],
    [words.columns.cost, totals.cost_basis, false],
    [words.columns.gain, totals.total_gain, true],
  ] as const
  return (
    <Card kind="sums">
      <div>
        <p class="lbl">
          {words.totalValue} {!report.complete && r.words.common.incomplete}
        </p>
        <p class="big">
          <Amount r={r} of={totals.total_value} />
        </p>
      </div>
      <dl class="stats">
        {rest.map(([text, amount, signed]) => (
          <div>
            <dt>{text}</dt>
            <dd>
              <Amount r={r} of={amount} signed={signed} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Cash by currency, and what it is worth. */
export const CashTable = ({ r, report }: { r: Reader; report: Report }) => {
  const { holdings: words } = r.words
  const columns = [
    { key: 'currency', text: words.currency },
    { key: 'amount', text: words.amount, isEnd: true },
    { key: 'worth', text: words.columns.value, isEnd: true },
  ]
  const foot = (
    <tr>
      <th scope="row" colspan={2}>
        {words.sum}
      </th>
      <td class="end">
        <Amount r={r} of={report.totals.cash} />
      </td>
    </tr>
  )
  return (
    <Card title={words.cash} id="cash">
      <Table r={r} caption={words.cash} columns={columns} foot={foot}>
        {report.cash.map(({ currency, amount, value }) => (
          <tr>
            <th scope="row">{currency}</th>
            <td class="end">
              <Amount r={r} of={amount} currency={currency} />
            </td>
            <td class="end">
              <Amount r={r} of={value} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

/** What stands where nothing is held. */
export const NoneYet = ({ r, site }: { r: Reader; site: Site }) => {
  const { holdings: words } = r.words
  const ways = [
    ['/imports', words.toImport],
    ['/transactions/new', words.toAdd],
  ] as const
  return (
    <Card>
      <Empty title={words.none}>
        <p>{words.noneHelp}</p>
        <p class="buttons">
          {ways
            .filter(([path]) => site.hasPage(path))
            .map(([path, text]) => (
              <a class="button" href={r.to(path)}>
                {text}
              </a>
            ))}
        </p>
      </Empty>
    </Card>
  )
}
