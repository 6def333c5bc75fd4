import type { Query } from '../ask.ts'
import { explanation } from '../explanation.ts'
import { Amount, Explained } from '../parts/amounts.tsx'
import { Card, Empty } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import type { Report } from './view.ts'

/** The sums of the report, above its rows. */
export const Totals = ({ r, report, query }: { r: Reader; report: Report; query: Query }) => {
  const { totals } = report
  const { holdings: words } = r.words
  const rest = [
    [words.ofHoldings, 'market_value', false],
    [words.cash, 'cash', false],
    [words.columns.cost, 'cost_basis', false],
    [words.columns.gain, 'total_gain', true],
  ] as const
  return (
    <Card kind="sums">
      <div>
        <p class="lbl">
          {words.totalValue} {!report.complete && r.words.common.incomplete}
        </p>
        <p class="big">
          <Explained href={explanation(r, 'holdings', { figure: 'total_value', query })}>
            <Amount r={r} of={totals.total_value} />
          </Explained>
        </p>
      </div>
      <dl class="stats">
        {rest.map(([text, figure, signed]) => (
          <div>
            <dt>{text}</dt>
            <dd>
              <Explained href={explanation(r, 'holdings', { figure, query })}>
                <Amount r={r} of={totals[figure]} signed={signed} />
              </Explained>
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
