/** JSON and XML as tables: each list of records under its path, whatever the size of the document. */
import type { ReportFormat, Row, Table } from '../brim/contract.ts'
import { readXml, type XmlElement, XmlError } from './xml.ts'

type Fields = Map<string, string>
type Lists = Map<string, Fields[]>
type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const MAX_COLUMNS = 400

/**
 * The lists of records of a document, of at most `maxRows` records each: the first row (number 0) has the titles, row n is record n. Of a document
 * that is cut off, the records before the end. Empty for what cannot be read.
 */
export function readRecordTables(text: string, format: ReportFormat, maxRows = Number.POSITIVE_INFINITY): readonly Table[] {
  const lists: Lists = new Map()
  if (format === 'json') gatherJson(lists, '', parseJson(text))
  if (format === 'xml') gatherXml(lists, '', parseXml(text))
  return [...lists].map(([name, records]) => toTable(name, records.slice(0, maxRows)))
}

function toTable(name: string, records: readonly Fields[]): Table {
  const titles = [...new Set(records.flatMap((record) => [...record.keys()]))].slice(0, MAX_COLUMNS)
  const rows = records.map((record, index): Row => ({ number: index + 1, cells: titles.map((title) => record.get(title) ?? '') }))
  return { name, rows: [{ number: 0, cells: titles }, ...rows] }
}

/** Numbers come as their source text. */
function parseJson(text: string): Json {
  const read = (source: string): Json =>
    JSON.parse(source, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    )
  try {
    return read(text)
  } catch {
    try {
      return read(closed(text))
    } catch {
      return null
    }
  }
}

/** A document that was cut off, up to the end of its last whole object or list, with what is open closed. */
function closed(text: string): string {
  const open: string[] = []
  let [isText, end, rest] = [false, 0, '']
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
      rest = open.toReversed().join('')
    }
  }
  return text.slice(0, end) + rest
}

function gatherJson(lists: Lists, path: string, value: Json): void {
  if (value === null || typeof value !== 'object') return
  if (!isList(value)) {
    for (const [name, member] of Object.entries(value)) gatherJson(lists, path === '' ? name : `${path}.${name}`, member)
    return
  }
  for (const item of value) {
    if (item === null || typeof item !== 'object' || isList(item)) continue
    const fields: Fields = new Map()
    addMembers(fields, '', item)
    addTo(lists, path, fields)
    for (const [name, member] of Object.entries(item)) gatherJson(lists, path === '' ? name : `${path}.${name}`, member)
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function addMembers(fields: Fields, path: string, record: { readonly [name: string]: Json }): void {
  for (const [name, value] of Object.entries(record)) {
    const title = path === '' ? name : `${path}.${name}`
    if (value === null) fields.set(title, '')
    else if (typeof value !== 'object') fields.set(title, String(value))
    else if (!isList(value)) addMembers(fields, title, value)
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

function gatherXml(lists: Lists, path: string, element: XmlElement | undefined): void {
  if (element === undefined) return
  const own = path === '' ? element.name : `${path}.${element.name}`
  const fields: Fields = new Map(Object.entries(element.attributes))
  for (const child of element.children) {
    if (child.children.length === 0 && Object.keys(child.attributes).length === 0) fields.set(child.name, child.text.trim())
    else gatherXml(lists, own, child)
  }
  if (fields.size > 0) addTo(lists, own, fields)
}

function addTo(lists: Lists, path: string, fields: Fields): void {
  const known = lists.get(path)
  if (known) known.push(fields)
  else lists.set(path, [fields])
}
