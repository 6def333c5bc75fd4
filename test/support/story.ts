import { beforeAll } from 'bun:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { serveTo, sharedBrowser } from '#test/support/browser.ts'

/** The moment at which stories happen. */
const NOW = '2026-06-30T12:00:00Z'

/** A browser for stories, and the service that they happen in. */
export function useStories() {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  /** The service with all importers; `enter` opens a browser of somebody's own, of this size. */
  return async function begin() {
    if (!browser) throw new Error('no browser')
    const app = await createTestApp({
      clock: () => new Date(NOW),
      deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } },
    })
    const { openTab } = serveTo(browser, app)
    const enter = async (width: number, user?: TestUser, options: BrowserContextOptions = {}) => {
      const look = { viewport: { width, height: width < 600 ? 780 : 860 }, isMobile: width < 600, hasTouch: width < 600 }
      const opened = await openTab({ ...look, ...options }, user)
      opened.tab.setDefaultTimeout(25_000)
      await opened.tab.clock.setFixedTime(new Date(NOW))
      return { ...opened, ...walking(opened.tab) }
    }
    return { app, enter }
  }
}

/** What a person does on a page: follows what has a name, fills what has a label, and reads. */
function walking(tab: Page) {
  const main = tab.getByRole('main')
  const title = (name: string | RegExp) => tab.getByRole('heading', { level: 1, name }).waitFor()
  return {
    main,
    title,
    follow: (name: string | RegExp, within: Locator = main) => within.getByRole('link', { name }).first().click(),
    press: (name: string | RegExp, within: Locator = main) => within.getByRole('button', { name }).first().click(),
    fill: (label: string | RegExp, text: string, within: Locator = main) => within.getByLabel(label).first().fill(text),
    /** The words of the page, as they are seen. */
    read: () => main.innerText(),
  }
}

/** The row of a table that has these words, cell by cell. */
export async function rowOf(within: Locator, words: string | RegExp): Promise<string[]> {
  const row = within.getByRole('row').filter({ hasText: words }).first()
  const cells = await row.locator('th, td').allInnerTexts()
  return cells.map((one) => one.replace(/\s+/g, ' ').trim())
}

/** Faults of a tab, but for forms that were answered with what is wrong with them. */
export function unexpected(faults: readonly string[]): string[] {
  return faults.filter((one) => !/ status of 422 /.test(one))
}
