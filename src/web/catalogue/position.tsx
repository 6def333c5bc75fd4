import type { Child } from 'hono/jsx'
import { explanation } from '../explanation.ts'
import { count } from '../figures.ts'
import { LotDay } from '../holdings/cells.tsx'
import { lotsOf } from '../holdings/view.ts'
import { Amount, Explained, Quantity } from '../parts/amounts.tsx'
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
  const explained = (figure: keyof typeof FIGURES) => (
    <Stat text={holdings.columns[FIGURES[figure]]}>
      <Explained href={explanation(r, 'holdings', { figure, row: holding.asset_id, query: view.scope.dayQuery })}>
        <Figure r={r} holding={holding} figure={figure} />
      </Explained>
    </Stat>
  )
  return (
    <Card title={words.position} id="position">
      <p class="big">
        <Explained
          href={explanation(r, 'holdings', { figure: 'market_value', row: holding.asset_id, query: view.scope.dayQuery })}
        >
          <Amount r={r} of={holding.market_value} />
        </Explained>
      </p>
      <dl class="stats">
        {(['quantity', 'cost_basis', 'average_cost', 'unrealised_gain'] as const).map(explained)}
        {(['unrealised_price_gain', 'unrealised_currency_gain', 'realised_gain'] as const).map(explained)}
        {(['income', 'costs', 'total_gain'] as const).map(explained)}
      </dl>
      <Lots r={r} holding={holding} />
    </Card>
  )
}

const FIGURES = {
  quantity: 'quantity',
  cost_basis: 'cost',
  average_cost: 'average',
  unrealised_gain: 'unrealised',
  unrealised_price_gain: 'priceGain',
  unrealised_currency_gain: 'currencyGain',
  realised_gain: 'realised',
  income: 'income',
  costs: 'costs',
  total_gain: 'gain',
} as const

const Figure = ({ r, holding, figure }: { r: Reader; holding: Holding; figure: keyof typeof FIGURES }) => {
  if (figure === 'quantity') return <Quantity r={r} of={holding.quantity} />
  if (figure === 'average_cost') return <Amount r={r} of={holding.average_cost} digits={6} />
  return <Amount r={r} of={holding[figure]} signed={figure.endsWith('_gain')} />
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
