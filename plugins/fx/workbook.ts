/** Workbooks (XLSX) of publishers: found by a link on a page, fetched, judged, and read in a Worker. */
import { type HttpRequest, requestBytes, sourceError } from '#plugins/kit/http.ts'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { isZip, listZip } from '#plugins/kit/zip.ts'
import { createYielder } from '#src/shared/event-loop.ts'
import type { FxTools } from './contract.ts'

/** A sheet by its name, with the cells of its filled rows as texts; days as `YYYY-MM-DD`. */
export type Sheet = { readonly name: string; readonly rows: readonly (readonly string[])[] }

const MAX_ROWS = 250_000

/** The sheets of the workbook at an address. Throws AppError `source/format` when what came is none. */
export async function fetchWorkbook(
  tools: FxTools,
  request: Omit<HttpRequest, 'expect'>,
  source: string,
): Promise<readonly Sheet[]> {
  const bytes = await requestBytes(tools, { timeoutSeconds: 60, ...request, expect: 'binary' })
  return readWorkbook(bytes ?? new Uint8Array(), source)
}

/** The visible sheets of a workbook. Throws AppError `source/format` when it cannot be read. */
export async function readWorkbook(bytes: Uint8Array, source: string): Promise<readonly Sheet[]> {
  if (!isZip(bytes)) throw sourceError('format', `${source} sent something else than a workbook.`)
  try {
    await listZip(bytes)
    const { readSheets } = await import('#plugins/kit/sheet.ts')
    const sheets = await readSheets(bytes, 'xlsx', MAX_ROWS)
    return sheets.map(({ name, rows }) => ({
      name: name.trim(),
      get rows() {
        return rows.map(({ cells }) => cells)
      },
    }))
  } catch (cause) {
    if (!(cause instanceof ReportRefusal)) throw cause
    throw sourceError('format', `${source} sent a workbook that cannot be read: ${cause.message}`, { cause })
  }
}

/** Each sheet after another; others get their turn between them. */
export async function* eachSheet(sheets: readonly Sheet[]): AsyncGenerator<Sheet> {
  const yieldWhenDue = createYielder()
  for (const sheet of sheets) {
    await yieldWhenDue()
    yield sheet
  }
}

/**
 * The address of the workbook that a page links: the first whose link and text fit `wanted`. Throws AppError `source/format` when there is
 * none, or when it is on another site.
 */
export function workbookLink(html: string, page: string, wanted: RegExp, source: string): string {
  for (const part of html.split(/<a\b/i).slice(1)) {
    const link = part.split(/<\/a>/i)[0] ?? ''
    const href = /href="([^"]{1,500}\.xlsx)"/i.exec(link)?.[1]
    if (href === undefined || !wanted.test(link) || !URL.canParse(href, page)) continue
    const url = new URL(href, page)
    if (url.origin === new URL(page).origin) return url.href
  }
  throw sourceError('format', `${source}: the page links no such workbook any more: the format has changed.`)
}
