import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** What each execution takes from the open value and fee of its order; orders whose beginning is not there are left out. */
function byOrder(rows: readonly RawRow[]): Record<string, string> {
  const open = new Map<string, readonly [value: Decimal, fee: Decimal]>()
  let sum = new Decimal(0)
  for (const row of rows) {
    const { 'Order Number': order = '', Side: side, Value: value = '', Fee: fee = '', 'Update Type': update } = row
    const [now, before] = [[figure(value), figure(fee)] as const, open.get(order)]
    open.set(order, now)
    if (update !== 'Fil' || before === undefined) continue
    const paid = before[0].minus(now[0])
    sum = (side === 'Buy' ? sum.minus(paid) : sum.plus(paid)).minus(before[1].minus(now[1]))
  }
  return { RON: sum.toFixed() }
}

/** How much of the open volume of its order each execution leaves; the last of an order, which repeats it, leaves none. */
const executed: Recount = (rows) => {
  const open = new Map<string, Decimal>()
  return summed(rows, (row) => {
    const {
      'Order Number': order = '',
      Side: side,
      Symbol: symbol = '',
      Volume: volume = '',
      Status: status,
      'Update Type': update,
    } = row
    const [before, now] = [open.get(order), status === 'Inactive' ? new Decimal(0) : figure(volume)]
    open.set(order, now)
    if (update !== 'Fil' || before === undefined) return []
    return [[symbol, before.minus(now).times(side === 'Buy' ? 1 : -1)]]
  })
}

export default {
  // 20 and 30 of 50 bought at 20.10 with 2.94 and 2.23, 15 sold at 21.00; an order that expired, and one that began before the report.
  'own:investimental/orders.csv': {
    rows: 10,
    cash: { RON: '-695.17' },
    held: { DUNAETF: '35' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 2,
    refused: { 8: 'order-incomplete' },
    recount: byOrder,
    units: executed,
  },
  'investimental/etg.csv': {
    rows: 57,
    cash: { RON: '-75437.595' },
    held: { ICBETNETF: '607', R2704A: '300' },
    kinds: { BUY: 10, SELL: 5 },
    ignored: 10,
    refused: {},
    recount: byOrder,
    units: executed,
  },
} satisfies BrokerFacts
