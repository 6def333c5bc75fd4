import { describe, expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'
import { createReader, type WebPage } from '#test/support/web.ts'

const HEADER = 'date,type,symbol,quantity,price,amount,currency,description'
const ROWS = [
  '2024-02-01,DEPOSIT,,,,7000.37,EUR,Paid in',
  '2024-02-02,BUY,ACME,12,101.5,,EUR,',
  '2024-02-03,BUY,GLOBEX,3,210.25,,EUR,',
  '2024-02-05,DIVIDEND,ACME,,,31.19,EUR,',
]
const csv = (...rows: readonly string[]) => `${[HEADER, ...rows].join('\n')}\n`
const file = (name: string, ...rows: readonly string[]) => new File([csv(...rows)], name, { type: 'text/csv' })

async function start() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker: number = (await app.call(user, 'POST', '/brokers', { name: 'Main depot', currency: 'EUR' })).body.id
  return { app, user, broker, reader: createReader(app, user) }
}

/** Uploads rows by the interface and opens their review. */
async function open(world: Awaited<ReturnType<typeof start>>, name: string, ...rows: readonly string[]): Promise<WebPage> {
  const { body } = await upload(world.app, world.user, world.broker, name, csv(...rows))
  return world.reader.get(`/imports/${body.id}`)
}

const linesOf = async (app: TestApp, user: TestUser) => (await app.call(user, 'GET', '/transactions?limit=100')).body as unknown[]
const whole = (form: { action: string }) => /^\/imports\/[0-9a-f-]{36}/.test(form.action)

describe('a file', () => {
  test('is uploaded, reviewed, imported and undone, with a new broker on the way', async () => {
    const { app, user, reader } = await start()
    const place = await reader.get('/imports')
    expect([place.status, place.h1]).toEqual([200, 'Import'])
    const values = { broker: 'new', '/name': 'Second depot' }
    const sent = await reader.submit(place, { values, press: 'Upload and review', files: [file('lines.csv', ...ROWS)] })
    expect([sent.status, sent.headers.get('location')?.startsWith('/imports/')]).toEqual([303, true])
    const review = await reader.follow(sent)
    expect([review.status, review.h1]).toEqual([200, 'lines.csv'])
    for (const words of ['5 rows read', '4 as a transaction', '1 without an entry', '0 not readable', '€5,182.81'])
      expect(review.text.replace(/\s+/g, ' ')).toContain(words)
    expect(await linesOf(app, user)).toEqual([])
    const done = await reader.follow(await reader.submit(review, { press: 'Import 4 transactions' }))
    expect([done.status, done.text.includes('4 transactions imported')]).toEqual([200, true])
    expect((await linesOf(app, user)).length).toBe(4)
    const shown = await reader.get(done.links.find(({ text }) => text === 'Undo this import')?.href ?? '')
    expect(shown.text).toContain('4 transactions go')
    const back = await reader.follow(await reader.submit(shown, { press: 'Undo this import' }))
    expect([back.h1, back.text.includes('The import is undone')]).toEqual(['lines.csv', true])
    expect(await linesOf(app, user)).toEqual([])
  })

  test('that is there already leads to the first one, and several files are one report', async () => {
    const { app, user, broker, reader } = await start()
    const place = await reader.get('/imports')
    const files = [file('a.csv', ROWS[0] ?? ''), file('b.csv', ROWS[1] ?? '')]
    const values = { broker: String(broker) }
    const first = await reader.submit(place, { values, press: 'Upload and review', files })
    const listed = (await app.call(user, 'GET', `/brokers/import/files?broker_ids=${broker}`)).body
    expect([listed.length, listed[0].parts_total]).toEqual([1, 2])
    const again = await reader.submit(place, { values, press: 'Upload and review', files })
    expect(again.headers.get('location')).toBe(`${first.headers.get('location')}?same`)
    expect((await reader.follow(again)).text).toContain('This file is here already')
  })

  test('that is none, or for a new broker without a name, says so beside its field', async () => {
    const { app, user, reader } = await start()
    await app.call(user, 'POST', '/brokers', { name: 'Another', currency: 'EUR' })
    const place = await reader.get('/imports')
    const unnamed = await reader.submit(place, {
      values: { broker: 'new', '/name': '' },
      press: 'Upload and review',
      files: [file('a.csv')],
    })
    expect([unnamed.status, unnamed.text.includes('Write the name of the new broker.')]).toEqual([422, true])
    const bytes = new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0])], 'a.png')
    const picture = await reader.submit(place, {
      values: { broker: 'new', '/name': 'Third' },
      press: 'Upload and review',
      files: [bytes],
    })
    expect(picture.status).toBe(422)
    expect(picture.html).toMatch(/<option value="3" selected/)
  })
})

