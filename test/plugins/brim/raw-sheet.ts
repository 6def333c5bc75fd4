/** The cells of the first sheet of a workbook, by another reader than that of the service. */
import { inflateRawSync } from 'node:zlib'

export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

export function cellsOfSheet(bytes: Uint8Array): string[][] {
  const parts = partsOf(bytes)
  const shared = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) => textOf(item))
  const rows = (parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)
  return [...rows].map(([, row = '']) => {
    const cells: string[] = []
    for (const [, attributes = '', inside = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const value = /<v>(.*?)<\/v>/s.exec(inside)?.[1] ?? ''
      const text = /t="s"/.test(attributes)
        ? (shared[Number(value)] ?? '')
        : /t="inlineStr"/.test(attributes)
          ? textOf(inside)
          : value
      cells[columnOf(attributes)] = unescaped(text)
    }
    return Array.from(cells, (cell) => cell ?? '')
  })
}

function textOf(xml: string): string {
  return [...xml.matchAll(/<t\b[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => text).join('')
}

function unescaped(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

/** A is 0, AA is 26. */
function columnOf(attributes: string): number {
  const letters = /r="([A-Z]+)\d/.exec(attributes)?.[1] ?? 'A'
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The texts of the entries of an archive, as its central directory lists them. */
function partsOf(bytes: Uint8Array): Map<string, string> {
  const view = Buffer.from(bytes)
  const parts = new Map<string, string>()
  let at = view.readUInt32LE(view.lastIndexOf('PK\u0005\u0006') + 16)
  while (view.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [
      view.readUInt32LE(at + 20),
      ...[28, 30, 32].map((place) => view.readUInt16LE(at + place)),
    ]
    const local = view.readUInt32LE(at + 42)
    const begin = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28)
    const packed = view.subarray(begin, begin + (size ?? 0))
    const text = view.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    parts.set(view.toString('utf-8', at + 46, at + 46 + (name ?? 0)), text.toString('utf-8'))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return parts
}
