import { afterAll, describe, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

const written = (amount: string, currency = 'EUR') =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .format(Number(amount))
    .replace('-', '\u2212')

describe('the page of one asset', async () => {
  const app = await createTestApp()
  const { owner, assets, broker, viewer, stranger } = await fillLedger(app)
  afterAll(takeOver())
  const reader = createReader(app, owner)
  const [asset = 0] = assets

  test('shows what is held of it, its lots, its payments and its closes with the trades on them', async () => {
    const { holdings } = (await app.call(owner, 'GET', `/portfolio/holdings?asset_ids=${assets[1]}&lots=true`)).body
    const page = await reader.get(`/assets/${assets[1]}`)
    expect([page.status, page.h1]).toEqual([200, 'Company number 1'])
    for (const key of ['market_value', 'cost_basis', 'unrealised_gain', 'realised_gain', 'total_gain'])
      expect([key, page.text.includes(written(holdings[0][key]))]).toEqual([key, true])
    for (const lot of holdings[0].lots) expect(page.text).toContain(written(lot.cost))
    expect(page.html).toContain('Closes of Company number 1')
    expect(page.text).toContain('Sold, ')
    expect(page.text).toContain('€72.44')
    expect((await reader.get(`/assets/${asset}`)).text).toContain('€4,321.09')
  })

  test('says country and sector by name, in the language of the reader', async () => {
    const traveller = await app.createUser()
    const asset = { symbol: 'NTH', name: 'North', type: 'STOCK', currency: 'EUR', country: 'NL', sector: 'ENERGY' }
    const { id } = (await app.call(traveller, 'POST', '/assets', asset)).body
    const own = createReader(app, traveller)
    expect((await own.get(`/assets/${id}`)).text).toMatch(/Netherlands .*Energy/)
    await app.call(traveller, 'PATCH', '/auth/users/me/preferences', { language: 'de' })
    expect((await own.get(`/assets/${id}`)).text).toMatch(/Niederlande .*Energie/)
  })

  test('is the page of a missing one where there is none, and of whom it is not for', async () => {
    for (const id of ['999', '0', 'abc', '99999999999999999999']) {
      const { status, h1 } = await reader.get(`/assets/${id}`)
      expect([id, status, h1]).toEqual([id, 404, 'There is nothing here'])
    }
    const hidden = await createReader(app, stranger).get(`/assets/${asset}`)
    expect([hidden.status, hidden.h1]).toEqual([404, 'There is nothing here'])
  })

  test('has no button for who may only look', async () => {
    const page = await createReader(app, viewer).get(`/assets/${asset}`)
    expect(page.status).toBe(200)
    const buttons = page.forms.filter(({ method }) => method === 'post').flatMap(({ buttons }) => buttons.map(({ text }) => text))
    expect(buttons.filter((text) => !/Hide amounts|Sign out/.test(text))).toEqual([])
    expect(page.links.filter(({ href }) => /edit|closes|merge/.test(href))).toEqual([])
    for (const path of ['edit', 'closes', 'merge'])
      expect([path, (await createReader(app, viewer).get(`/assets/${asset}/${path}`)).status]).toEqual([path, 403])
  })

  test('has neither amounts nor quantities in privacy mode, but closes', async () => {
    const hidden = createReader(app, owner)
    hidden.cookies.set('private', '1')
    const { html, text } = await hidden.get(`/assets/${asset}`)
    for (const one of ['123.4567', '7565', '4321', '7,565', '4,321']) expect([one, html.includes(one)]).toEqual([one, false])
    expect(text).toContain('€71.43')
  })

  test('takes closes, one by one and pasted from a sheet, and says what is wrong with them beside the field', async () => {
    const path = `/assets/${asset}/closes`
    const form = await reader.get(path)
    const saved = await reader.submit(form, { press: 'Save the close', values: { '/0/date': '2026-01-05', '/0/close': '63,5' } })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/assets/${asset}?done=1`])
    const wrong = await reader.submit(form, { press: 'Save the close', values: { '/0/close': 'much' } })
    expect([wrong.status, wrong.html.includes('href="#f-0-close"')]).toEqual([422, true])
    const csv = 'date\tclose\n2026-01-06\t64.25\n2026-01-07\t65.5\n'
    expect((await reader.submit(form, { press: 'Save the closes', values: { csv } })).status).toBe(303)
    const faulty = await reader.submit(form, { press: 'Save the closes', values: { csv: 'date,close\n2026-13-01,1\n' } })
    expect([faulty.status, faulty.text.includes('not right yet')]).toEqual([422, true])
    const closes = (await app.call(owner, 'GET', `/assets/${asset}/prices?from=2026-01-05&to=2026-01-07`)).body
    expect(closes.map(({ close }: { close: string }) => close)).toEqual(['65.5', '64.25', '63.5'])
  })

  test('is changed by a form; what somebody else changed meanwhile is shown beside what was typed', async () => {
    const path = `/assets/${assets[2]}/edit`
    const form = await reader.get(path)
    const old = await reader.get(path)
    const saved = await reader.submit(form, { press: 'Save', values: { '/name': 'Renamed', '/isin': 'DE0007164600' } })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/assets/${assets[2]}?done=1`])
    expect((await reader.follow(saved)).h1).toBe('Renamed')
    const stale = await reader.submit(old, { press: 'Save', values: { '/name': 'Mine' } })
    expect(stale.status).toBe(412)
    expect(stale.text).toContain('Somebody has changed it meanwhile')
    expect(stale.html).toContain('value="Mine"')
    const wrong = await reader.submit(await reader.get(path), { press: 'Save', values: { '/isin': 'DE0007164601' } })
    expect([wrong.status, wrong.html.includes('href="#f-isin"')]).toEqual([422, true])
  })

  test('archives it, refuses to remove one in use, and removes one that nobody uses', async () => {
    const path = `/assets/${assets[1]}/edit`
    expect((await reader.submit(await reader.get(path), { press: 'Archive' })).status).toBe(303)
    expect((await app.call(owner, 'GET', `/assets/${assets[1]}`)).body.archived).toBe(true)
    await reader.submit(await reader.get(path), { press: 'Take out of the archive' })
    const used = await reader.submit(await reader.get(path), { press: 'Remove' })
    expect([used.status, used.text.includes('not right yet')]).toEqual([409, true])
    const made = await reader.submit(await reader.get('/assets/new'), {
      press: 'Add an asset',
      values: { '/name': 'Short lived', '/symbol': 'GONE', '/currency': 'EUR', '/type': 'STOCK' },
    })
    const page = await reader.follow(made)
    expect(page.h1).toBe('Short lived')
    const gone = await reader.submit(await reader.get(`${page.path}/edit`), { press: 'Remove' })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/assets'])
  })

  test('is merged into another after a look at what would be', async () => {
    const twin = (await app.call(owner, 'POST', '/assets', { symbol: 'TWIN', name: 'Twin', type: 'BOND', currency: 'EUR' })).body
    const path = `/assets/${twin.id}/merge`
    const found = await reader.get(`${path}?q=SYM2`)
    const link = found.links.find(({ href }) => href.includes('into='))
    const look = await reader.get(link?.href ?? '')
    expect(look.text).toContain('What it would be')
    expect((await app.call(owner, 'GET', `/assets/${twin.id}`)).status).toBe(200)
    const done = await reader.submit(look, { press: 'Merge them' })
    expect(done.headers.get('location')).toBe(`/assets/${assets[2]}?done=1`)
    expect((await app.call(owner, 'GET', `/assets/${twin.id}`)).status).toBe(404)
  })

  test('stands in the catalogue, which is searched and narrowed', async () => {
    const all = await reader.get('/assets')
    expect(all.h1).toBe('Assets and prices')
    expect(all.text).toContain('SYM0')
    const found = await reader.get('/assets?q=number%201')
    expect([found.text.includes('SYM1'), found.text.includes('SYM0')]).toEqual([true, false])
    expect((await reader.get('/assets?types=BOND')).text).not.toContain('SYM1')
    expect((await reader.get('/assets?types=NONSENSE')).status).toBe(422)
    expect((await reader.get('/assets?q=nothing+like+it')).text).toContain('No asset fits')
    expect(all.text).toContain('assets need a source')
    expect(broker).toBeGreaterThan(0)
  })
})
