/**
 * The contract of a broker report importer. An importer is a plain object without state: it looks at the head of a file
 * (`recognises`) and turns a whole file into drafts (`parse`). It is pure: no database, no network, no clock. The host opens,
 * decodes and unpacks files; checks every draft; and reports each row that the importer has not accounted for.
 */
import type * as kit from '#plugins/kit/index.ts'
import type { AssetDraft, StatedBalance, StatedPosition, StatedPrice, TransactionDraft } from './draft.ts'

export type * from './draft.ts'

/** The functions of `plugins/kit`, handed to importers that cannot import them (those in the data folder). */
export type Kit = typeof kit

/**
 * One row of a table. `number` is what the user sees: the physical line of a text file, the row of a sheet; 1-based, and unique in the
 * file: row 5 of the second sheet is 20,000,005, of the third 30,000,005.
 */
export type Row = { readonly number: number; readonly cells: readonly string[] }

/** A CSV file is one table, a workbook one per sheet. Blank rows are left out; header and preamble rows are not. */
export type Table = {
  readonly name: string
  readonly rows: readonly Row[]
  /** Of a list of records: the titles beyond the first 400, whose cells are not there. */
  readonly leftOut?: readonly string[] | undefined
  /** Of a JSON list inside of other records: for each record, the number of the one that it is in. */
  readonly inside?: readonly (number | undefined)[] | undefined
}

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
  /**
   * JSON and XML only: each list of records as a table named by its path (`activities`, `FlexStatements.FlexStatement.Trades.Trade`). The first row
   * (number 0) has the titles, the dotted names of members or attributes; row n is record n. Read on first use; empty where the document cannot be read.
   */
  readonly records?: readonly Table[] | undefined
}

/** A whole file, in the same shape. */
export type ReportFile = ReportHead

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
  /** Days and times are in this IANA zone. */
  readonly zone?: string | undefined
  /** The days that the report claims to cover; `cutOff` when it says itself that there is more. */
  readonly period?: { readonly from: string; readonly to: string; readonly cutOff?: boolean | undefined } | undefined
  /** The host compares them with what it books. */
  readonly stated?: readonly StatedBalance[] | undefined
  /** Their assets stand in `assets`. Nothing is booked of them unless the user asks for it. */
  readonly positions?: readonly StatedPosition[] | undefined
  readonly prices?: Iterable<StatedPrice> | undefined
}

/** An option that a user may give in `options`, for the documentation. */
export type OptionDescription = {
  readonly name: string
  readonly description: string
  readonly example?: unknown
  /** With a type, a page or a command line can ask for it, and the host checks it; options without one are any JSON. */
  readonly type?: 'currency' | 'text' | 'day' | 'choice' | undefined
  readonly choices?: readonly string[] | undefined
  /** Without it the file is refused with `import/needs-option`. */
  readonly required?: boolean | undefined
  /** What the host fills in where it is not given. */
  readonly default?: 'broker-currency' | undefined
}

export type ImportOptions = Readonly<Record<string, unknown>>

/**
 * A kind of file, as data: the titles of each column in every language (those of the first `required` columns must be there), and what its rows are.
 * `records`: the path of a list of records of a JSON or XML file. `unique`: titles of columns with a number that the broker gives to one row only: such a
 * row counts once, however often the file has it with the same cells.
 */
export type LayoutFacts = {
  readonly name: string
  readonly titles: readonly (readonly string[])[]
  readonly required: number
  readonly holds: 'transactions' | 'positions' | 'other'
  readonly records?: string | undefined
  readonly unique?: readonly string[] | undefined
}

/** Null where the file proves nothing. */
export type ProposedMapping = {
  readonly columns: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, string>>
  readonly date_format: 'dmy' | 'mdy' | null
  readonly decimal: 'dot' | 'comma' | null
  readonly defaults: Readonly<Record<string, string>>
}

/** What the columns of a table that nobody recognises seem to be; `mapping` is an option of the importer that proposes it, ready to be confirmed. */
export type TableProposal = {
  readonly columns: readonly { readonly title: string; readonly samples: readonly string[]; readonly guess: string | null }[]
  readonly mapping: ProposedMapping | null
}

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
  /** `beta`: made from documentation, without a file of that broker at hand. */
  readonly maturity?: 'stable' | 'beta' | undefined
  /** What is recognised, as data: the host names the nearest of them where nobody recognises a file. */
  readonly layouts?: readonly LayoutFacts[] | undefined
  /** Formats that it recognises by means of its own: for lists and near misses. */
  readonly formats?: readonly LayoutFacts[] | undefined
  /** 0 = not mine, 1 = certainly mine. The generic importer never says more than 0.5. */
  recognises(head: ReportHead): number
  parse(file: ReportFile, options: ImportOptions, kit: Kit): ParsedReport
  /** For importers of any table, whose option `mapping` says what its columns mean: what it might say of this file. */
  proposeMapping?(head: ReportHead): TableProposal | undefined
  /** For the same importers: the titles of the table that they would read under these options, as they stand in the file. */
  titlesOf?(head: ReportHead, options: ImportOptions): readonly string[] | undefined
  /**
   * The same as `parse`, for formats with files of ten thousands of rows: yields now and then (every 500 rows, say), so that the host can answer
   * other requests in between. The host prefers it.
   */
  parseInSteps?(file: ReportFile, options: ImportOptions, kit: Kit): Generator<undefined, ParsedReport>
  /**
   * All files of one upload that this importer recognises, together, for reports in several parts. Row numbers are unique in the set: the host counts
   * on. Default: `parse` for each.
   */
  parseSet?(files: readonly ReportFile[], options: ImportOptions, kit: Kit): ParsedReport
}
