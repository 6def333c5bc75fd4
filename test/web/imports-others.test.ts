import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { readUpload } from '#src/web/upload.ts'
import { createTestApp } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'
import { createReader } from '#test/support/web.ts'
import { BITE } from '#test/support/web-world.ts'

const BANK = 'Buchungstag;Vorgang;Betrag;Waehrung\n05.02.2024;Zugang;6.543,21;EUR\n06.02.2024;Kosten;-12,50;EUR\n'

async function start() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker: number = (await app.call(user, 'POST', '/brokers', { name: 'Kleinbank', currency: 'EUR' })).body.id
  return { app, user, broker, reader: createReader(app, user) }
}

test('a table that nobody knows is read once its columns are said, and its columns can be stored', async () => {
  const { app, user, broker, reader } = await start()
  const { id } = (await upload(app, user, broker, 'bank.csv', BANK)).body
  const page = await reader.get(`/imports/${id}`)
  expect(page.text).toContain('Say what the columns are')
  expect(page.text).toContain('6.543,21')
  const isColumns = (form: { action: string }) => form.action.endsWith('/columns')
  const bad = await reader.submit(page, { form: isColumns, values: { '/types': 'Zugang' } })
  expect([bad.status, bad.text.includes('Write "Zugang" as word = KIND.')]).toEqual([422, true])
  const values = {
    '/types': 'Zugang = DEPOSIT\nKosten = fee',
    '/meaning/0': 'date',
    '/meaning/1': 'type',
    '/meaning/2': 'amount',
  }
  const sent = await reader.submit(page, {
    form: isColumns,
    values: { ...values, '/meaning/3': 'currency', '/date_format': 'dmy' },
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/imports/${id}`])
  const review = await reader.follow(sent)
  expect(review.text).toContain('Import 2 transactions')
  await reader.submit(review, { values: { '/name': 'Kleinbank' }, press: 'Save as a template' })
  expect((await app.call(user, 'GET', '/brokers/import/templates')).body.map((one: { name: string }) => one.name)).toEqual([
    'Kleinbank',
  ])
  expect((await reader.get(`/imports/${id}`)).text).toContain('Import 2 transactions')
})

test('no two columns mean the same, and one that seems to count may be said not to', async () => {
  const { app, user, broker, reader } = await start()
  const table = 'Tag;Was;Summe;Geld;Gebühr laut Liste\n05.02.2024;Zugang;6543,21;EUR;1,50\n'
  const { id } = (await upload(app, user, broker, 'liste.csv', table)).body
  const page = await reader.get(`/imports/${id}`)
  const form = (one: { action: string }) => one.action.endsWith('/columns')
  const types = { '/types': 'Zugang = DEPOSIT', '/date_format': 'dmy', '/meaning/1': 'type', '/meaning/3': 'currency' }
  const twice = await reader.submit(page, { form, values: { ...types, '/meaning/2': 'amount', '/meaning/4': 'amount' } })
  expect([twice.status, twice.text.includes('Two columns are said to be “Amount”. Choose one.')]).toEqual([422, true])
  const unread = await reader.submit(page, { form, values: { ...types, '/meaning/4': '' } })
  expect([unread.status, unread.text.includes('Gebühr laut Liste')]).toEqual([422, true])
  const sent = await reader.submit(page, { form, values: { ...types, '/meaning/4': 'ignore' } })
  expect((await reader.follow(sent)).text).toContain('1 as a transaction')
})

test('amounts of a file are in no page of it in privacy mode', async () => {
  const { app, user, broker, reader } = await start()
  const rows =
    'date,type,amount,currency,description\n2024-02-01,DEPOSIT,7654.32,EUR,had 7654.32 before\n2024-02-02,NONSENSE,8765.43,EUR,x\n'
  const { id } = (await upload(app, user, broker, 'own.csv', rows)).body
  const table = (await upload(app, user, broker, 'bank.csv', BANK)).body.id
  const paths = [`/imports/${id}`, `/imports/${id}?show=notes`, `/imports/${table}`]
  const found = async () => {
    const pages = await Promise.all(paths.map(async (path) => (await reader.get(path)).html.replace(/[,.]/g, '')))
    return pages.map((html) => /765432|876543|654321/.test(html))
  }
  expect(await found()).toEqual([true, true, true])
  reader.cookies.set('private', '1')
  expect(await found()).toEqual([false, false, false])
})

test('viewers see how far a report is and press nothing; strangers see that there is nothing', async () => {
  const { app, user, broker } = await start()
  const [viewer, stranger] = [await app.createUser(), await app.createUser()]
  await app.call(user, 'POST', `/brokers/${broker}/access`, { user_id: viewer.id, role: 'VIEWER' })
  const { id } = (
    await upload(app, user, broker, `${BITE.replaceAll('/', '')}.csv`, 'date,type,amount,currency\n2024-02-01,DEPOSIT,1,EUR\n')
  ).body
  const seen = await createReader(app, viewer).get(`/imports/${id}`)
  expect([seen.status, seen.h1, seen.text.includes('Waits for review')]).toEqual([200, `${BITE.replaceAll('/', '')}.csv`, true])
  expect(seen.forms.filter(({ action }) => action.includes('/imports'))).toEqual([])
  for (const path of ['', '/undo', '/delete', '/asset?ref=x']) {
    const page = await createReader(app, stranger).get(`/imports/${id}${path}`)
    expect([path, page.status, page.h1]).toEqual([path, 404, 'There is nothing here'])
  }
  const list = await createReader(app, stranger).get('/imports')
  expect([list.text.includes('No reports yet'), list.text.includes('alert(1)')]).toEqual([true, false])
})

test('a report is deleted with a page that says what goes', async () => {
  const { app, user, broker, reader } = await start()
  const text = 'date,type,amount,currency\n2024-02-01,DEPOSIT,1,EUR\n'
  const { id } = (await upload(app, user, broker, 'own.csv', text, '&import=true')).body
  const shown = await reader.get(`/imports/${id}/delete`)
  expect(shown.text).toContain('The transactions that it made stay.')
  const gone = await reader.submit(shown, { values: { '/undo': 'true' }, press: 'Delete the report' })
  expect(gone.headers.get('location')).toBe('/imports')
  expect((await app.call(user, 'GET', '/transactions')).body).toEqual([])
  expect((await reader.get(`/imports/${id}`)).status).toBe(404)
})

test('importers are listed with where their report is, and found by name', async () => {
  const { reader } = await start()
  const all = await reader.get('/imports/formats')
  expect(all.text).toContain('DEGIRO')
  const some = await reader.get('/imports/formats?q=degiro')
  expect([some.text.includes('DEGIRO'), some.text.includes('Kraken')]).toEqual([true, false])
})

test('directions to a report are in the language of the reader but for the words of the broker’s own site', async () => {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const reader = createReader(app, user)
  const listed = async (language: string, name: string) => {
    await app.call(user, 'PATCH', '/auth/users/me/preferences', { language })
    const { html } = await reader.get(`/imports/formats?q=${name}`)
    return /<p class="help">(.*?)<\/p>/s.exec(html)?.[1]
  }
  expect(await listed('de', 'bondora')).toBe(
    '<span lang="en">Reports &gt; Account statement, </span>Zeitraum wählen, dann<span lang="en"> Download CSV.</span>',
  )
  expect(await listed('fr', 'avanza')).toMatch(/^<span lang="sv">Min ekonomi &gt; Transaktioner &gt; [^<]*<\/span>$/)
  expect(await listed('en', 'bondora')).toBe('Reports &gt; Account statement, choose the period, then Download CSV.')
  for (const language of ['de', 'fr', 'nl', 'it', 'es']) {
    await app.call(user, 'PATCH', '/auth/users/me/preferences', { language })
    const { html } = await reader.get('/imports/formats')
    const unmarked = html.replaceAll(/<span lang="[a-z]+">.*?<\/span>/gs, '')
    expect([language, /\b(choose|then|period|the)\b/.exec(unmarked)?.[0]]).toEqual([language, undefined])
  }
})

test('files pass through a form byte for byte, whatever they hold and are called', async () => {
  const name = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).map((one) => one.replaceAll('\\', '/').trim() || 'a')
  const bytes = fc.uint8Array({ maxLength: 5_000 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, bytes), { minLength: 1, maxLength: 4 }), fc.string(), async (files, typed) => {
      const form = new FormData()
      form.append('broker', typed)
      for (const [name, bytes] of files) form.append('file', new File([new Uint8Array(bytes)], name))
      const read = await readUpload(new Request('http://localhost/', { method: 'POST', body: form }))
      const again = await new Response(read.stream.body, { headers: { 'Content-Type': read.stream.type } }).formData()
      const got = await Promise.all(
        again.getAll('file').map(async (one) => (one instanceof File ? [...new Uint8Array(await one.arrayBuffer())] : one)),
      )
      expect(read.form.get('broker')).toBe(typed.replace(/\r\n|\r|\n/g, '\r\n'))
      expect(got).toEqual(files.map(([, bytes]) => [...bytes]))
    }),
    { numRuns: 60 },
  )
})
