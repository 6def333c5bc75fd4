/** Bulletins of a day in PDF. */
import { requestBytes, sourceError } from '#plugins/kit/http.ts'
import { isPdf, pdfPieces } from '#plugins/kit/pdf-text.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { tryDecimal } from '#src/shared/decimal.ts'
import type { FxTools } from './contract.ts'

const MAX_BYTES = 4 * 1024 * 1024

/** The pieces of text of the bulletin at an address. Throws AppError `source/format` when it is no PDF. */
export async function fetchBulletin(tools: FxTools, url: string, source: string): Promise<readonly string[]> {
  const bytes = await requestBytes(tools, { url, expect: 'binary', maxBytes: MAX_BYTES })
  if (bytes === undefined || !isPdf(bytes)) throw sourceError('format', `${source} sent something else than a PDF.`)
  return pdfPieces(bytes)
}

/** The middle rate where it lies between the buying and the selling rate; else a text that says so and is no figure. */
export function between(buying: string, middle: string, selling: string): string {
  const [a, b, c] = [buying, middle, selling].map((text) => tryDecimal(figureOf(text) ?? ''))
  if (typeof a !== 'bigint' || typeof b !== 'bigint' || typeof c !== 'bigint') return middle
  return a <= b && b <= c ? middle : `${middle} (between ${buying} and ${selling}?)`
}
