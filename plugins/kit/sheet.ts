/** Workbooks (XLSX, ODS) to tables, in a Worker that can be ended: parsing a hostile or huge one must not stop the service. */
import pLimit from 'p-limit'
import type { Table } from '../brim/contract.ts'
import { ReportRefusal } from './refusal.ts'
import { bundleSheetWorker } from './sheet-bundle.ts' with { type: 'macro' }
import type { SheetAnswer, SheetRequest } from './sheet-worker.ts'

const WORKER = bundleSheetWorker()
const TIMEOUT_MILLISECONDS = 20_000

/** Rows of the second sheet are numbered from 20,000,001, of the third from 30,000,001: a row number is unique in the file. */
const ROWS_A_SHEET = 10_000_000

/** One at a time: reading takes several times the unpacked size in memory. */
const oneAtATime = pLimit(1)

/**
 * The visible sheets that have filled rows. The caller has judged the archive (`listZip`). Throws ReportRefusal: `encrypted`,
 * `too-many-rows`, `unreadable-sheet`, `too-slow` after 20 seconds.
 */
export function readSheets(bytes: Uint8Array, kind: 'xlsx' | 'ods', maxRows: number): Promise<Table[]> {
  return oneAtATime(async () => {
    const answer = await runWorker({ bytes, kind, maxRows })
    if ('fault' in answer) throw new ReportRefusal(answer.fault, SENTENCES[answer.fault])
    const sheets = JSON.parse(new TextDecoder().decode(answer.json)) as { name: string; rows: [number, string[]][] }[]
    return sheets
      .filter((sheet) => sheet.rows.length > 0)
      .map(({ name, rows }, index) => {
        const offset = index === 0 ? 0 : (index + 1) * ROWS_A_SHEET
        return { name, rows: rows.map(([number, cells]) => ({ number: offset + number, cells })) }
      })
  })
}

const SENTENCES = {
  encrypted: 'The workbook is protected with a password. Save it without one.',
  'too-many-rows': 'The workbook has too many rows or cells, or claims to. Copy the rows that matter into a new one.',
  'unreadable-sheet': 'The workbook cannot be read: it is damaged or cut off. Save it again as XLSX or CSV.',
} as const

async function runWorker(request: SheetRequest): Promise<SheetAnswer> {
  const url = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
  const worker = new Worker(url)
  const { promise, resolve, reject } = Promise.withResolvers<SheetAnswer>()
  const tooSlow = new ReportRefusal(
    'too-slow',
    `Reading the workbook takes more than ${TIMEOUT_MILLISECONDS / 1000} seconds. Split it.`,
  )
  const timer = setTimeout(() => reject(tooSlow), TIMEOUT_MILLISECONDS)
  try {
    worker.onmessage = (event: MessageEvent<SheetAnswer>) => resolve(event.data)
    worker.onerror = () => resolve({ fault: 'unreadable-sheet' })
    worker.postMessage(request)
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
    URL.revokeObjectURL(url)
  }
}