describe('the review', () => {
  test('says afterwards how many positions were opened that the report sells without having bought them', async () => {
    const world = await start()
    const review = await open(world, 'sold.csv', ROWS[0] ?? '', '2024-02-04,SELL,ACME,-5,110.5,,EUR,')
    expect(review.text).toContain('Book opening positions')
    const done = await world.reader.follow(await world.reader.submit(review, { press: 'Import 2 transactions' }))
    expect(done.text).toContain('3 transactions imported')
    expect(done.text).toContain('1 position is opened that the report does not show being bought.')
    expect((await linesOf(world.app, world.user)).length).toBe(3)
  })

  test('leaves out what is not ticked, and counts it again', async () => {
    const world = await start()
    const review = await open(world, 'lines.csv', ...ROWS)
    const form = review.forms.find(whole)
    const ticked = form?.fields.filter(([name]) => name === 'include').map(([, value]) => value) ?? []
    expect(ticked.length).toBe(4)
    const values = { include: ticked.slice(1) }
    const fewer = await world.reader.follow(await world.reader.submit(review, { form: whole, values, press: 'Check again' }))
    expect(fewer.text).toContain('Import 3 transactions')
    expect(fewer.text).toContain('left out by you')
    await world.reader.submit(fewer, { press: 'Import 3 transactions' })
    expect((await linesOf(world.app, world.user)).length).toBe(3)
  })

  test('says which row takes out more than is there, and lets one choose what becomes of it', async () => {
    const world = await start()
    const review = await open(world, 'sales.csv', ...ROWS, '2024-02-07,SELL,ACME,-40,99.5,,EUR,')
    expect(review.text).toContain('One row takes out more than is there')
    expect(review.text).toContain('Chosen now')
    const press = 'Let Main depot go below zero'
    const allowed = await world.reader.follow(await world.reader.submit(review, { press }))
    expect(allowed.forms.flatMap(({ buttons }) => buttons.map(({ text }) => text))).not.toContain(press)
    const left = await world.reader.follow(await world.reader.submit(allowed, { press: 'Leave these rows out' }))
    expect(left.text).toContain('Import 4 transactions')
    const done = await world.reader.follow(await world.reader.submit(left, { press: 'Import 4 transactions' }))
    expect(done.text).toContain('4 transactions imported')
    expect(done.text).toContain('1 was left out as you chose.')
  })

  test('unticks what is there already, and can import it all the same', async () => {
    const world = await start()
    await upload(world.app, world.user, world.broker, 'first.csv', csv(...ROWS), '&import=true')
    const review = await open(world, 'second.csv', ...ROWS, '2024-02-09,FEE,,,,-2.5,EUR,')
    expect(review.text).toContain('4 transactions are there already')
    expect(review.text).toContain('Import 1 transaction')
    const body = { list: 'duplicates' }
    const id = review.path.split('/')[2]
    const parsed = await world.app.call(world.user, 'POST', `/brokers/import/files/${id}/parse`, body)
    expect(parsed.body.transactions.map(({ duplicate }: { duplicate: string }) => duplicate)).toEqual(Array(4).fill('certain'))
    const tab = await world.reader.get(`${review.path}?show=duplicates`)
    expect(tab.html.match(/name="include"[^>]*disabled/g)?.length).toBe(4)
    const all = await world.reader.follow(await world.reader.submit(review, { press: 'Import them all the same' }))
    expect(all.text).toContain('Import 5 transactions')
  })

  test('lets one say which asset it is, also one that the file does not name', async () => {
    const world = await start()
    const asset = { symbol: 'ZZZ', name: 'Entirely other', type: 'STOCK', currency: 'EUR' }
    const { id } = (await world.app.call(world.user, 'POST', '/assets', asset)).body
    const review = await open(world, 'lines.csv', ...ROWS)
    const way = review.links.find(({ href }) => href.includes('/asset?ref=ACME'))?.href ?? ''
    const found = await world.reader.get(`${way}&q=entirely`)
    const chosen = await world.reader.follow(await world.reader.submit(found, { press: /It is this one/ }))
    expect(chosen.text).toContain('Your choice')
    await world.reader.submit(chosen, { press: 'Import 4 transactions' })
    const lines = await linesOf(world.app, world.user)
    expect(lines.filter((one) => (one as { asset_id: number }).asset_id === id).length).toBe(2)
  })

  test('pages long files, notes first', async () => {
    const world = await start()
    const rows = Array.from(
      { length: 120 },
      (_, n) => `2024-03-${String((n % 28) + 1).padStart(2, '0')},DEPOSIT,,,,${n + 1}.01,EUR,`,
    )
    const review = await open(world, 'long.csv', ...rows)
    const boxes = (page: WebPage) => page.html.match(/name="include"/g)?.length
    expect(boxes(review)).toBe(50)
    const third = await world.reader.get(`${review.path}?from=100`)
    expect(boxes(third)).toBe(20)
    expect(review.links.some(({ href, rel }) => rel === 'next' && href.endsWith('from=50'))).toBe(true)
  })

  test('shows every row that not readable, with its text', async () => {
    const world = await start()
    const review = await open(world, 'lines.csv', ...ROWS, '2024-02-30,FEE,,,,-1.11,EUR,', '2024-02-12,NONSENSE,,,,-4.44,EUR,')
    const notes = await world.reader.get(`${review.path}?show=notes`)
    expect(review.text).toContain('2 not readable')
    expect(notes.text).toContain('NONSENSE')
    expect(notes.text).toContain('2024-02-30')
  })
})
