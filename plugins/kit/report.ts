/** Opens a report: bytes to tables or text, whatever the encoding, the packing and the file's name say. */
import { createYielder } from '#src/shared/event-loop.ts'
import type { ReportFile, ReportFormat, Row, Table } from '../brim/contract.ts'
import { type CsvFault, readCsvInSteps } from './csv.ts'
import { HEAD_CHARACTERS } from './head.ts'
import { readRecordTables, withRecords } from './records.ts'
import { ReportRefusal } from './refusal.ts'
import { decodeText, guessEncoding } from './text.ts'
import { isZip, listZip, MAX_UNPACKED_BYTES, type ZipFile } from './zip.ts'

const MAX_ROWS = 250_000
const MAX_REPORTS = 500
/** Refusals of one file of an archive that say that it is no report: the others are read. */
const UNREADABLE: ReadonlySet<string> = new Set(['empty', 'not-text', 'unsupported'])
const ODS_MAX_BYTES = 32 * 1024 * 1024
const READABLE = /\.(csv|tsv|tab|txt|xml|json|xlsx|xlsm|ods)$/i
const LITTER = /(^|\/)(__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i

/** A file of an archive that no importer could look at. `isOdd`: by its name it should be a report. */
export type LeftFile = { readonly filename: string; readonly reason: string; readonly isOdd: boolean }

export type OpenedReport = { readonly files: readonly ReportFile[]; readonly left: readonly LeftFile[] }

/**
 * Opens a report: one file, or for a ZIP archive that is no workbook one per readable file inside, and the names of the others. The format
 * follows from the contents, not from the name. Throws ReportRefusal with a sentence for the user when there is nothing that an importer could
 * look at, for an archive inside another, and above 500 reports or 250,000 rows in all. `isSet`: every file of the archive is meant, by whatever name. `mostRows`: so many of a CSV file that is no archive are read.
 */
export async function openReports(
  bytes: Uint8Array,
  filename: string,
  { isSet = false, mostRows = MAX_ROWS + 1 }: { readonly isSet?: boolean; readonly mostRows?: number } = {},
): Promise<OpenedReport> {
  if (!isZip(bytes)) return { files: [await openText(bytes, filename, mostRows)], left: [] }
  const files = await listZip(bytes)
  const kind = await workbookKind(files)
  if (kind) return { files: [await openSheets(bytes, kind, files, filename)], left: [] }
  if (isSet) return openAll(files, (file) => file.name, [])
  const inside = files.filter((file) => !LITTER.test(file.name))
  if (inside.some((file) => /\.(zip|jar|7z|rar|gz|tgz|bz2|xz)$/i.test(file.name)))
    throw new ReportRefusal('nested-zip', 'The archive has another archive inside. Unpack it and upload the reports.')
  const readable = inside.filter((file) => READABLE.test(file.name))
  if (readable.length === 0)
    throw new ReportRefusal(
      'no-report',
      'The archive has no file that could be a report (CSV, TSV, TXT, XML, JSON, XLSX, ODS). Of what it shows as PDF export the CSV or Excel file.',
    )
  if (readable.length > MAX_REPORTS)
    throw new ReportRefusal('too-many-rows', `The archive has more than ${MAX_REPORTS} reports. Upload it in parts.`)
  const nameOf = namesWithin(readable)
  const left = inside
    .filter((file) => !READABLE.test(file.name))
    .map((file): LeftFile => ({ filename: file.name, reason: 'By its name it is no report.', isOdd: false }))
  return openAll(readable, nameOf, left)
}

async function openAll(readable: readonly ZipFile[], nameOf: (file: ZipFile) => string, left: LeftFile[]): Promise<OpenedReport> {
  const files: ReportFile[] = []
  let rows = 0
  let first: ReportRefusal | undefined
  for (const file of readable) {
    try {
      const report = await openInner(file, nameOf(file))
      files.push(report)
      for (const table of report.tables) rows += table.rows.length
    } catch (error) {
      if (!(error instanceof ReportRefusal && UNREADABLE.has(error.code))) throw error
      first ??= error
      left.push({ filename: nameOf(file), reason: error.message, isOdd: true })
    }
    if (rows > MAX_ROWS)
      throw new ReportRefusal('too-many-rows', `The archive has more than ${MAX_ROWS} rows. Upload it in parts.`)
  }
  if (files.length === 0 && first !== undefined) throw first
  return { files, left }
}

/** Names without folders, where that tells the files apart. */
function namesWithin(files: readonly ZipFile[]): (file: ZipFile) => string {
  const short = (file: ZipFile) => file.name.slice(file.name.lastIndexOf('/') + 1)
  const counts = new Map<string, number>()
  for (const file of files) counts.set(short(file), (counts.get(short(file)) ?? 0) + 1)
  return (file) => (counts.get(short(file)) === 1 ? short(file) : file.name)
}

async function openInner(file: ZipFile, name: string): Promise<ReportFile> {
  const bytes = await file.read()
  if (!isZip(bytes)) return openText(bytes, name)
  const files = await listZip(bytes)
  const kind = await workbookKind(files)
  if (kind) return openSheets(bytes, kind, files, name)
  throw new ReportRefusal('nested-zip', `The entry ${name} is another archive. Unpack it and upload the reports.`)
}

async function workbookKind(files: readonly ZipFile[]): Promise<'xlsx' | 'ods' | undefined> {
  const named = (name: string) => files.find((file) => file.name === name)
  if (named('xl/workbook.xml')) return 'xlsx'
  const manifest = named('META-INF/manifest.xml')
  if (named('content.xml') && manifest) {
    const text = decodeText(await manifest.read())
    if (text.includes('encryption-data')) throw encrypted()
    if (text.includes('opendocument.spreadsheet')) return 'ods'
  }
  if (named('[Content_Types].xml') || named('content.xml'))
    throw new ReportRefusal(
      'unsupported',
      'This is a document of another kind, no XLSX or ODS workbook. Export the report as CSV or XLSX.',
    )
  return undefined
}

async function openSheets(
  bytes: Uint8Array,
  kind: 'xlsx' | 'ods',
  files: readonly ZipFile[],
  filename: string,
): Promise<ReportFile> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (kind === 'ods' && size > ODS_MAX_BYTES)
    throw new ReportRefusal('too-many-rows', 'The ODS workbook is too large. Save it as XLSX or CSV.')
  const { readSheets } = await import('./sheet.ts')
  const tables = await readSheets(bytes, kind, MAX_ROWS)
  if (tables.length === 0) throw empty()
  return { filename, format: 'sheet', text: '', tables }
}

