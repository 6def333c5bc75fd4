/** JSON and XML as tables: each list of records under its path, whatever the size of the document. */
import type { ReportFile, ReportFormat, Row, Table } from '../brim/contract.ts'
import { ReportRefusal } from './refusal.ts'
import { readXml, type XmlElement, XmlError } from './xml.ts'

type Fields = Map<string, string>
/** `owners`: of records inside of others, the numbers of those. */
type List = { readonly records: Fields[]; readonly owners: (number | undefined)[] }
/** `cells`: how many there are in all lists. */
type Lists = { readonly byPath: Map<string, List>; records: number; cells: number }
type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const MAX_COLUMNS = 400
/** So many are distinguished at all. */
const MAX_TITLES = 10_000
const MAX_RECORDS = 250_000
const MAX_CELLS = 10_000_000
/** What lies deeper, or has a longer name, is no record of a broker. */
const MAX_DEPTH = 50
const MAX_PATH = 500

/**
 * The lists of records of a document: the first row (number 0) has the titles, row n is record n. Of a document that is cut off, the records before
 * the end; empty for what cannot be read. Throws ReportRefusal above 250,000 records or ten million cells.
 */
export function readRecordTables(text: string, format: ReportFormat): readonly Table[] {
  const lists: Lists = { byPath: new Map(), records: 0, cells: 0 }
  if (format === 'json') gatherJson(lists, '', parseJson(text) ?? parseJson(closedJson(text)) ?? null, 0)
  if (format === 'xml') gatherXml(lists, '', parseXml(text) ?? parseXml(closedXml(text)), 0)
  let cells = 0
  return [...lists.byPath].map(([name, { records, owners }]) => {
    const [titles, leftOut] = titlesOf(records)
    cells += titles.length * records.length
    if (cells > MAX_CELLS) throw tooLong()
    const table = toTable(name, titles, records)
    const inside = owners.some((owner) => owner !== undefined) ? { inside: owners } : {}
    return { ...table, ...inside, ...(leftOut.length === 0 ? {} : { leftOut }) }
  })
}

/** Whether a document can be read to its end. */
export function isWholeDocument(text: string, format: ReportFormat): boolean {
  if (format === 'xml') return parseXml(text) !== undefined
  return format !== 'json' || parseJson(text) !== undefined
}

/** The first titles, and those that are more than a table has, as far as they are remembered. */
function titlesOf(records: readonly Fields[]): readonly [readonly string[], readonly string[]] {
  const titles = new Set<string>()
  for (const record of records) for (const title of record.keys()) if (titles.size < MAX_TITLES) titles.add(title)
  const all = [...titles]
  return [all.slice(0, MAX_COLUMNS), all.slice(MAX_COLUMNS)]
}

function toTable(name: string, titles: readonly string[], records: readonly Fields[]): Table {
  const rows = records.map((record, index): Row => ({ number: index + 1, cells: titles.map((title) => record.get(title) ?? '') }))
  return { name, rows: [{ number: 0, cells: titles }, ...rows] }
}

/** Numbers come as their source text. `undefined` for what is no JSON. */
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    )
  } catch {
    return undefined
  }
}

/** A document that was cut off, up to the end of its last whole object or list, with what is open closed. */
function closedJson(text: string): string {
  const open: string[] = []
  // After the last end there are only beginnings: those below `depth` are open there.
  let [isText, end, depth] = [false, 0, 0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isText) {
      if (code === 92) i++
      else if (code === 34) isText = false
    } else if (code === 34) isText = true
    else if (code === 123 || code === 91) open.push(code === 123 ? '}' : ']')
    else if (code === 125 || code === 93) {
      open.pop()
      end = i + 1
      depth = open.length
    }
  }
  return text.slice(0, end) + open.slice(0, depth).reverse().join('')
}

