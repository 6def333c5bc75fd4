import type {
  AssetDraft,
  ParsedReport,
  RowIssue,
  StatedBalance,
  StatedPosition,
  StatedPrice,
  TransactionDraft,
} from '#plugins/brim/contract.ts'
import type { Section } from './reading/row-order.ts'
import type { UnknownFile } from './reading/unknown.ts'

export type ReportStatus = 'uploaded' | 'parsed' | 'imported' | 'failed'

/** How the rows of a file are accounted for: `total` = the sum of the others. */
export type RowCounts = {
  readonly total: number
  /** Rows under which a transaction is shown. */
  readonly transactions: number
  /** Further rows that a transaction was made of. */
  readonly parts: number
  readonly ignored: number
  readonly issues: number
}

export type ReportProblem = {
  readonly code: string
  readonly detail: string
  /** Of a file that no importer recognises. */
  readonly unknown?: UnknownFile | undefined
}

/** A file of a report, with the importer that knows it and what became of its rows. */
export type ReportPart = {
  readonly filename: string
  readonly plugin: string | null
  readonly rows: RowCounts | null
}

/** The days that a report claims to cover; `cutOff` when it says itself that there is more. */
export type Period = { readonly from: string; readonly to: string; readonly cutOff: boolean }

/** What an import came to, in numbers. */
export type ImportOutcome = {
  readonly imported: number
  readonly duplicates: number
  readonly skipped: number
  /** Openings that it booked, changed or took away. */
  readonly openings: number
  readonly assets: number
  /** Closes that went to the price store. */
  readonly prices: number
}

/** A broker's report file as it is stored. */
export type Report = {
  readonly id: string
  readonly brokerId: number
  /** Those that its import wrote to beside its own, ascending. */
  readonly otherBrokers: readonly number[]
  readonly filename: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string
  readonly status: ReportStatus
  readonly compatiblePlugins: readonly string[]
  readonly plugin: string | null
  readonly pluginVersion: string | null
  readonly uploadedBy: number | null
  readonly uploadedAt: string
  readonly parsedAt: string | null
  readonly importedAt: string | null
  readonly counts: RowCounts | null
  /** The days that it claims to cover. */
  readonly period: Period | null
  readonly problem: ReportProblem | null
  /** The files inside; `null` for one that has none. */
  readonly parts: readonly ReportPart[] | null
  /** Of the bytes of all its files in any order, where the service has packed them. */
  readonly partsHash: string | null
  /** Of its import; null while there is none, and of one whose numbers were not stored. */
  readonly outcome: ImportOutcome | null
}

/** An issue with the file inside an archive that it is about. */
export type Issue = RowIssue & { readonly file?: string | undefined }

/** A row of which nothing was made on purpose; `cells`: as it stands in a table. */
export type Ignored = {
  readonly row: number
  /** The file inside an archive. */
  readonly file: string | null
  readonly reason: string
  readonly cells?: readonly string[] | undefined
}

/** A draft with its key (stable for the same file and plugin) and the file inside an archive that it comes from. */
export type KeyedDraft = {
  readonly key: string
  readonly file: string | null
  readonly draft: TransactionDraft
  /** Of a draft of files that were read together: their name, within which groups are unique, and its rows as counted over all of them. */
  readonly set?: { readonly name: string; readonly rows: readonly [number, ...number[]] } | undefined
  /** Its place among the drafts of the report, those of a day in the order in which they happened. */
  readonly place: number
}

/** What a plugin made of a report, checked, with every row accounted for. */
export type ReadReport = {
  readonly plugin: string
  readonly pluginVersion: string
  readonly drafts: readonly KeyedDraft[]
  readonly assets: readonly AssetDraft[]
  readonly issues: readonly Issue[]
  readonly rows: RowCounts
  /** As many as `rows` counts; none where it was read for an import beside the service. */
  readonly ignored: readonly Ignored[]
  readonly stated?: Stated | undefined
  /** The files of a report that has several. */
  readonly parts?: readonly ReportPart[] | undefined
}

/** What a file inside an archive states; `null` where there is only one. */
export type FileBalance = StatedBalance & { readonly file: string | null }
export type FileSection = Section & { readonly file: string | null }

/** What the files state beside their rows, sound in shape: balances, positions, closes, the days that they cover. */
export type Stated = {
  readonly balances: readonly FileBalance[]
  /** How the rows of the files with balances are ordered, each file by its rows. */
  readonly sections: readonly FileSection[]
  readonly positions: readonly StatedPosition[]
  readonly prices: readonly StatedPrice[]
  readonly periods: readonly NonNullable<ParsedReport['period']>[]
  /** Each zone that a file names for its days and times, once. */
  readonly zones: readonly string[]
}

/** The group of a draft, within its file or the files that were read together; `undefined` for none. */
export function groupOf({ file, set, draft }: Pick<KeyedDraft, 'file' | 'set' | 'draft'>): string | undefined {
  return draft.group === undefined ? undefined : `${set?.name ?? file ?? ''}\n${draft.group}`
}
