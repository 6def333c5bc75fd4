import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createInspector } from '#test/support/accessibility.ts'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { BROWSER, type Look, screenOf, serveTo, sharedBrowser } from '#test/support/browser.ts'
import { crawl, createReader } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

const LOOKS = [
  { width: 1280, height: 860, colorScheme: 'light', isPhone: false },
  { width: 360, height: 780, colorScheme: 'dark', isPhone: true },
] as const satisfies readonly Look[]

if (BROWSER === undefined) console.log('no Chromium on this machine: the tests in a browser are left out')

/** Milliseconds that the walks may take on a machine that does much else; by itself it takes half a minute. */
const SLOWEST = 600_000

/** Pages of which several things are chosen at once look like those of which one is. */
const hasOneChoice = (path: string) => new URLSearchParams(path.split('?')[1]).size <= 1

describe.skipIf(BROWSER === undefined)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  test(
    'every sort of page is whole in a wide window and on a phone: nothing fails, scrolls sideways or keeps anybody out',
    async () => {
      const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
      const { owner } = await fillLedger(app)
      const all = await crawl(createReader(app, owner))
      const pages = all.pages.filter(({ path }) => hasOneChoice(path))
      const { tab, faults } = await serveTo(browser, app).openTab({ viewport: null }, owner)
      const inspect = await createInspector(tab)
      const lookAs = await screenOf(tab)
      const found: string[] = []
      for (const [index, { path }] of pages.entries()) {
        // One look loads every other page, the other those between.
        const looks = index % 2 === 0 ? LOOKS : LOOKS.toReversed()
        for (const [turn, look] of looks.entries()) {
          await lookAs(look)
          const answer = turn === 0 ? await tab.goto(path) : null
          if (turn === 0 && answer?.status() !== 200) found.push(`${path} ${answer?.status()}`)
          const { width, elements, violations } = await inspect(`${look.width}`)
          if (width > look.width) found.push(`${path} at ${look.width} px scrolls sideways by ${width - look.width} px`)
          if (elements > 5000) found.push(`${path} has ${elements} elements`)
          for (const one of violations) found.push(`${path} at ${look.width} px: ${one}`)
        }
        for (const one of faults.splice(0)) found.push(`${path} ${one}`)
      }
      expect(found).toEqual([])
    },
    SLOWEST,
  )

  test('the first account, signing out and signing in, as a person does it', async () => {
    const { openTab } = serveTo(browser, await createTestApp())
    const { tab, faults } = await openTab()
    await tab.goto('/')
    await tab.getByLabel('Username').fill('mira')
    await tab.getByLabel('E-mail address').fill('mira@example.org')
    await tab.getByLabel('Password').fill(PASSWORD)
    await tab.getByRole('button', { name: 'Make the first account' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByText('You are signed out.').waitFor()
    await tab.getByLabel('Username or e-mail address').fill('mira')
    await tab.getByLabel('Password').fill(PASSWORD)
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(faults).toEqual([])
  })

  test('the first key reaches a way past the navigation, `?` opens the help and Escape closes it', async () => {
    const app = await createTestApp()
    const { openTab } = serveTo(browser, app)
    const { tab } = await openTab({}, await app.createUser())
    await tab.goto('/')
    await tab.keyboard.press('Tab')
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#content')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('?')
    await tab.getByRole('dialog').waitFor()
    await tab.keyboard.press('Escape')
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('a page on paper is light, and has no navigation', async () => {
    const app = await createTestApp()
    const { openTab } = serveTo(browser, app)
    const { tab } = await openTab({ colorScheme: 'dark' }, await app.createUser())
    await tab.goto('/')
    await tab.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const colours = await tab.evaluate(() =>
      [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor),
    )
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    expect(await tab.getByRole('navigation').count()).toBe(0)
    expect(await tab.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  })
})