/** The same of XML, up to the end of its last whole element. */
function closedXml(text: string): string {
  const open: string[] = []
  let [end, depth] = [0, 0]
  for (let at = text.indexOf('<'); at >= 0; ) {
    const stop = endOfMarkup(text, at)
    if (stop < 0) break
    const isEnd = text[at + 1] === '/'
    const isElement = !isEnd && text[at + 1] !== '!' && text[at + 1] !== '?'
    if (isEnd) open.pop()
    else if (isElement && text[stop - 2] !== '/') open.push(/^[^\s>]+/.exec(text.slice(at + 1, at + MAX_PATH))?.[0] ?? '')
    if (isEnd || (isElement && text[stop - 2] === '/')) [end, depth] = [stop, open.length]
    at = text.indexOf('<', stop)
  }
  const closing = open.slice(0, depth).reverse()
  return text.slice(0, end) + closing.map((name) => `</${name}>`).join('')
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Behind the tag, comment or the like that begins here; -1 when it has no end. */
function endOfMarkup(text: string, at: number): number {
  const [start, close] = SECTIONS.find(([begins]) => text.startsWith(begins, at)) ?? []
  if (close !== undefined) {
    const stop = text.indexOf(close, at + start.length)
    return stop < 0 ? -1 : stop + close.length
  }
  for (let i = at + 1; i < text.length; i++) {
    const sign = text[i]
    if (sign === '>') return i + 1
    if (sign !== '"' && sign !== "'") continue
    i = text.indexOf(sign, i + 1)
    if (i < 0) return -1
  }
  return -1
}

/** `owner`: the number of the record that it is inside of. */
function gatherJson(lists: Lists, path: string, value: Json, depth: number, owner?: number): void {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH || path.length > MAX_PATH) return
  if (!isList(value)) {
    for (const [name, member] of Object.entries(value)) gatherJson(lists, within(path, name), member, depth + 1, owner)
    return
  }
  for (const item of value) {
    if (item === null || typeof item !== 'object' || isList(item)) continue
    const fields: Fields = new Map()
    addMembers(fields, '', item, 0)
    const own = addTo(lists, path, fields, owner)
    for (const [name, member] of Object.entries(item)) gatherJson(lists, within(path, name), member, depth + 1, own)
  }
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function addMembers(fields: Fields, path: string, record: { readonly [name: string]: Json }, depth: number): void {
  for (const [name, value] of Object.entries(record)) {
    const title = within(path, name)
    if (title.length > MAX_PATH || depth > MAX_DEPTH) continue
    if (value === null) fields.set(title, '')
    else if (typeof value !== 'object') fields.set(title, String(value))
    else if (!isList(value)) addMembers(fields, title, value, depth + 1)
    else if (value.every((item) => typeof item !== 'object')) fields.set(title, value.join(', '))
  }
}

function parseXml(text: string): XmlElement | undefined {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

function gatherXml(lists: Lists, path: string, element: XmlElement | undefined, depth: number): void {
  if (element === undefined || depth > MAX_DEPTH) return
  const own = within(path, element.name)
  if (own.length > MAX_PATH) return
  const fields: Fields = new Map(Object.entries(element.attributes))
  for (const child of element.children) {
    if (child.children.length === 0 && Object.keys(child.attributes).length === 0) fields.set(child.name, child.text.trim())
    else gatherXml(lists, own, child, depth + 1)
  }
  if (fields.size > 0) addTo(lists, own, fields)
}

/** Answers the number of the record. */
function addTo(lists: Lists, path: string, fields: Fields, owner?: number): number {
  lists.records++
  lists.cells += fields.size
  if (lists.records > MAX_RECORDS || lists.cells > MAX_CELLS) throw tooLong()
  const list = lists.byPath.get(path) ?? { records: [], owners: [] }
  lists.byPath.set(path, list)
  list.owners.push(owner)
  return list.records.push(fields)
}

function tooLong(): ReportRefusal {
  const detail = `The document has more than ${MAX_RECORDS} records or ${MAX_CELLS} cells. Split the report.`
  return new ReportRefusal('too-many-rows', detail)
}

/** With the lists of records, which are read when somebody asks for them, once. */
export function withRecords(file: ReportFile, read: () => readonly Table[]): ReportFile {
  let records: readonly Table[] | undefined
  return Object.defineProperty({ ...file }, 'records', {
    get: () => {
      records ??= read()
      return records
    },
    enumerable: false,
  })
}
