import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What another width or other colours can change about elements that were seen in the first. */
const OF_THE_LOOK = ['color-contrast', 'target-size', 'scrollable-region-focusable']

type AxeResults = { violations: { id: string; nodes: { target: string[] }[] }[] }
type Axe = { run: (options: object) => Promise<AxeResults>; configure: (options: object) => void }

/** Has each page that a tab loads from now on bring axe-core along: the browser compiles it once, not for each. */
export async function bringAxe(tab: Page): Promise<void> {
  await tab.addInitScript(AXE)
}

/** What axe-core finds against WCAG 2.2 AA and its best practices. */
export async function violations(tab: Page): Promise<string[]> {
  if (!(await tab.evaluate(() => 'axe' in globalThis))) await tab.evaluate(AXE)
  return findViolations(tab, { runOnly: RULES })
}

/**
 * Looks pages of one site over like `violations`, each in several looks, and leaves out what must come out as it did before. In the first look of a page all rules are tried. In another one
 * they are tried if it shows a sort of element that no look has shown; if only colours are new, those rules that depend on the look; else none.
 * Contrast, which costs most, is measured of elements that differ from all before in what they or what they stand in are (names, classes, attributes), or in their colours and fonts.
 */
export function createInspector() {
  const shown = new Set<number>()
  const coloured = new Set<number>()
  return async (tab: Page, look: 'first' | 'another'): Promise<string[]> => {
    const news = await tab.evaluate(markNew, [...coloured])
    const isNew = news.shown.some((one) => !shown.has(one))
    const isColoured = news.coloured.some((one) => !coloured.has(one))
    for (const one of news.shown) shown.add(one)
    for (const one of news.coloured) coloured.add(one)
    if (look === 'another' && !isNew && !isColoured) return []
    const runOnly = look === 'first' || isNew ? RULES : { type: 'rule', values: OF_THE_LOOK }
    return findViolations(tab, { runOnly, preload: false }, '[data-new-colours]')
  }
}

function findViolations(tab: Page, options: object, contrastOf?: string): Promise<string[]> {
  return tab.evaluate(
    async ([options, selector]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      if (selector) axe.configure({ rules: [{ id: 'color-contrast', selector }] })
      const { violations } = await axe.run({ resultTypes: ['violations'], ...options })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    [options, contrastOf] as const,
  )
}

/** In the page: marks elements whose colours were not seen before, and answers the sorts that it shows, and those with their colours. */
function markNew(before: readonly number[]): { shown: number[]; coloured: number[] } {
  /** Contents rather than kind. */
  const own = new Set(
    'href src srcset value title datetime d points x y x1 x2 y1 y2 cx cy r width height transform viewBox'.split(' '),
  )
  const known = new Set(before)
  const shown = new Set<number>()
  const coloured = new Set<number>()
  const hash = (text: string, start: number): number => {
    let [high, low] = [(start % 0x1_0000_0000) ^ 0xdeadbeef, Math.trunc(start / 0x1_0000_0000) ^ 0x41c6ce57]
    for (let at = 0; at < text.length; at += 1) {
      high = Math.imul(high ^ text.charCodeAt(at), 2_654_435_761)
      low = Math.imul(low ^ text.charCodeAt(at), 1_597_334_677)
    }
    high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
    return (high & 0x1f_ffff) * 0x1_0000_0000 + (low >>> 0)
  }
  const walk = (element: Element, above: number, colours: number) => {
    const attributes = [...element.attributes].filter(({ name }) => !own.has(name))
    const words = attributes.map(({ name, value }) => `${name}=${name.startsWith('data-') ? '' : value.replace(/\d+/g, '0')}`)
    const kind = hash(`${element.tagName} ${words.join(' ')}`, above)
    const style = getComputedStyle(element)
    const look = [
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.fontSize,
      style.fontWeight,
      style.position,
    ]
    const colour = hash(look.join(' '), hash(String(kind), colours))
    if (element.checkVisibility({ visibilityProperty: true })) {
      shown.add(kind)
      if (!known.has(colour)) element.setAttribute('data-new-colours', '')
      coloured.add(colour)
    }
    for (const child of element.children) walk(child, kind, colour)
  }
  for (const element of document.querySelectorAll('[data-new-colours]')) element.removeAttribute('data-new-colours')
  walk(document.documentElement, 0, 0)
  return { shown: [...shown], coloured: [...coloured] }
}
