import type { BrokerPlugin, FileFault, ImportOptions, ParsedReport, ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import type { Deps } from '../../context.ts'
import { yieldToEventLoop } from '../../shared/event-loop.ts'
import type { Issue, KeyedDraft, ReadReport, ReportPart, Stated } from '../report.ts'
import { withBrokenIssues } from './broken.ts'
import { checkDrafts } from './check-drafts.ts'
import { withoutRagged } from './ragged.ts'
import { accountForRows, addRowCounts } from './row-accounting.ts'
import { sectionsOf } from './row-order.ts'
import { parseFiles } from './run-plugin.ts'
import { soundStated } from './stated.ts'

/** What was made of a file, or of files that were read together. */
export type FileRead = Pick<ReadReport, 'drafts' | 'assets' | 'issues' | 'rows' | 'ignored' | 'stated'> & {
  readonly parts: readonly ReportPart[]
}

/** More rows than a file has, all its sheets and lists of records together: those of the next file are counted on from there. */
const ROWS_A_FILE = 10_000_000_000

/** The file of a row number of the set, and the row within it. */
type Place = { readonly file: string; readonly row: number }

/**
 * Reads files of one importer together by its `parseSet`. Drafts and issues name the file and the row there; groups and events may span files.
 * `undefined` when the importer refuses them as a whole: each is to be read by itself, so that one that is damaged spoils no other.
 */
export async function readSet(
  deps: Pick<Deps, 'log' | 'announce'>,
  plugin: BrokerPlugin,
  files: readonly ReportFile[],
  options: ImportOptions,
): Promise<FileRead | undefined> {
  const counted = files.map((file, index) => countOn(file, index * ROWS_A_FILE))
  const made = await parseFiles(deps, plugin, counted, options)
  if (isRefused(made)) return undefined
  const faults = counted.flatMap((file) => file.faults ?? [])
  const tables = counted.flatMap((file) => (file.format === 'csv' ? file.tables : []))
  const all: ReportFile = { filename: plugin.code, format: 'csv', text: '', tables }
  const parsed = withoutRagged(all, withBrokenIssues(made, faults))
  const placeOf = (row: number): Place => ({
    file: files[Math.floor(row / ROWS_A_FILE)]?.filename ?? '',
    row: row % ROWS_A_FILE,
  })
  const opened = { ...all, tables: counted.flatMap((file) => file.tables) }
  const { drafts, faults: unfit } = await checkDrafts(opened, parsed, placeOf)
  await yieldToEventLoop()
  const sections = () =>
    sectionsOf(
      opened,
      parsed,
      drafts.map((entry) => entry.draft),
    )
  const { stated, issues: unsound } = soundStated(parsed, null, sections)
  const good = kit.wholeEvents({
    ...parsed,
    transactions: drafts.map((entry) => entry.draft),
    issues: [...parsed.issues, ...unfit, ...unsound],
  })
  const accounts = counted.map((file, index) => accountForRows(file, within(good, index)))
  const left = new Set(good.transactions)
  const parts = accounts.map(({ rows }, index) => ({ filename: files[index]?.filename ?? '', plugin: plugin.code, rows }))
  return {
    drafts: drafts.filter(({ draft }) => left.has(draft)).map((entry) => ofFile(entry, plugin.code, placeOf)),
    assets: good.assets,
    issues: [...good.issues, ...accounts.flatMap(({ unaccounted }) => unaccounted)].map((issue): Issue => {
      return issue.row === null ? issue : { ...issue, ...placeOf(issue.row) }
    }),
    rows: addRowCounts(accounts.map(({ rows }) => rows)),
    ignored: accounts.flatMap(({ ignored }) => ignored.map((entry) => ({ ...entry, ...placeOf(entry.row) }))),
    stated: stated && statedOf(stated, placeOf),
    parts,
  }
}

/** What the files state, each by its own rows. */
function statedOf(stated: Stated, placeOf: (row: number) => Place): Stated {
  return {
    ...stated,
    balances: stated.balances.map((balance) => ({ ...balance, ...placeOf(balance.row) })),
    sections: stated.sections.map((section) => {
      const { file, row } = placeOf(section.from)
      return { ...section, file, from: row }
    }),
    positions: stated.positions.map((position) => ({ ...position, row: placeOf(position.row).row })),
  }
}

function isRefused({ transactions, issues }: ParsedReport): boolean {
  return transactions.length === 0 && issues.some(({ row, severity }) => row === null && severity === 'error')
}

/** A file whose rows are counted from `offset` on. */
function countOn(file: ReportFile, offset: number): ReportFile {
  if (offset === 0) return file
  const tables = (list: readonly Table[]) =>
    list.map(({ inside, ...table }) => {
      const rows = table.rows.map(rowOf)
      return inside === undefined
        ? { ...table, rows }
        : { ...table, rows, inside: inside.map((owner) => owner && owner + offset) }
    })
  const rowOf = (row: Row): Row => (row.number > 0 ? { ...row, number: row.number + offset } : row)
  const faults = file.faults?.map((fault): FileFault => ({ ...fault, line: fault.line + offset }))
  const counted = { ...file, tables: tables(file.tables), ...(faults === undefined ? {} : { faults }) }
  if (!Object.hasOwn(file, 'records')) return counted
  let records: readonly Table[] | undefined
  return Object.defineProperty(counted, 'records', {
    get: () => {
      records ??= tables(file.records ?? [])
      return records
    },
    enumerable: false,
  })
}

/** What a report says of the rows of one of its files. */
function within(parsed: ParsedReport, index: number): ParsedReport {
  const isOwn = (row: number | null): row is number => row !== null && Math.floor(row / ROWS_A_FILE) === index
  return {
    ...parsed,
    transactions: parsed.transactions.flatMap((draft) => {
      const [first, ...more] = draft.rows.filter(isOwn)
      return first === undefined ? [] : [{ ...draft, rows: [first, ...more] as const }]
    }),
    ignored: parsed.ignored.filter(({ row }) => isOwn(row)),
    issues: parsed.issues.filter(({ row }) => row === null || isOwn(row)),
    ...(parsed.rows === undefined ? {} : { rows: parsed.rows.filter(isOwn) }),
  }
}

/** A draft as it is shown: under its first row and the others of that file. */
function ofFile({ draft, ...entry }: KeyedDraft, code: string, placeOf: (row: number) => Place): KeyedDraft {
  const [first, ...more] = draft.rows
  const { file, row } = placeOf(first)
  const others = more.flatMap((other) => (placeOf(other).file === file ? placeOf(other).row : []))
  return {
    ...entry,
    draft: { ...draft, rows: [row, ...others], lots: draft.lots?.map((lot) => ({ ...lot, row: placeOf(lot.row).row })) },
    set: { name: `set ${code}`, rows: draft.rows },
  }
}
