import type { Reader } from '#db/connection.ts'
import { untrackedBrokerIds } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { monthOf } from '../shared/date.ts'
import { add, type Decimal, formatDecimal, ZERO } from '../shared/decimal.ts'
import { createYielder } from '../shared/event-loop.ts'
import { listDays, listMonths } from './balance.repository.ts'
import type { DayChange } from './balances.ts'
import type { TransactionText } from './list.repository.ts'
import { type CashLine, listLinesOnDays } from './running-cash.repository.ts'

/** So many lines are read at most on the days that are shown: of one broker, and of all of them. */
const MOST_OF_BROKER = 10_000
const MOST_OF_ALL = 50_000

/** A line of a list, with its amount as a decimal text. */
type Listed = Pick<TransactionText, 'id' | 'broker_id' | 'date' | 'currency' | 'amount'>
/** The balance after a line as a decimal text, by the line's id. */
export type BalanceAfter = (id: number) => string | null

/**
 * The cash balance of each line's broker in the line's currency after it, in the order day, then id, of the whole ledger. `null` for lines that move no
 * cash, at brokers whose cash is not tracked, and where the days of these lines have too many others. The caller has checked the roles, and reads
 * on one state of the database.
 */
export async function cashAfter(ctx: Pick<Ctx, 'reader'>, lines: readonly Listed[]): Promise<BalanceAfter> {
  const byBroker = Map.groupBy(lines.filter(movesCash), (line) => line.broker_id)
  const untracked = byBroker.size === 0 ? new Set<number>() : await untrackedBrokerIds(ctx, [...byBroker.keys()])
  const balances = new Map<number, Decimal>()
  const yieldWhenDue = createYielder()
  let room = MOST_OF_ALL
  for (const [brokerId, shown] of byBroker) {
    if (untracked.has(brokerId)) continue
    const most = Math.min(room, MOST_OF_BROKER)
    const days = [...new Set(shown.map((line) => line.date))]
    const onDays = await listLinesOnDays(ctx.reader, brokerId, days, most + 1)
    room -= Math.min(most, onDays.length)
    if (onDays.length <= most)
      for (const currency of new Set(shown.flatMap((line) => line.currency ?? [])))
        await addBalances(balances, ctx.reader, { brokerId, currency }, onDays, yieldWhenDue)
    await yieldWhenDue()
  }
  return (id) => {
    const balance = balances.get(id)
    return balance === undefined ? null : formatDecimal(balance)
  }
}

function movesCash(line: Listed): boolean {
  return line.currency !== null && line.amount !== '0'
}

type Unit = { readonly brokerId: number; readonly currency: string }

/** Adds the balance in one currency after each line that moves it, among all lines of some days, month by month. */
async function addBalances(
  balances: Map<number, Decimal>,
  db: Reader,
  { brokerId, currency }: Unit,
  onDays: readonly CashLine[],
  yieldWhenDue: () => Promise<void> | undefined,
): Promise<void> {
  const moving = onDays.filter((line) => line.currency === currency && line.amount !== ZERO)
  const linesOf = Map.groupBy(moving, (line) => monthOf(line.date))
  const months = (await listMonths(db, brokerId, currency)).values()
  let [opening, stored] = [ZERO, months.next()]
  for (const month of [...linesOf.keys()].sort()) {
    for (; !stored.done && stored.value.month < month; stored = months.next()) opening = add(opening, stored.value.change)
    addMonth(balances, opening, await listDays(db, brokerId, currency, month), linesOf.get(month) ?? [])
    await yieldWhenDue()
  }
}

/** Adds the balances after these lines, which are all of their days: from the balance at the start of their month and its days in order. */
function addMonth(
  balances: Map<number, Decimal>,
  opening: Decimal,
  days: readonly DayChange[],
  lines: readonly CashLine[],
): void {
  const linesOf = Map.groupBy(lines, (line) => line.date)
  const changes = days.values()
  let [start, change] = [opening, changes.next()]
  for (const date of [...linesOf.keys()].sort()) {
    for (; !change.done && change.value.date < date; change = changes.next()) start = add(start, change.value.change)
    let balance = start
    for (const line of (linesOf.get(date) ?? []).sort((a, b) => a.id - b.id)) {
      balance = add(balance, line.amount)
      balances.set(line.id, balance)
    }
  }
}
