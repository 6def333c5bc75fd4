/** What importers make of a report: ledger lines, assets, and what the file states beside them. Part of the contract. */
import type { TransactionTag } from '#src/shared/transaction-tag.ts'

export type { TransactionTag }

export type TransactionType =
  | 'BUY'
  | 'SELL'
  | 'DIVIDEND'
  | 'INTEREST'
  | 'RETURN_OF_CAPITAL'
  | 'DEPOSIT'
  | 'WITHDRAWAL'
  | 'FEE'
  | 'TAX'
  | 'TRANSFER'
  | 'FX_CONVERSION'
  | 'SPLIT'
  | 'EXCHANGE'
  | 'ADJUSTMENT'

/**
 * One ledger line as the report tells it. Decimals are plain texts (`-12.5`: dot, no thousands separators, no exponent).
 * Signs follow the ledger: `quantity` = signed change of the holding, `amount` = signed NET change of the cash balance;
 * `fees` and `taxes` (>= 0) are the parts of `amount` that were costs. amount = -(quantity x price x fxRate) - fees - taxes for trades.
 */
export type TransactionDraft = {
  /** Every row it was made of; the first is the one that it is shown under. */
  readonly rows: readonly [number, ...number[]]
  readonly type: TransactionType
  /** `YYYY-MM-DD`: trade day, in the report's own time zone. */
  readonly date: string
  /** `HH:MM[:SS]`, when the report has it. */
  readonly time?: string | undefined
  readonly settledOn?: string | undefined
  /** `ref` of an asset draft. */
  readonly asset?: string | undefined
  readonly quantity?: string | undefined
  /** Per unit, in `priceCurrency` (default `currency`). */
  readonly price?: string | undefined
  readonly priceCurrency?: string | undefined
  /** Units of `currency` for one of `priceCurrency`, as the broker booked it. */
  readonly fxRate?: string | undefined
  /** Default `0`. */
  readonly amount?: string | undefined
  /** Of `amount`, `fees` and `taxes`: ISO 4217, or a minor unit (GBX, GBp, ILA, ZAc), which the host turns into its currency. Absent only when no cash moves. */
  readonly currency?: string | undefined
  readonly fees?: string | undefined
  readonly taxes?: string | undefined
  /**
   * What an incoming holding cost (in kind dividends, transfers, gifts), in `currency`. `market`: the file gives no value, and the close of that day
   * is meant; the host warns where it has none. Of a DIVIDEND, INTEREST or ADJUSTMENT without quantity and amount: by how much what is held costs more
   * (or less: below zero).
   */
  readonly costBasis?: string | 'market' | undefined
  /** `10:1` for SPLIT. */
  readonly ratio?: string | undefined
  /** Part of the outgoing cost that this incoming EXCHANGE leg takes, 0 to 1. */
  readonly costShare?: string | undefined
  /** Legs with the same key become one group (FX_CONVERSION, TRANSFER, EXCHANGE). */
  readonly group?: string | undefined
  /** The broker's own id of this line, when it is unique and stable over reports. */
  readonly externalId?: string | undefined
  readonly description?: string | undefined
  /** The account or depot as the file names it. */
  readonly account?: string | undefined
  readonly tags?: readonly TransactionTag[] | undefined
  /** Any texts of the user, from our own export. At most 20 with `tags`, each of at most 50 characters. */
  readonly userTags?: readonly string[] | undefined
  /** Which lots a SELL or an outgoing TRANSFER takes, by the rows that opened them; together they are its quantity. Default: by the method of a report. */
  readonly lots?: readonly { readonly row: number; readonly quantity: string }[] | undefined
  /**
   * What this line takes back, in this or an earlier report: an `externalId`, or `same` = the latest line with these figures turned round. The type is
   * that of the line taken back, quantity and amount are its own turned round, fees and taxes its sizes. Neither of the two is booked then.
   */
  readonly reverses?: string | undefined
}

/** What a derivative is a contract on. Decimals are plain texts. */
export type ContractTerms = {
  readonly underlying: string
  /** `YYYY-MM-DD`. */
  readonly expiry?: string | undefined
  readonly strike?: string | undefined
  readonly right?: 'CALL' | 'PUT' | undefined
  /** Units of the underlying for one contract. */
  readonly multiplier: string
}

export type AssetType =
  | 'STOCK'
  | 'ETF'
  | 'FUND'
  | 'BOND'
  | 'CRYPTO'
  | 'COMMODITY'
  | 'INDEX'
  | 'OPTION'
  | 'FUTURE'
  | 'CFD'
  | 'WARRANT'
  | 'REAL_ESTATE'
  | 'LOAN'
  | 'OTHER'

/** An asset as the report names it. `ref` is any text that is stable within the file (ISIN, else symbol, else name). */
export type AssetDraft = {
  readonly ref: string
  readonly symbol?: string | undefined
  readonly isin?: string | undefined
  readonly name?: string | undefined
  /** The trading currency: ISO 4217 or a minor unit of one. */
  readonly currency?: string | undefined
  /** MIC (ISO 10383) when known. */
  readonly exchange?: string | undefined
  readonly type?: AssetType | undefined
  /** Units that a price is for: `100` for bonds quoted in percent, `0.01` for contracts of 100. Default `1`. */
  readonly priceQuantity?: string | undefined
  readonly identifiers?: readonly { readonly kind: 'CUSIP' | 'FIGI' | 'WKN' | 'SEDOL'; readonly value: string }[] | undefined
  /** For OPTION, FUTURE, CFD and WARRANT. */
  readonly contract?: ContractTerms | undefined
}

/** A balance that the file states at the END of a row (`running`) or of the report (`closing`). `unit`: a currency, or the `ref` of an asset. */
export type StatedBalance = {
  readonly row: number
  readonly date: string
  readonly account?: string | undefined
  readonly unit: string
  readonly amount: string
  readonly kind: 'running' | 'closing'
}

/** A row of a report of positions: what was held on a day, and what it had cost. `asset`: the `ref` of an asset draft. */
export type StatedPosition = {
  readonly row: number
  readonly date: string
  readonly account?: string | undefined
  readonly asset: string
  readonly quantity: string
  readonly cost?: string | undefined
  readonly currency?: string | undefined
}

/** A close that the export of a tracker, or a file of positions, carries. */
export type StatedPrice = { readonly asset: string; readonly date: string; readonly close: string; readonly currency: string }
