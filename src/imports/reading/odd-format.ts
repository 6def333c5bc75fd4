import type { ReportHead } from '#plugins/brim/contract.ts'

const MOST_CHARACTERS = 40
/** A head that is as long as this may be cut off, so that what is no JSON proves nothing. */
const WHOLE_BELOW = 65_536

/** What is wrong with the form of a file that no importer recognises, as a sentence; `''` where it is a table or a sound document. */
export function formatFault({ filename, format, text, tables, records }: ReportHead): string {
  const ending = /\.(json|xml)$/i.exec(filename)?.[1]?.toLowerCase()
  const begins = `begins with ${JSON.stringify(beginningOf(text))}`
  if (ending === 'json' && format !== 'json') return `By its name it is JSON, but it ${begins}; JSON begins with { or [.`
  if (ending === 'xml' && format !== 'xml') return `By its name it is XML, but it ${begins}; XML begins with <.`
  if (format === 'json' || format === 'xml') {
    const isDamaged = format === 'json' && text.length < WHOLE_BELOW && !isJson(text)
    if (isDamaged) return `It is no valid JSON, although it ${begins}: it may be cut off. Export it again.`
    return (records ?? []).length > 0 ? '' : `The ${format.toUpperCase()} has no list of records.`
  }
  const isTable = format === 'sheet' || tables.some(({ rows }) => rows.some(({ cells }) => cells.length > 1))
  if (isTable) return ''
  return `It ${begins} and has no columns: a table has a line of titles, with commas, semicolons or tabs between them.`
}

function beginningOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  return line.length <= MOST_CHARACTERS ? line.trimEnd() : `${line.slice(0, MOST_CHARACTERS)}...`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
