import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { type Decimal, decimal } from '../shared/decimal.ts'

/** What a line moved of its broker's cash. */
export type CashLine = {
  readonly id: number
  readonly date: string
  readonly currency: string | null
  readonly amount: Decimal
}

const linesOnDays = query<{ brokerId: number; days: readonly string[]; limit: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'date', 'currency', 'amount'])
    .where('broker_id', '=', p.brokerId)
    .where('date', 'in', inList(p.days))
    .limit(p.limit),
)

/** The lines of a broker on these days, at most `limit` of them, in no order. */
export async function listLinesOnDays(db: Reader, brokerId: number, days: readonly string[], limit: number): Promise<CashLine[]> {
  const rows = await linesOnDays.all(db, { brokerId, days, limit })
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }))
}
