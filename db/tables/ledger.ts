import type { Generated } from 'kysely'

/** Written by the room `transactions`. */
export type LedgerTables = {
  ledger_transaction: TransactionTable
  balance_day: BalanceDayTable
  balance_month: BalanceMonthTable
  ledger_mark: LedgerVersionTable
  opening_change: OpeningChangeTable
  ledger_reversal: ReversalTable
}

export type TransactionTable = {
  id: Generated<number>
  broker_id: number
  type: string
  date: string
  time: string | null
  settled_on: string | null
  asset_id: number | null
  quantity: Generated<string>
  price: string | null
  price_currency: string | null
  fx_rate: string | null
  amount: Generated<string>
  currency: string | null
  fees: Generated<string>
  taxes: Generated<string>
  cost_basis: string | null
  ratio: string | null
  cost_share: string | null
  group_id: string | null
  external_id: string | null
  report_id: string | null
  source_row: number | null
  description: string | null
  tags: Generated<string>
  /** JSON: `[[lot_id, quantity], ...]`. */
  lots: Generated<string | null>
  /** Within the broker, as the report names it. */
  account: string | null
  revision: Generated<number>
  created_by: number | null
  created_at: string
  updated_at: string
}

/** Net change of one unit (a currency code, or `#` and an asset id) at one broker on one day. */
export type BalanceDayTable = { broker_id: number; unit: string; date: string; change: string }

/** The same per `YYYY-MM`, with the lowest running sum at the end of a day within the month, counted from 0 at its start. */
export type BalanceMonthTable = { broker_id: number; unit: string; month: string; change: string; lowest: string }

/** Rises with every write of a line of this broker on this day; no row = 0. Updated by triggers, like the two below. */
export type LedgerVersionTable = { broker_id: number; date: string; mark: number }

/**
 * What the import of a report did to the opening positions of a unit. `before`: JSON of the rows of `ledger_transaction` that stood there, `after`: JSON
 * `[[id, revision], ...]` of those that stand there since; `least`: the id of the one in `before` that was the least that its ledger needed.
 */
export type OpeningChangeTable = {
  id: Generated<number>
  report_id: string
  broker_id: number
  unit: string
  before: string
  after: string
  least: number | null
}

/** A row of a report that took a line back, by its figures; `line` = JSON of that line, which is in the ledger no more; null while it is not known. */
export type ReversalTable = {
  id: Generated<number>
  broker_id: number
  report_id: string | null
  source_row: number | null
  wanted: string
  external_id: string | null
  type: string
  date: string
  asset_id: number | null
  quantity: string
  amount: string
  currency: string | null
  line: string | null
  line_report_id: string | null
  created_at: string
}
