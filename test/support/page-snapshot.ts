import type { CDPSession } from 'playwright-core'

const STYLES = [
  ...['color', 'background-color', 'background-image', 'opacity', 'font-size', 'font-weight', 'position', 'visibility'],
  ...['overflow-x', 'overflow-y', 'filter', 'mix-blend-mode', 'text-shadow'],
] as const

const NODE = { ELEMENT: 1, TEXT: 3 } as const

/** An element as it stands on a screen. */
export type SeenElement = {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  /** The element that it stands in; none of the first. */
  readonly parent: SeenElement | undefined
  /** All words in it that take a place on the screen, seen or not. */
  text: string
  /** Whether it takes a place on the screen and is not hidden, as what stands in `details` is until they are opened. */
  readonly isVisible: boolean
  readonly styles: Readonly<Record<(typeof STYLES)[number], string>>
  readonly width: number
  readonly height: number
  /** Whether it has more in it than it shows, and can be scrolled. */
  readonly isScrolled: boolean
}

type Snapshot = Awaited<ReturnType<typeof capture>>

const capture = (session: CDPSession) =>
  session.send('DOMSnapshot.captureSnapshot', { computedStyles: [...STYLES], includeDOMRects: true })

/** All elements of the page that is open, in the order of `querySelectorAll('*')`, and its width: read by the browser at once, without a script in the page. */
export async function seePage(session: CDPSession): Promise<{ elements: SeenElement[]; width: number }> {
  const snapshot = await capture(session)
  const [page] = snapshot.documents
  if (!page) throw new Error('no page is open')
  return { elements: elementsOf(snapshot), width: page.contentWidth ?? 0 }
}

function elementsOf({ documents: [page], strings }: Snapshot): SeenElement[] {
  if (!page) return []
  const { parentIndex = [], nodeType = [], nodeName = [], nodeValue = [], attributes = [], pseudoType } = page.nodes
  const places = new Map<number, number>()
  for (const [place, node] of page.layout.nodeIndex.entries()) if (!places.has(node)) places.set(node, place)
  const pseudo = new Set(pseudoType?.index)
  const said = (index: number | undefined) => strings[index ?? -1] ?? ''
  const seen: (SeenElement | undefined)[] = []
  const shut = new Set<SeenElement | undefined>()
  for (const [node, type] of nodeType.entries()) {
    const parent = seen[parentIndex[node] ?? -1]
    if (type === NODE.TEXT && places.has(node)) for (let one = parent; one; one = one.parent) one.text += said(nodeValue[node])
    if (type !== NODE.ELEMENT || pseudo.has(node)) continue
    const words = (attributes[node] ?? []).map(said)
    const pairs = words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? ''] as const] : []))
    const tag = said(nodeName[node]).toLowerCase()
    const isShut = shut.has(parent) && !(parent?.tag === 'details' && tag === 'summary')
    const made = {
      tag,
      attributes: new Map(pairs),
      parent,
      text: '',
      ...placeOf(page.layout, isShut ? undefined : places.get(node), said),
    }
    if (isShut || (tag === 'details' && !made.attributes.has('open'))) shut.add(made)
    seen[node] = made
  }
  return seen.filter((one) => one !== undefined)
}

type Layout = Snapshot['documents'][number]['layout']

function placeOf(layout: Layout, place: number | undefined, said: (index: number | undefined) => string) {
  const values = layout.styles[place ?? -1]
  const styles = Object.fromEntries(STYLES.map((name, at) => [name, said(values?.[at])])) as SeenElement['styles']
  const [, , width = 0, height = 0] = layout.bounds[place ?? -1] ?? []
  const [, , inWidth = 0, inHeight = 0] = layout.scrollRects?.[place ?? -1] ?? []
  const [, , outWidth = 0, outHeight = 0] = layout.clientRects?.[place ?? -1] ?? []
  const can = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  const isWider = can(styles['overflow-x']) && inWidth > outWidth
  const isScrolled = isWider || (can(styles['overflow-y']) && inHeight > outHeight)
  return { styles, width, height, isScrolled, isVisible: place !== undefined && styles.visibility === 'visible' }
}
