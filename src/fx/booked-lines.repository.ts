import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { decimal } from '../shared/decimal.ts'
import type { RatedLine } from './booked-rates.ts'

const ratedLines = query<{ brokerIds: readonly number[] }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['type', 'date', 'currency', 'amount', 'fees', 'taxes', 'group_id', 'price_currency', 'fx_rate'])
    .where('broker_id', 'in', inList(p.brokerIds))
    .where((is) => is.or([is('fx_rate', 'is not', null), is('type', '=', 'FX_CONVERSION')]))
    .orderBy('date')
    .orderBy('id'),
)

/** The lines of some brokers that say an exchange rate, by day. */
export async function listRatedLines(db: Reader, brokerIds: readonly number[]): Promise<RatedLine[]> {
  const lines: RatedLine[] = []
  await ratedLines.each(db, { brokerIds }, (row) => {
    lines.push({
      type: row.type,
      date: row.date,
      currency: row.currency,
      amount: decimal(row.amount),
      fees: decimal(row.fees),
      taxes: decimal(row.taxes),
      groupId: row.group_id,
      priceCurrency: row.price_currency,
      fxRate: row.fx_rate === null ? null : decimal(row.fx_rate),
    })
  })
  return lines
}
