import { afterAll, describe, expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { ENTRIES } from '#src/web/routes.ts'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { crawl, createReader, inner, type WebPage } from '#test/support/web.ts'
import { BITE, fillLedger } from '#test/support/web-world.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types fragment"

describe('every page that links lead to', async () => {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  afterAll(takeOver())
  const world = await fillLedger(app)
  const before = await app.call(world.owner, 'GET', '/transactions?limit=1&count=true')
  const { pages, bad } = await crawl(createReader(app, world.owner))
  const all = (fault: (page: WebPage) => unknown) => pages.flatMap((page) => (fault(page) ? [[page.path, fault(page)]] : []))

  const ours = new RegExp(`^/(brokers/${world.broker}|imports/[0-9a-f-]{36}|transactions/\\d+)\\b`)
  const isOfBroker = ({ path }: WebPage) => ours.test(path)

  test('answers, and asking for it changes nothing', async () => {
    expect(bad).toEqual([])
    const after = await app.call(world.owner, 'GET', '/transactions?limit=1&count=true')
    expect(after.headers.get('x-total-count')).toBe(before.headers.get('x-total-count'))
    expect(pages.length).toBeGreaterThan(1)
  })

  test('has the headers that let nothing in', () => {
    expect(all(({ headers }) => headers.get('content-security-policy') !== POLICY)).toEqual([])
    expect(all(({ headers }) => headers.get('referrer-policy') !== 'same-origin')).toEqual([])
    expect(all(({ headers }) => headers.get('cache-control') !== 'private, no-store')).toEqual([])
    expect(all(({ headers }) => headers.get('x-content-type-options') !== 'nosniff')).toEqual([])
  })

  test('has one h1, one main, a title, a language, a navigation, and no dead button, handler, style or script of its own', () => {
    const isWhole = ({ counts, lang, title, html }: WebPage) =>
      counts.get('h1') === 1 &&
      counts.get('main') === 1 &&
      lang !== '' &&
      title !== '' &&
      counts.has('nav') &&
      html.startsWith('<!doctype html>')
    expect(all((page) => !isWhole(page))).toEqual([])
    expect(all(({ faults }) => faults.length > 0 && faults.join())).toEqual([])
  })

  test('has only links that lead somewhere, and says noopener to other sites', () => {
    const rotten = ({ links, ids }: WebPage) =>
      links.find(
        ({ href }) =>
          href === '' || href === '#' || /^javascript:/i.test(href) || (href.startsWith('#') && !ids.has(href.slice(1))),
      )?.href
    expect(all(rotten)).toEqual([])
    expect(all(({ links }) => links.find(({ href, rel }) => /^https?:/.test(href) && !rel.includes('noopener'))?.href)).toEqual(
      [],
    )
  })

  test('shows what people wrote as text, whatever they wrote', () => {
    expect(all(({ html }) => html.includes('<img src=x') || html.includes('<script>alert'))).toEqual([])
    expect(BITE).toContain('<script>')
  })

  test('moves no more than 20 kB, packed, and loads nothing from elsewhere', () => {
    expect(all(({ html }) => Bun.gzipSync(new TextEncoder().encode(html)).byteLength > 20_000)).toEqual([])
    expect(all(({ files }) => files.find((file) => !/^\/(-\/|manifest|api\/v1\/|assets\/|brokers\/)/.test(file)))).toEqual([])
  })

  test('shows no amount and no quantity in privacy mode', async () => {
    const reader = createReader(app, world.owner)
    reader.cookies.set('private', '1')
    const found: string[] = []
    for (const { path } of pages) {
      const { html, status } = await reader.get(path)
      if (status !== 200) found.push(`${path} ${status}`)
      for (const secret of world.secrets)
        if (html.replace(/[,\u00a0\u202f]/g, '').includes(secret)) found.push(`${path} ${secret}`)
    }
    expect(found).toEqual([])
  })

  test('is 303 to sign in for who is nobody, with the way back', async () => {
    const nobody = createReader(app)
    const open: string[] = []
    for (const { path } of pages) {
      const { status, headers } = await nobody.get(path)
      const back = decodeURIComponent(headers.get('location') ?? '')
      if (status !== 303 || (path !== '/' && !back.includes(path))) open.push(`${path} ${status} ${back}`)
    }
    expect(open).toEqual([])
  })

  test('refuses forms from elsewhere', async () => {
    const reader = createReader(app, world.owner)
    const through: string[] = []
    const elsewhere = [
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    ]
    // A form that stands on many pages, with the same fields for the same address, is one.
    const forms = new Map(
      pages.flatMap((page) =>
        page.forms
          .filter(({ method }) => method === 'post')
          .map((form) => [
            JSON.stringify([inner(page.path, form.action || page.path), form.fields.map(([name]) => name)]),
            { page, form },
          ]),
      ),
    )
    expect(forms.size).toBeGreaterThan(30)
    for (const { page, form } of forms.values())
      for (const headers of elsewhere) {
        const { status } = await reader.submit(page, { form: (one) => one === form, headers })
        if (status !== 403) through.push(`${form.action} ${status}`)
      }
    expect(through).toEqual([])
  })

  test('is not there for strangers where it is of a broker, in the words of one that is missing', async () => {
    const stranger = createReader(app, world.stranger)
    const wrong: string[] = []
    for (const { path } of pages.filter(isOfBroker)) {
      const { status, h1 } = await stranger.get(path)
      if (status !== 404 || h1 !== 'There is nothing here') wrong.push(`${path} ${status} ${h1}`)
    }
    expect(wrong).toEqual([])
  })

  test('shows a viewer no form that changes what is theirs to look at only', async () => {
    const viewer = createReader(app, world.viewer)
    const found: string[] = []
    for (const { path } of pages.filter(isOfBroker)) {
      const page = await viewer.get(path)
      if (page.status !== 200) continue
      for (const { action, method, buttons } of page.forms)
        if (
          method === 'post' &&
          !/\/(privacy|sign-out)$/.test(action) &&
          !buttons.every(({ text }) => /leave|check|try|show/i.test(text))
        )
          found.push(`${path} ${action} ${buttons.map(({ text }) => text)}`)
    }
    expect(found).toEqual([])
  })
})

test('an address that is none is a page with 404 for people, a problem for programs', async () => {
  const app = await createTestApp()
  const page = await createReader(app, await app.createUser()).get('/there-is-nothing-here')
  expect([page.status, page.h1, page.counts.get('h1')]).toEqual([404, 'There is nothing here', 1])
  const program = await app.app.request('/there-is-nothing-here')
  expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test('below a BASE_PATH every page and every file stays there', async () => {
  const app = await createTestApp({ env: { BASE_PATH: '/money' } })
  const reader = createReader(app, await app.createUser())
  const home = await reader.get('/money/')
  expect(home.status).toBe(200)
  expect(home.links.filter(({ href }) => !href.startsWith('/money') && !href.startsWith('#'))).toEqual([])
  expect(home.files.filter((file) => !file.startsWith('/money/'))).toEqual([])
  for (const file of home.files) expect([file, (await reader.get(file)).status]).toEqual([file, 200])
})

test('files of the pages never change under their address', async () => {
  const app = await createTestApp()
  const reader = createReader(app)
  const { files } = await reader.get('/register')
  for (const file of files.filter((one) => one.startsWith('/-/'))) {
    const { status, headers } = await reader.get(file)
    expect([file, status, headers.get('cache-control')]).toEqual([file, 200, 'public, max-age=31536000, immutable'])
  }
})

test('the script and the style sheets are whole, and at most 12 kB on the wire', async () => {
  const app = await createTestApp()
  const { files } = await createReader(app).get('/register')
  const sizeOf = async (name: string) => {
    const answer = await app.app.request(files.find((file) => file.endsWith(name)) ?? '', {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    const packed = new Uint8Array(await answer.arrayBuffer())
    return { packed: packed.byteLength, text: new TextDecoder().decode(Bun.gunzipSync(packed)) }
  }
  const [script, style] = [await sizeOf('app.js'), await sizeOf('style.css')]
  expect(script.text.length).toBeLessThan(12_000)
  expect(script.text).toContain('data-dialog')
  expect(style.packed).toBeLessThan(12_000)
  for (const one of ['@font-face', '.side', '.card', '.verdict', '.field', '.rows', '.bar', 'dialog'])
    expect(style.text).toContain(one)
})

test('every page of the list can be opened', () => {
  expect(ENTRIES.length).toBeGreaterThan(4)
  expect(new Set(ENTRIES.map(({ path }) => path)).size).toBe(ENTRIES.length)
})

test('behind a proxy that changes Host, forms of PUBLIC_URL are ours', async () => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://money.example.org' } })
  const reader = createReader(app, await app.createUser())
  const page = await reader.get('/more')
  const from = (Origin: string) => reader.submit(page, { press: 'Hide amounts', headers: { Origin } })
  expect([(await from('https://money.example.org')).status, (await from('https://other.example.org')).status]).toEqual([303, 403])
})
