/** Elements of an XML document, by another reader than that of the importers; for documents without entities, comments and mixed text. */
export type RawElement = {
  readonly name: string
  readonly reference: string | undefined
  readonly parent: RawElement | undefined
  readonly children: RawElement[]
  text: string
}

/** All elements in document order. */
export function elementsOf(xml: string): RawElement[] {
  const all: RawElement[] = []
  let open: RawElement | undefined
  for (const [, end = '', name = '', attributes = '', empty = '', text = ''] of xml.matchAll(
    /<(\/?)([\w.-]+)([^<>]*?)(\/?)>([^<]*)/g,
  )) {
    if (end !== '') {
      open = open?.parent
      continue
    }
    const one: RawElement = {
      name,
      reference: /reference="([^"]*)"/.exec(attributes)?.[1],
      parent: open,
      children: [],
      text: text.trim(),
    }
    open?.children.push(one)
    all.push(one)
    if (empty === '') open = one
  }
  return all
}

export function textAt(element: RawElement | undefined, name: string): string {
  return element?.children.find((child) => child.name === name)?.text ?? ''
}

/** The element itself, or the one that its relative path leads to: ../../securities/security[2]. */
export function resolved(element: RawElement | undefined): RawElement | undefined {
  if (element?.reference === undefined) return element
  let at: RawElement | undefined = element
  for (const step of element.reference.split('/')) {
    const [, name = '', place = '1'] = /^([\w.-]+)(?:\[(\d+)\])?$/.exec(step) ?? []
    at = step === '..' ? at?.parent : at?.children.filter((child) => child.name === name)[Number(place) - 1]
  }
  return resolved(at)
}
