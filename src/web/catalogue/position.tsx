import type { Child } from 'hono/jsx'
import { count } from '../figures.ts'
import { LotDay } from '../holdings/cells.tsx'
import { lotsOf } from '../holdings/view.ts'
import { Amount, Quantity } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { AssetView } from './read.ts'

type Holding = AssetView['report']['holdings'][number]
const MOST_LOTS = 200

/** What the reader has of an asset, figure by figure. */
export const Position = ({ r, view }: { r: Reader; view: AssetView }) => {
  const holding = view.report.holdings[0]
  const { catalogue: words, holdings } = r.words
  if (!holding)
    return (
      <Card title={words.position} id="position">
        <p class="quiet">{words.notHeld}</p>
      </Card>
    )
  const signed = { r, signed: true } as const
  return (
    <Card title={words.position} id="position">
      <p class="big">
        <Amount r={r} of={holding.market_value} />
      </p>
      <dl class="stats">
        <Stat text={holdings.columns.quantity}>
          <Quantity r={r} of={holding.quantity} />
        </Stat>
        <Stat text={holdings.columns.cost}>
          <Amount r={r} of={holding.cost_basis} />
        </Stat>
        <Stat text={holdings.columns.average}>
          <Amount r={r} of={holding.average_cost} digits={6} />
        </Stat>
        <Stat text={holdings.columns.unrealised}>
          <Amount {...signed} of={holding.unrealised_gain} />
        </Stat>
        <Stat text={holdings.columns.priceGain}>
          <Amount {...signed} of={holding.unrealised_price_gain} />
        </Stat>
        <Stat text={holdings.columns.currencyGain}>
          <Amount {...signed} of={holding.unrealised_currency_gain} />
        </Stat>
        <Rest r={r} holding={holding} />
      </dl>
      <Lots r={r} holding={holding} />
    </Card>
  )
}

const Rest = ({ r, holding }: { r: Reader; holding: Holding }) => {
  const { columns } = r.words.holdings
  const rest = [
    [columns.realised, holding.realised_gain, true],
    [columns.income, holding.income, false],
    [columns.costs, holding.costs, false],
    [columns.gain, holding.total_gain, true],
  ] as const
  return rest.map(([text, amount, isSigned]) => (
    <Stat text={text}>
      <Amount r={r} of={amount} signed={isSigned} />
    </Stat>
  ))
}

const Stat = ({ text, children }: { text: string; children: Child }) => (
  <div>
    <dt>{text}</dt>
    <dd>{children}</dd>
  </div>
)

/** What is still there of each purchase. */
const Lots = ({ r, holding }: { r: Reader; holding: Holding }) => {
  const { catalogue: words, holdings } = r.words
  const lots = lotsOf(holding)
  if (lots.length === 0) return null
  const columns = [
    { key: 'day', text: words.acquired },
    { key: 'quantity', text: holdings.columns.quantity, isEnd: true },
    { key: 'cost', text: holdings.columns.cost, isEnd: true },
  ]
  return (
    <details id="lots" {...(lots.length <= 10 ? { open: true } : {})}>
      <summary>{words.lots(lots.length, count(r, lots.length))}</summary>
      <Table r={r} caption={words.lotsCaption} columns={columns}>
        {lots.slice(0, MOST_LOTS).map((lot) => (
          <tr>
            <th scope="row">
              <LotDay r={r} of={lot.acquired_on} />
            </th>
            <td class="end">
              <Quantity r={r} of={lot.quantity} />
            </td>
            <td class="end">
              <Amount r={r} of={lot.cost} />
            </td>
          </tr>
        ))}
      </Table>
      {lots.length > MOST_LOTS && <p class="small quiet">{words.firstLots(count(r, MOST_LOTS), count(r, lots.length))}</p>}
    </details>
  )
}
