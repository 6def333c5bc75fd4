/** XML from outside sources, with their errors. */
import { sourceError } from './http.ts'
import { findElements, readXml, type XmlElement, XmlError } from './xml.ts'

/** Parses an answer. Throws AppError `source/format` when it is damaged. */
export function readSourceXml(text: string, source: string): XmlElement {
  try {
    return readXml(text.trimStart())
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause
    throw sourceError('format', `${source} sent XML that cannot be read: it may be cut off.`, { cause })
  }
}

/** The elements of this name below `root`; throws AppError `source/format` when there is none: the format has changed. */
export function requireElements(root: XmlElement, name: string, source: string): XmlElement[] {
  const found = findElements(root, new Set([name]))
  if (found.length > 0) return found
  throw sourceError('format', `${source} sent XML without any "${name}": the format has changed.`)
}

/** The text of the first child of this name, trimmed; `''` when there is none. */
export function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}
