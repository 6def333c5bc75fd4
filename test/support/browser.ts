import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterwards } from '#test/support/afterwards.ts'
import type { TestApp, TestUser } from '#test/support/app.ts'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser of this machine, rather one without a window, which starts and opens tabs with half of the processor time; none where there is none. */
export const BROWSER = process.env['CHROMIUM'] ?? NAMES.flatMap((name) => Bun.which(name) ?? [])[0]

let launched: Promise<Browser> | undefined

/** The browser of all tests of this process, which ends with it. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser()
  return launched
}

/**
 * Features that tests have no use for. The list takes the place of the one of Playwright, of which all that concern one site on this machine are in it.
 * Without the first a page is drawn in the frame of the page before it, and loading takes three quarters of the processor time.
 */
const OFF = [
  'RenderDocument',
  'PaintHolding',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
]

/** A browser that reaches nothing but this machine; closed by who launches it. */
export function launchBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    // Pages are open for so short a time that compiling their scripts for speed costs more than it gives.
    '--js-flags=--no-opt --no-maglev',
    `--disable-features=${OFF}`,
  ]
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
    if (user) await context.addCookies([{ name: 'session', value: user.token, url: base }])
    afterwards(async () => {
      if (browser.isConnected()) await context.close()
    })
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
  let shown: Look | undefined
  return async (look) => {
    if (look === shown) return
    shown = look
    const { width, height, colorScheme, isPhone: mobile } = look
    const features = [
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]
    await Promise.all([
      session.send('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 }),
      session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile }),
      session.send('Emulation.setEmulatedMedia', { features }),
    ])
    await tab.evaluate(
      ([wide, scheme]) =>
        new Promise<void>((done) => {
          const query = matchMedia(`(width: ${wide}px) and (prefers-color-scheme: ${scheme})`)
          const look = () => (query.matches ? done() : setTimeout(look, 2))
          look()
        }),
      [width, colorScheme] as const,
    )
  }
}
