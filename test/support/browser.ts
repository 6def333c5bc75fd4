import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterwards } from '#test/support/afterwards.ts'
import type { TestApp, TestUser } from '#test/support/app.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser of this machine; none where there is none. */
export const BROWSER = process.env['CHROMIUM'] ?? NAMES.flatMap((name) => Bun.which(name) ?? [])[0]

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A browser that reaches nothing but this machine; closed by who launches it. */
export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
  return chromium.launch({ ...(BROWSER && { executablePath: BROWSER }), args })
}

/** The service on a port of its own, which ends with the test, before a browser. */
export function serveTo(browser: Browser, { app }: Pick<TestApp, 'app'>) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request, server) => app.fetch(request, { server }),
  })
  afterwards(async () => {
    await server.stop(true)
  })
  const base = `http://127.0.0.1:${server.port}`

  /** A tab of a fresh browser; `faults` gathers errors of the console, requests that fail and those that leave the site. */
  async function openTab(options: BrowserContextOptions = {}, user?: TestUser) {
    const context = await browser.newContext({ baseURL: base, locale: 'en-US', reducedMotion: 'reduce', ...options })
    // Loaded with each page: then the browser compiles it once, not for each.
    await context.addInitScript(AXE)
    if (user) await context.addCookies([{ name: 'session', value: user.token, url: base }])
    const tab = await context.newPage()
    const faults: string[] = []
    tab.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`))
    tab.on('pageerror', (error) => faults.push(`script: ${error.message}`))
    tab.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) faults.push(`leaves the site: ${request.url()}`)
    })
    tab.on('requestfailed', (request) => {
      if (!/ERR_ABORTED/.test(request.failure()?.errorText ?? '')) faults.push(`failed: ${request.url()}`)
    })
    return { tab, faults, context }
  }
  return { base, openTab }
}

/** The screen of a window or of a phone. */
export type Look = {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
  readonly isPhone: boolean
}

/** Turns the screen of a tab, opened with `viewport: null`, into others without loading its page again. */
export async function screenOf(tab: Page): Promise<(look: Look) => Promise<void>> {
  const session = await tab.context().newCDPSession(tab)
  return async ({ width, height, colorScheme, isPhone: mobile }) => {
    await session.send('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 })
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
    await tab.emulateMedia({ colorScheme })
    await tab.waitForFunction((wide) => matchMedia(`(width: ${wide}px)`).matches, width)
  }
}

/** What axe-core finds against WCAG 2.2 AA and its best practices. */
export async function violations(tab: Page): Promise<string[]> {
  const results = await tab.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
    return (await axe.run({ runOnly })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, RULES)
  return results
}
type AxeResults = { violations: { id: string; nodes: { target: string[] }[] }[] }
