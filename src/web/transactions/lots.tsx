import type { AnswerOf } from '../operations.ts'
import { Amount, Day, Quantity, Unknown } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Visit } from '../visit.ts'
import type { Line } from './world.ts'

type Gains = AnswerOf<'GET /portfolio/gains'>

/** The lots that a line took, with the gain of each; or what is left of the lot that it opened. */
export async function LotsCard(given: Visit & { line: Line }) {
  const { line, reader: r } = given
  if (line.asset_id === null || line.date > r.today) return null
  return line.quantity.startsWith('-') ? <Taken {...given} /> : <Opened {...given} />
}

/** By the method of the reader's reports, over the brokers that count for them. */
async function Taken({ ask, reader: r, line }: Visit & { line: Line }) {
  const { transactions: words } = r.words
  const query = { asset_ids: [line.asset_id ?? 0], from: line.date, to: line.date }
  const tried = await ask.try('GET /portfolio/gains', { query })
  const taken = tried.ok ? tried.body.disposals.filter((one) => one.transaction_id === line.id) : []
  if (!tried.ok || taken.length === 0) return line.lots ? <Named r={r} line={line} /> : null
  const { currency, method } = tried.body
  return (
    <Card title={words.lotsTaken} id="lots" aside={<span class="quiet small">{words.byMethod(method)}</span>}>
      <Table r={r} caption={words.lotsTaken} columns={columnsOf(r)}>
        {taken.map((one) => (
          <Disposed r={r} one={one} currency={currency} />
        ))}
      </Table>
    </Card>
  )
}

function columnsOf({ words: { transactions: words } }: Reader) {
  return [
    { key: 'lot', text: words.boughtOn },
    { key: 'quantity', text: words.quantity, isEnd: true },
    { key: 'cost', text: words.cost, isEnd: true },
    { key: 'proceeds', text: words.proceeds, isEnd: true },
    { key: 'gain', text: words.gain, isEnd: true },
  ]
}

const Disposed = ({ r, one, currency }: { r: Reader; one: Gains['disposals'][number]; currency: string }) => (
  <tr>
    <th scope="row">
      {one.acquired_on === null ? (
        r.words.transactions.severalDays
      ) : (
        <a href={r.to(`/transactions/${one.lot_transaction_id}`)}>
          <Day r={r} of={one.acquired_on} />
        </a>
      )}
    </th>
    <td class="end">
      <Quantity r={r} of={one.quantity} />
    </td>
    {[one.cost, one.proceeds].map((amount) => (
      <td class="end">
        <Amount r={r} of={amount} currency={currency} />
      </td>
    ))}
    <td class="end">
      <Amount r={r} of={one.gain} currency={currency} signed />
    </td>
  </tr>
)

/** The lots that the line itself names. */
const Named = ({ r, line }: { r: Reader; line: Line }) => {
  const { transactions: words } = r.words
  return (
    <Card title={words.lotsNamed} id="lots">
      <ul>
        {(line.lots ?? []).map(({ lot_id, quantity }) => (
          <li>
            <a href={r.to(`/transactions/${lot_id}`)}>{words.lotOf(String(lot_id))}</a> <Quantity r={r} of={quantity} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** How much of what the line brought is still held. */
async function Opened({ ask, reader: r, line }: Visit & { line: Line }) {
  const { transactions: words } = r.words
  if (!/[1-9]/.test(line.quantity)) return null
  const tried = await ask.try('GET /portfolio/holdings', { query: { asset_ids: [line.asset_id ?? 0], lots: true } })
  if (!tried.ok) return null
  const open = tried.body.holdings.flatMap(({ lots }) => lots ?? []).find((one) => one.lot_id === line.id)
  if (!open) return null
  return (
    <Card title={words.lotOpened} id="lots">
      <dl class="facts">
        <dt>{words.stillHeld}</dt>
        <dd>
          <Quantity r={r} of={open.quantity} />
        </dd>
        <dt>{words.itsCost}</dt>
        <dd>{open.cost === null ? <Unknown r={r} /> : <Amount r={r} of={open.cost} currency={tried.body.currency} />}</dd>
      </dl>
    </Card>
  )
}