async function openText(bytes: Uint8Array, filename: string, mostRows = MAX_ROWS + 1): Promise<ReportFile> {
  if (bytes.length > MAX_UNPACKED_BYTES)
    throw new ReportRefusal('too-many-rows', `The file is larger than ${MAX_UNPACKED_BYTES / 1_048_576} MiB. Split the report.`)
  requireKnownKind(bytes)
  const text = decodeText(bytes, declaredEncoding(bytes))
  if (text.trim() === '') throw empty()
  requireReadable(text)
  const format = formatOf(text, filename)
  if (format !== 'csv') return withRecords({ filename, format, text, tables: [] }, () => readRecordTables(text, format))
  const { rows, faults } = await inPeace(readCsvInSteps(text, { maxRows: mostRows }))
  if (rows.length > MAX_ROWS)
    throw new ReportRefusal('too-many-rows', `The table has more than ${MAX_ROWS} rows. Split the report.`)
  return tableOrText(filename, text, rows, faults)
}

/** Runs steps to their end and answers others in between. */
async function inPeace<T>(steps: Generator<undefined, T>): Promise<T> {
  const yieldWhenDue = createYielder()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await yieldWhenDue()
  }
}

/** A text in which nothing is ever separated is no table, unless its name says so. */
function tableOrText(filename: string, text: string, rows: readonly Row[], faults: readonly CsvFault[]): ReportFile {
  const named = /\.(csv|tsv|tab)$/i.test(filename)
  if (!named && faults.length === 0 && rows.every((row) => row.cells.length < 2))
    return { filename, format: 'text', text, tables: [] }
  const tables: Table[] = [{ name: '', rows }]
  return faults.length > 0 ? { filename, format: 'csv', text, tables, faults } : { filename, format: 'csv', text, tables }
}

const KINDS: readonly (readonly [readonly number[], string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7z archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
]

function requireKnownKind(bytes: Uint8Array): void {
  const starts = (magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte)
  if (starts([0xd0, 0xcf, 0x11, 0xe0])) {
    if (Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw encrypted()
    throw new ReportRefusal('unsupported', 'This is a workbook of the old format XLS. Save it as XLSX or CSV.')
  }
  const kind = KINDS.find(([magic]) => starts(magic))
  if (kind) throw new ReportRefusal('unsupported', `This is ${kind[1]}. Export the same report as CSV, XLSX, XML or JSON.`)
}

/** Refuses noise: a NUL, or more than one control character in fifty. */
function requireReadable(text: string): void {
  const head = text.slice(0, HEAD_CHARACTERS)
  let controls = 0
  for (let i = 0; i < head.length; i++) {
    const code = head.charCodeAt(i)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) || (code > 126 && code < 160)) controls++
  }
  if (text.includes('\0') || controls * 50 > head.length)
    throw new ReportRefusal('not-text', 'This is neither text nor a workbook, or it is damaged. Download the report again.')
}

function formatOf(text: string, filename: string): ReportFormat {
  const start = text.slice(0, 512).trimStart()
  if (/^<(!doctype html|html|head|body|table)\b/i.test(start))
    throw new ReportRefusal(
      'unsupported',
      'This is a web page, not a report. Export the report as CSV or XLSX, or sign in again and download it.',
    )
  if (/^<(\?xml|!--|!doctype|[A-Za-z_])/i.test(start)) return 'xml'
  if (/^(\{\s*["}]|\[\s*[[{"\]])/.test(start) || (/\.json$/i.test(filename) && /^[[{]/.test(start))) return 'json'
  return 'csv'
}

/** What an XML declaration says, when the bytes are not UTF-8 or UTF-16 anyway. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200))
  const label = /^<\?xml[^>]*\bencoding=["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1]
  if (label === undefined || guessEncoding(bytes) !== 'windows-1252') return undefined
  try {
    const { encoding } = new TextDecoder(label)
    return encoding.startsWith('utf') ? undefined : encoding
  } catch {
    return undefined
  }
}

function encrypted(): ReportRefusal {
  return new ReportRefusal('encrypted', 'The workbook is protected with a password. Save it without one.')
}

function empty(): ReportRefusal {
  return new ReportRefusal('empty', 'The file is empty. Export the report again.')
}
