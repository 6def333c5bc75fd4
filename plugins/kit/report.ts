/** Opens a report: bytes to tables or text. */
import type { ReportFile, ReportFormat, ReportHead } from '../brim/contract.ts'
import { readCsv } from './csv.ts'
import { decodeText } from './text.ts'

const HEAD_ROWS = 60
const HEAD_CHARACTERS = 65_536

/** Opens a report. */
export async function openReport(bytes: Uint8Array, filename: string): Promise<ReportFile[]> {
  const text = decodeText(bytes)
  const format: ReportFormat = /^\s*</.test(text) ? 'xml' : /^\s*[[{]/.test(text) ? 'json' : 'csv'
  const tables = format === 'csv' ? [{ name: '', rows: readCsv(text).rows }] : []
  return [{ filename, format, text, tables }]
}

/** The head of an opened file: the first 60 rows of each table and the first 64 KiB of text. */
export function headOf(file: ReportFile): ReportHead {
  const tables = file.tables.map(({ name, rows }) => ({ name, rows: rows.slice(0, HEAD_ROWS) }))
  return { ...file, text: file.text.slice(0, HEAD_CHARACTERS), tables }
}
