import { day } from '../figures.ts'
import { Amount, Day, Price, Quantity } from '../parts/amounts.tsx'
import { Badge, type BadgeTone } from '../parts/basics.tsx'
import { classes } from '../parts/classes.ts'
import { TickAll } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Line, World } from './world.ts'

type Given = {
  readonly r: Reader
  readonly world: World
  /** Whether a box stands before the lines that the reader may change. */
  readonly hasTicks: boolean
}

/** The lines under the names of their months, in the order that they came in. */
export function LinesByMonth({ lines, caption, ...given }: Given & { lines: readonly Line[]; caption: string }) {
  const { r, hasTicks } = given
  const { transactions: words } = r.words
  const isOfSeveral = lines.some((line) => line.broker_id !== lines[0]?.broker_id)
  const months = Map.groupBy(lines, ({ date }) => date.slice(0, 7))
  return (
    <div class="scroll">
      <table {...classes('rows ledger', isOfSeveral && 'several')}>
        <caption class="sr">{caption}</caption>
        <thead>
          <tr>
            {hasTicks && (
              <th scope="col" class="tick">
                <TickAll name="ids" text={words.tickAll} />
              </th>
            )}
            <th scope="col">{words.day}</th>
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.broker}</th>
            <th scope="col" class="end">
              {words.amount}
            </th>
          </tr>
        </thead>
        {[...months].map(([month, some]) => (
          <tbody>
            <tr class="month">
              <th scope="rowgroup" colspan={hasTicks ? 6 : 5}>
                {day(r, month, { month: 'long', year: 'numeric' })}
              </th>
            </tr>
            {some.map((line) => (
              <Row {...given} line={line} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const Row = ({ line, ...given }: Given & { line: Line }) => {
  const { r, world, hasTicks } = given
  return (
    <tr>
      {hasTicks && <TickCell {...given} line={line} />}
      <td class="day">
        <Day r={r} of={line.date} short />
      </td>
      <td class="kind">
        <Badge tone={toneOf(line.type)}>{world.typeName(line.type)}</Badge>
      </td>
      <th scope="row" class="what">
        <a href={r.to(`/transactions/${line.id}`)}>{line.asset?.name ?? line.description ?? world.typeName(line.type)}</a>
        <Detail r={r} line={line} />
      </th>
      <td class="where">{world.brokerName(line.broker_id)}</td>
      <td class="end value">
        <Moved r={r} line={line} />
        {line.balance_after !== null && (
          <span class="sub">
            {r.words.transactions.balance} <Amount r={r} of={line.balance_after} currency={line.currency} />
          </span>
        )}
      </td>
    </tr>
  )
}

const TickCell = ({ r, world, line }: Given & { line: Line }) => (
  <td class="tick">
    {world.mayWrite(line.broker_id) && (
      <input
        type="checkbox"
        name="ids"
        value={String(line.id)}
        aria-label={r.words.transactions.tickLine(world.typeName(line.type), line.asset?.name ?? '', day(r, line.date))}
      />
    )}
  </td>
)

/** What the cash balance changed by; where no cash moved, the units. */
export const Moved = ({ r, line }: { r: Reader; line: Pick<Line, 'amount' | 'currency' | 'quantity'> }) =>
  line.currency === null || !isSome(line.amount) ? (
    <span class="quiet">
      <Quantity r={r} of={line.quantity} /> {r.words.transactions.units}
    </span>
  ) : (
    <Amount r={r} of={line.amount} currency={line.currency} plus />
  )

/** Units, price and costs of a line; its note and its tags. */
const Detail = ({ r, line }: { r: Reader; line: Line }) => {
  const { transactions: words } = r.words
  const costs = [
    [words.fees, line.fees],
    [words.taxes, line.taxes],
  ] as const
  const parts = [
    line.price !== null && isSome(line.quantity) && <Units r={r} line={line} />,
    ...costs.map(([word, amount]) => isSome(amount) && <Cost r={r} word={word} amount={amount} currency={line.currency} />),
    line.asset !== null && line.description,
    ...line.tags.map((tag) => (
      <a class="tag" href={r.to('/transactions', { tags: tag })}>
        {tag}
      </a>
    )),
  ].filter(Boolean)
  return <span class="sub">{parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}</span>
}

const isSome = (amount: string) => /[1-9]/.test(amount)

const Units = ({ r, line }: { r: Reader; line: Line }) => (
  <span>
    <Quantity r={r} of={line.quantity.replace('-', '')} />
    {' × '}
    <Price r={r} of={line.price} currency={line.price_currency ?? line.currency} />
  </span>
)

const Cost = ({ r, word, amount, currency }: { r: Reader; word: string; amount: string; currency: string | null }) => (
  <span>
    {word} <Amount r={r} of={amount} currency={currency} />
  </span>
)

const TONES: Readonly<Record<string, BadgeTone>> = {
  DIVIDEND: 'ok',
  INTEREST: 'ok',
  FEE: 'warn',
  TAX: 'warn',
  BUY: 'accent',
  SELL: 'accent',
}
const toneOf = (type: string): BadgeTone => TONES[type] ?? 'plain'
