/** PDF files for tests: one page of strings, each in a place of its own. */
import { deflateSync } from 'node:zlib'

/** A file whose content stream is not packed; the strings are escaped already. */
export function plainPdf(...strings: readonly string[]): string {
  return `%PDF-1.5\n4 0 obj\n<< /Length 1 >>\nstream\n${contentOf(strings)}\nendstream\nendobj\n`
}

/** The same deflated, as most programs write it. */
export function packedPdf(...strings: readonly string[]): Uint8Array {
  const packed = deflateSync(Buffer.from(contentOf(strings), 'latin1'))
  const head = Buffer.from(`%PDF-1.5\r\n4 0 obj\r\n<</Filter/FlateDecode/Length ${packed.length}>>\r\nstream\r\n`)
  return new Uint8Array(Buffer.concat([head, packed, Buffer.from('\r\nendstream\r\nendobj\r\n')]))
}

function contentOf(strings: readonly string[]): string {
  return strings.map((text, index) => `BT\n1 0 0 1 50 ${700 - index} Tm\n(${text}) Tj\nET`).join('\n')
}
