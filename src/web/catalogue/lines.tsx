import { count, instant } from '../figures.ts'
import { Amount, Day, Price, Quantity } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import type { AssetView } from './read.ts'

type Part = { r: Reader; site: Site; view: AssetView }
const [TRADES, PAYMENTS, EVENTS] = [12, 12, 30]

/** The newest transactions of an asset. */
export const Trades = ({ r, site, view }: Part) => {
  const { catalogue: words, holdings } = r.words
  const { trades, asset, scope } = view
  const columns = [
    { key: 'date', text: words.day },
    { key: 'type', text: words.what },
    { key: 'quantity', text: holdings.columns.quantity, isEnd: true, kind: 'w' },
    { key: 'price', text: holdings.columns.price, isEnd: true, kind: 'w' },
    { key: 'amount', text: holdings.amount, isEnd: true },
  ]
  const path = '/transactions'
  return (
    <Card
      title={words.trades}
      id="trades"
      aside={
        site.hasPage(path) && trades.length > 0 ? (
          <a class="more" href={r.to(path, { asset_ids: asset.id, broker_ids: scope.broker })}>
            {words.allTrades}
          </a>
        ) : null
      }
    >
      {trades.length === 0 ? (
        <p class="quiet">{words.noTrades}</p>
      ) : (
        <Table r={r} caption={words.trades} columns={columns} kind="short">
          {trades.slice(0, TRADES).map((one) => (
            <Trade r={r} site={site} of={one} kinds={view.kinds} />
          ))}
        </Table>
      )}
    </Card>
  )
}

type TradeProps = { r: Reader; site: Site; of: AssetView['trades'][number]; kinds: AssetView['kinds'] }
const Trade = ({ r, site, of, kinds }: TradeProps) => {
  return (
    <tr>
      <th scope="row">
        {site.hasPage(`/transactions/${of.id}`) ? (
          <a href={r.to(`/transactions/${of.id}`)}>
            <Day r={r} of={of.date} />
          </a>
        ) : (
          <Day r={r} of={of.date} />
        )}
      </th>
      <td>
        {kinds.get(of.type) ?? of.type}
        {of.quantity !== '0' && (
          <span class="sub phone">
            <Quantity r={r} of={of.quantity} />
          </span>
        )}
        {of.description !== null && <span class="sub">{of.description}</span>}
      </td>
      <td class="end w">{of.quantity !== '0' && <Quantity r={r} of={of.quantity} />}</td>
      <td class="end w">{of.price !== null && <Price r={r} of={of.price} currency={of.price_currency ?? of.currency} />}</td>
      <td class="end">{of.currency !== null && <Amount r={r} of={of.amount} currency={of.currency} plus />}</td>
    </tr>
  )
}

/** Dividends and interest that it paid. */
export const Payments = ({ r, view }: Part) => {
  const { catalogue: words, holdings } = r.words
  const { payments, totals } = view.income
  if (payments.length === 0) return null
  const columns = [
    { key: 'date', text: words.day },
    { key: 'net', text: words.net, isEnd: true },
  ]
  const foot = (
    <tr>
      <th scope="row">{holdings.sum}</th>
      <td class="end">
        <Amount r={r} of={totals.net} />
      </td>
    </tr>
  )
  return (
    <Card title={words.payments} id="payments">
      <Table r={r} caption={words.payments} columns={columns} foot={foot}>
        {payments
          .slice(-PAYMENTS)
          .reverse()
          .map(({ date, net }) => (
            <tr>
              <th scope="row">
                <Day r={r} of={date} />
              </th>
              <td class="end">
                <Amount r={r} of={net} />
              </td>
            </tr>
          ))}
      </Table>
      {payments.length > PAYMENTS && <p class="small quiet">{words.newestOf(count(r, PAYMENTS), count(r, payments.length))}</p>}
    </Card>
  )
}

/** Splits, dividends and maturity, as its source or somebody reported them. */
export const Events = ({ r, view }: Part) => {
  const { catalogue: words } = r.words
  if (view.events.length === 0) return null
  const columns = [
    { key: 'date', text: words.day },
    { key: 'what', text: words.what },
    { key: 'each', text: words.each, isEnd: true },
  ]
  return (
    <Card title={words.events} id="events">
      <Table r={r} caption={words.events} columns={columns}>
        {view.events.slice(0, EVENTS).map(({ type, date, amount, currency, ratio }) => (
          <tr>
            <th scope="row">
              <Day r={r} of={date} />
            </th>
            <td>{words.eventTypes[type]}</td>
            <td class="end">{ratio ?? <Price r={r} of={amount} currency={currency ?? view.asset.currency} />}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

/** Who changed what of the asset. */
export const Changes = ({ r, view }: Part) => {
  const { catalogue: words } = r.words
  const actions: Readonly<Record<string, string>> = words.actions
  const fields: Readonly<Record<string, string>> = words.fieldNames
  if (view.changes.length === 0) return null
  return (
    <details class="card">
      <summary>{words.changes}</summary>
      <ul class="changes">
        {view.changes.map((one) => (
          <li>
            <span class="sub">
              {instant(r, one.at)}
              {one.username !== null && `, ${one.username}`}
            </span>
            {actions[one.action] ?? one.action}
            {one.field !== null && `${r.words.common.colon}${fields[one.field] ?? one.field}`}
            {one.field !== null && ` ${words.fromTo(one.old ?? '–', one.new ?? '–')}`}
            {one.count !== null && ` (${count(r, one.count)})`}
          </li>
        ))}
      </ul>
    </details>
  )
}
