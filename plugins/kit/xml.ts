/** XML to elements in document order, by Bun's strict parser. */

export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** The document cannot be read; `message` is for the user. */
export class XmlError extends Error {}

type Node = { name?: string; attributes?: Record<string, string>; children?: (Node | string)[] }

/** Parses decoded XML. A document type declaration is refused (entities). Throws XmlError. */
export function readXml(text: string): XmlElement {
  if (/<!DOCTYPE/i.test(text))
    throw new XmlError('The file declares a document type (DOCTYPE); such files are refused. Export it again without.')
  try {
    return toElement(Bun.XML.parse(text.replace(/^<\?xml[^>]*\?>/, ''), { compact: false }) as Node)
  } catch (error) {
    if (error instanceof XmlError) throw error
    throw new XmlError('The file is not well-formed XML: it may be cut off. Export it again.')
  }
}

function toElement(node: Node): XmlElement {
  const children: XmlElement[] = []
  let text = ''
  for (const child of node.children ?? []) {
    if (typeof child === 'string') text += child
    else if (child.name !== undefined) children.push(toElement(child))
  }
  return { name: node.name ?? '', attributes: node.attributes ?? {}, children, text }
}

/** Every element of these names below `root`, in document order. */
export function findElements(root: XmlElement, names: ReadonlySet<string>): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (element: XmlElement) => {
    if (names.has(element.name)) found.push(element)
    for (const child of element.children) visit(child)
  }
  visit(root)
  return found
}
