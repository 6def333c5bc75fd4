import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { violations } from '#test/support/accessibility.ts'
import { createTestApp } from '#test/support/app.ts'
import { BROWSER, serveTo, sharedBrowser } from '#test/support/browser.ts'
import { fillLedger } from '#test/support/web-world.ts'

/** Presses Tab until a field has the focus; how often. */
async function tabTo(tab: Page, name: string): Promise<number> {
  for (let pressed = 0; pressed < 20; pressed += 1) {
    if (await tab.evaluate((name) => document.activeElement?.getAttribute('name') === name, name)) return pressed
    await tab.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached`)
}

describe.skipIf(BROWSER === undefined)('transactions in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test('a purchase takes at most twelve keys beside its values, shows what it comes to, and the next form is ready', async () => {
    const app = await createTestApp()
    const { owner } = await fillLedger(app)
    const { tab, faults } = await serveTo(browser, app).openTab({}, owner)
    await tab.goto('/transactions')
    await tab.keyboard.press('n')
    await tab.waitForURL('**/transactions/new')
    // The browser gives it the focus with its first picture of the page; a key before that takes the focus elsewhere.
    await tab.locator('[name="/asset_id"]:focus').waitFor()
    let keys = 2
    for (const [name, value] of [
      ['/asset_id', 'SYM1'],
      ['/quantity', '3'],
      ['/price', '70.50'],
      ['/fees', '1'],
    ] as const) {
      keys += await tabTo(tab, name)
      await tab.keyboard.type(value)
    }
    expect(await tab.locator('.sum').innerText()).toContain('212.50')
    await tab.keyboard.press('Control+Enter')
    await tab.getByText('Saved.').waitFor()
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('/asset_id')
    expect(keys).toBeLessThanOrEqual(12)
    const [line] = (await app.call(owner, 'GET', '/transactions?limit=1')).body
    expect(line).toMatchObject({ type: 'BUY', quantity: '3', amount: '-212.5' })
    expect(faults).toEqual([])
  })

  test('rows are ticked by keys, deleted after a look at what goes, and brought back', async () => {
    const app = await createTestApp()
    const { owner } = await fillLedger(app)
    const { tab, faults } = await serveTo(browser, app).openTab({}, owner)
    await tab.goto('/transactions')
    for (const key of ['j', 'x', 'j', 'x']) await tab.keyboard.press(key)
    await tab.getByRole('button', { name: 'Delete' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Delete 2 transactions' }).waitFor()
    expect(await violations(tab)).toEqual([])
    await tab.getByRole('button', { name: 'Delete 2 transactions' }).click()
    await tab.getByRole('heading', { level: 1, name: '2 transactions are deleted' }).waitFor()
    expect(await violations(tab)).toEqual([])
    await tab.getByRole('button', { name: 'Undo' }).click()
    await tab.getByText('2 transactions are there again.').waitFor()
    expect(faults).toEqual([])
  })

  test('pasted rows are looked at on a phone', async () => {
    const app = await createTestApp()
    const { owner } = await fillLedger(app)
    const { tab } = await serveTo(browser, app).openTab({ viewport: { width: 360, height: 780 }, isMobile: true }, owner)
    await tab.goto('/transactions/paste')
    await tab.getByLabel('Rows').fill('2026-05-04\tPurchase\tSYM1\t3\t70.5\n2026-05-04\tPurchase\tCompany\t1,234\t70.5')
    await tab.getByRole('button', { name: 'Check the rows' }).click()
    await tab.getByText('1 row is not right yet').waitFor()
    expect(await violations(tab)).toEqual([])
    expect(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})
