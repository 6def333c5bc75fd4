import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { seePage } from '#test/support/page-snapshot.ts'
import { looksOf, sortsOf } from '#test/support/sorts.ts'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

type AxeResults = { violations: { id: string; nodes: { target: string[] }[] }[] }
type Axe = { run: (options: object) => Promise<AxeResults>; configure: (options: object) => void }

/** What axe-core finds against WCAG 2.2 AA and its best practices. */
export async function violations(tab: Page): Promise<string[]> {
  if (!(await tab.evaluate(() => 'axe' in globalThis))) await tab.evaluate(AXE)
  return findViolations(tab, { runOnly: RULES })
}

/** How a page came out: its width, how many elements it has, and what axe-core finds. */
type Inspected = { readonly width: number; readonly elements: number; readonly violations: readonly string[] }

/** Marks of elements that the rules about looks are to measure, and the rules. */
const MEASURED = { contrasts: 'color-contrast', targets: 'target-size', scrolled: 'scrollable-region-focusable' } as const
const LOOKS = Object.keys(MEASURED) as (keyof typeof MEASURED)[]

/**
 * Looks the pages that a tab opens over like `violations`, and leaves out what must come out as it did before. All rules are tried of a page that shows a sort of element, a step between headings or
 * a reference that leads nowhere which no page has shown ([sorts.ts](sorts.ts)). Rules about looks are tried of those elements that look like none before in the same width: of contrast, which costs most, those
 * with words whose colours, or those that they stand on, are new; of the size of what is pressed, what is small; of regions that scroll, those that do.
 */
export async function createInspector(tab: Page): Promise<(look: string) => Promise<Inspected>> {
  // The browser compiles it once, and runs it on pages that need it.
  await tab.addInitScript(`globalThis.bringAxe = () => {${AXE}}`)
  const session = await tab.context().newCDPSession(tab)
  const known = new Set<string>()
  const isNew = (key: string) => {
    const before = known.size
    return known.add(key).size > before
  }
  return async (look) => {
    const { elements, width } = await seePage(session)
    const seen = looksOf(elements)
    const fresh = LOOKS.map((name) => seen[name].filter(({ key }) => isNew(`${look} ${name} ${key}`)).map(({ index }) => index))
    const isOfNewSort = [...sortsOf(elements)].filter(isNew).length > 0
    const rules = LOOKS.filter((_, at) => fresh[at]?.length).map((name) => MEASURED[name])
    const counted = { width, elements: elements.length }
    if (!isOfNewSort && rules.length === 0) return { ...counted, violations: [] }
    await tab.evaluate(
      bringMarked,
      LOOKS.map((name, at) => [MEASURED[name], fresh[at] ?? []] as const),
    )
    const runOnly = isOfNewSort ? RULES : { type: 'rule', values: rules }
    return { ...counted, violations: await findViolations(tab, { runOnly, preload: false }) }
  }
}

/** In the page: has axe-core measure for these rules the elements at these places only. */
function bringMarked(measured: readonly (readonly [rule: string, places: readonly number[]])[]): void {
  const page = globalThis as unknown as { axe?: Axe; bringAxe: () => void }
  if (!page.axe) page.bringAxe()
  const all = document.querySelectorAll('*')
  for (const [rule, places] of measured) {
    for (const one of document.querySelectorAll(`[data-${rule}]`)) one.removeAttribute(`data-${rule}`)
    for (const place of places) all[place]?.setAttribute(`data-${rule}`, '')
  }
  page.axe?.configure({ rules: measured.map(([id]) => ({ id, selector: `[data-${id}]` })) })
}

function findViolations(tab: Page, options: object): Promise<string[]> {
  return tab.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, options)
}
