/** The pictures of pages in the README, of the demo's data on a fixed day. `bun run pictures` takes them again. */
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { makeDemo, type Send } from '#src/demo/make.ts'
import { createTestApp } from '#test/support/app.ts'
import { BROWSER, launchBrowser, serveTo } from '#test/support/browser.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const FOLDER = '.github/pictures'
const NAMES = ['overview', 'overview-phone', 'holdings', 'explanation', 'import', 'gains-on-paper']
const MAX_BYTES = 60_000
const NOW = '2026-06-30T12:00:00Z'
const [QUALITY, WIDE, PHONE, A4] = [66, { width: 1280, height: 900 }, { width: 360, height: 780 }, { width: 794, height: 900 }]
const REPORT = `date,type,symbol,name,asset_type,quantity,price,amount,currency,fees,taxes,external_id,description
2026-06-01,DEPOSIT,,,,,,1500,EUR,,,H-201,Savings
2026-06-03,BUY,WRLD.DEMO,Demo World Index,ETF,9,98.40,,EUR,1.50,,H-202,
2026-06-10,BUY,GROV,Grove Timber,STOCK,12,24.15,,EUR,1.50,,H-203,
2026-06-18,DIVIDEND,WRLD.DEMO,Demo World Index,ETF,,,31.62,EUR,,11.18,H-204,June
2026-06-24,Rebate,,,,,,4.2,EUR,,,H-205,
`

/** The demo, in a service whose day is fixed. */
async function openDemo() {
  const app = await createTestApp({
    clock: () => new Date(NOW),
    deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } },
  })
  const user = await app.createUser({ username: 'mira' })
  const send: Send = async (operation: string, { body }: { readonly body: unknown }) => {
    const [method = '', path = ''] = operation.split(' ')
    const answer = await app.call(user, method, path, body)
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body
  }
  const names = { homeBroker: 'Harbour Bank', abroadBroker: 'Tidewater Broker' }
  await makeDemo(send, { home: 'EUR', today: NOW.slice(0, 10), names, hasRates: true })
  return { app, user }
}

async function take(tab: Page, name: string): Promise<void> {
  await tab.evaluate(() => document.fonts.ready)
  const session = await tab.context().newCDPSession(tab)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await Bun.write(join(ROOT, FOLDER, `${name}.webp`), Buffer.from(data, 'base64'))
}

test.skipIf(process.env['PICTURE_UPDATE'] !== 'true' || BROWSER === undefined)('the pictures are taken', async () => {
  mkdirSync(join(ROOT, FOLDER), { recursive: true })
  const { app, user } = await openDemo()
  const browser = await launchBrowser()
  const { openTab } = serveTo(browser, app)
  const { tab } = await openTab({ viewport: WIDE }, user)
  await tab.clock.setFixedTime(new Date(NOW))
  await tab.goto('/?period=all')
  await take(tab, 'overview')
  await tab.locator('.big a').click()
  await tab.getByRole('dialog').getByRole('table').first().waitFor()
  await take(tab, 'explanation')
  await tab.goto('/holdings')
  await take(tab, 'holdings')
  await tab.goto('/imports/new')
  await tab.getByLabel('Broker', { exact: true }).selectOption({ label: 'Harbour Bank' })
  await tab.getByLabel('Report files').setInputFiles({ name: 'june.csv', mimeType: 'text/csv', buffer: Buffer.from(REPORT) })
  await tab.getByRole('button', { name: 'Upload and review' }).click()
  await tab.getByText('every one accounted for').waitFor()
  await take(tab, 'import')
  await tab.setViewportSize(A4)
  await tab.goto('/reports/gains?year=all')
  await tab.emulateMedia({ media: 'print' })
  await tab.evaluate(() => document.body.style.setProperty('padding', '48px'))
  await take(tab, 'gains-on-paper')
  const phone = await openTab({ viewport: PHONE, colorScheme: 'dark', isMobile: true, deviceScaleFactor: 1.5 }, user)
  await phone.tab.clock.setFixedTime(new Date(NOW))
  await phone.tab.goto('/?period=all')
  await take(phone.tab, 'overview-phone')
  await browser.close()
})

test.each(NAMES)('the picture %s is small, and the README shows it with words', (name) => {
  const path = `${FOLDER}/${name}.webp`
  expect(existsSync(join(ROOT, path))).toBe(true)
  expect(statSync(join(ROOT, path)).size).toBeLessThanOrEqual(MAX_BYTES)
  expect(new RegExp(`!\\[[^\\]]{10,}\\]\\(${path}\\)`).test(readFileSync(join(ROOT, 'README.md'), 'utf8'))).toBe(true)
})
