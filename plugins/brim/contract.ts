/**
 * The contract of a broker report importer. An importer is a plain object without state: it looks at the head of a file
 * (`recognises`) and turns a whole file into drafts (`parse`). It is pure: no database, no network, no clock. The host opens,
 * decodes and unpacks files; checks every draft; and reports each row that the importer has not accounted for.
 */
import type * as kit from '#plugins/kit/index.ts'

/** The functions of `plugins/kit`, handed to importers that cannot import them (those in the data folder). */
export type Kit = typeof kit

/**
 * One row of a table. `number` is what the user sees: the physical line of a text file, the row of a sheet; 1-based, and unique in the
 * file: row 5 of the second sheet is 20,000,005, of the third 30,000,005.
 */
export type Row = { readonly number: number; readonly cells: readonly string[] }

/** A CSV file is one table, a workbook one per sheet. Blank rows are left out; header and preamble rows are not. */
export type Table = { readonly name: string; readonly rows: readonly Row[] }

/** A row of a CSV file that cannot be trusted (an unclosed quote, cut off in the middle). `cells`: those before the damage, which are whole. */
export type FileFault = { readonly line: number; readonly detail: string; readonly cells?: readonly string[] | undefined }

export type ReportFormat = 'csv' | 'sheet' | 'xml' | 'json' | 'text'

/** The head of a file: for tables the first 60 rows, for the rest the first 64 KiB of text. */
export type ReportHead = {
  /** For display and for weak hints only: users rename files. */
  readonly filename: string
  readonly format: ReportFormat
  /** Decoded text without BOM; empty for `sheet`. */
  readonly text: string
  /** Empty for `xml`, `json` and `text`. */
  readonly tables: readonly Table[]
  /**
   * Rows that cannot be trusted: the host reports each as an error, and books nothing of its event; importers need not look. They are not in `tables`,
   * but for `parse`, where one with whole cells before its damage is a row of these.
   */
  readonly faults?: readonly FileFault[] | undefined
}

/** A whole file, in the same shape. */
export type ReportFile = ReportHead

export type TransactionType =
  | 'BUY'
  | 'SELL'
  | 'DIVIDEND'
  | 'INTEREST'
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
  /** What an incoming holding cost (in kind dividends, transfers, gifts), in `currency`. */
  readonly costBasis?: string | undefined
  /** `10:1` for SPLIT. */
  readonly ratio?: string | undefined
  /** Part of the outgoing cost that this incoming EXCHANGE leg takes, 0 to 1. */
  readonly costShare?: string | undefined
  /** Legs with the same key become one group (FX_CONVERSION, TRANSFER, EXCHANGE). */
  readonly group?: string | undefined
  /** The broker's own id of this line, when it is unique and stable over reports. */
  readonly externalId?: string | undefined
  readonly description?: string | undefined
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
}

/** A row that could not become a transaction (error), or did but deserves a look (warning, info). `code` is `kebab-case`. */
export type RowIssue = {
  /** `null` = the whole file. */
  readonly row: number | null
  readonly severity: 'error' | 'warning' | 'info'
  readonly code: string
  /** What is wrong and what to do, for the user. */
  readonly detail: string
  /** The row as it stands in the file. */
  readonly text?: string | undefined
}

/** A row that carries no transaction on purpose. The reason `header` marks the titles of the rows below: the host compares the number of cells. */
export type IgnoredRow = { readonly row: number; readonly reason: string }

/**
 * Every row of the file must stand in `transactions[].rows`, in `ignored` or in an issue of severity `error`.
 * The host adds an error for each that does not. A row may serve several transactions.
 */
export type ParsedReport = {
  readonly transactions: readonly TransactionDraft[]
  readonly assets: readonly AssetDraft[]
  readonly issues: readonly RowIssue[]
  readonly ignored: readonly IgnoredRow[]
  /** For `xml`, `json` and `text`: the row numbers there are, as the importer counts them (record elements from 1). */
  readonly rows?: readonly number[] | undefined
  /**
   * How the rows are ordered. Where days carry no time, or several rows the same one, the host stores them oldest first: which lots a sale takes
   * depends on it. Absent: the host looks at the days of the rows.
   */
  readonly order?: 'oldest-first' | 'newest-first' | undefined
}

/** An option that a user may give in `options`, for the documentation. */
export type OptionDescription = {
  readonly name: string
  readonly description: string
  readonly example?: unknown
}

export type ImportOptions = Readonly<Record<string, unknown>>

export type BrokerPlugin = {
  /** Lower case, unique: `degiro`. */
  readonly code: string
  readonly name: string
  readonly broker: string
  readonly website: string
  readonly description: string
  /** Without dot: `csv`. */
  readonly extensions: readonly string[]
  /** Report languages, BCP 47. */
  readonly languages: readonly string[]
  /** Changes whenever the same file may give other drafts. */
  readonly version: string
  /** Where to find the report at the broker and what to choose there. Plain text. */
  readonly docs: string
  /** Column names of one accepted report. */
  readonly sampleColumns: readonly string[]
  /** Files served below `/uploads/plugin/brim/<code>/`: name to text. `icon.svg` is the icon. */
  readonly assets: Readonly<Record<string, string>>
  readonly options?: readonly OptionDescription[]
  /** 0 = not mine, 1 = certainly mine. The generic importer never says more than 0.5. */
  recognises(head: ReportHead): number
  parse(file: ReportFile, options: ImportOptions, kit: Kit): ParsedReport
  /**
   * The same as `parse`, for formats with files of ten thousands of rows: yields now and then (every 500 rows, say), so that the host can answer
   * other requests in between. The host prefers it.
   */
  parseInSteps?(file: ReportFile, options: ImportOptions, kit: Kit): Generator<undefined, ParsedReport>
}
