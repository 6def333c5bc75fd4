import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { SearchResult } from '#src/search/schema.ts'
import { fold } from '#src/shared/fold.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { describedOperations } from '#test/support/described.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { SEED } from '#test/support/seed.ts'

const STEEL = { symbol: 'HARB', name: 'Häfen & Stahl AG', isin: 'DE0007164600' }
const NOTHING = { assets: 0, brokers: 0, transactions: 0, reports: 0, pages: 0 }

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [genericCsv], fx: [], assets: [] } } })
  const [root, user] = [await app.createUser(), await app.createUser()]
  const broker = await createBroker(app, user, { name: 'Hafenbank Depot' })
  const steel = await createAsset(app, { ...STEEL, createdBy: user.id })
  const rope = await createAsset(app, { symbol: 'ROPE', name: 'Rope of the Harb Coast', createdBy: user.id })
  const book = async (...create: object[]) => {
    const lines = create.map((line) => ({ broker_id: broker, currency: 'EUR', ...line }))
    const { status, text } = await app.call(user, 'POST', '/transactions/batch', { create: lines })
    if (status !== 200) throw new Error(text)
  }
  const find = async (q: string, query = '', by: TestUser = user) =>
    (await app.call(by, 'GET', `/search?q=${encodeURIComponent(q)}${query}`)).as(SearchResult)
  const lines = async (q: string, query = '') =>
    (await find(q, `&kinds=transactions${query}`)).transactions.map(({ date, match }) => [date, match])
  return { ...app, app, root, user, broker, steel, rope, book, find, lines }
}

const deposit = (date: string, amount: string, fields: object = {}) => ({ type: 'DEPOSIT', date, amount, ...fields })

test('200 an asset by symbol, ISIN, words of its name and whatever accents; exact first, then what is held', async () => {
  const { find, steel, rope, book } = await setUp()
  await book({ type: 'BUY', asset_id: rope, date: '2024-02-01', quantity: '1', price: '5' })
  const found = async (q: string) => (await find(q, '&kinds=assets')).assets.map(({ id, match, held }) => [id, match, held])
  expect(await found('harb')).toEqual([
    [steel, 'exact', false],
    [rope, 'word', true],
  ])
  expect(await found('de0007164600')).toEqual([[steel, 'exact', false]])
  expect(await found('HAFEN stahl')).toEqual([[steel, 'part', false]])
  expect(await found('häfen & stahl')).toEqual([[steel, 'prefix', false]])
  expect(await found('ope of')).toEqual([[rope, 'part', true]])
  expect(await found('coast stahl')).toEqual([])
})

test('200 brokers, reports and pages by their names', async () => {
  const { app, user, broker, find, root } = await setUp()
  await upload(app, user, broker, 'Kontoauszug März 2024.csv', 'date,type,amount,currency\n2024-03-01,DEPOSIT,5,EUR\n')
  const found = await find('depot')
  expect(found.brokers).toEqual([{ id: broker, name: 'Hafenbank Depot', archived: false, match: 'word' }])
  expect(found.pages.map((page) => page.operation_id)).toContain('listBrokers')
  expect((await find('marz')).reports).toMatchObject([
    { filename: 'Kontoauszug März 2024.csv', broker: { id: broker, name: 'Hafenbank Depot' }, match: 'word' },
  ])
  expect((await find('dividends')).pages[0]).toEqual({
    ...{ operation_id: 'getIncome', path: '/portfolio/income', title: 'Dividends and interest', match: 'prefix' },
  })
  expect((await find('settings of the service')).pages).toEqual([])
  expect((await find('settings of the service', '', root)).pages).toMatchObject([{ operation_id: 'listSettings' }])
})

test('every page is an operation of the document that reads, without a parameter in its path', async () => {
  const { find, root } = await setUp()
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const pages = (await Promise.all(letters.map((q) => find(q, '&kinds=pages&limit=50', root)))).flatMap((found) => found.pages)
  const described = new Map(describedOperations.map((operation) => [operation.id, operation]))
  expect(new Set(pages.map((page) => page.operation_id)).size).toBeGreaterThan(25)
  for (const { operation_id, path } of pages) expect(described.get(operation_id)).toMatchObject({ method: 'GET', path })
})

test('200 transactions by text, asset, day, month and amount, newest first', async () => {
  const { book, lines, steel, find, broker } = await setUp()
  await book(
    deposit('2024-03-01', '1234.56', { description: 'Überweisung vom Girokonto', external_id: 'REF-1' }),
    deposit('2024-03-15', '1234', { tags: ['bonus'] }),
    { type: 'BUY', asset_id: steel, date: '2024-04-02', quantity: '2', price: '17.5', description: 'Sparplan' },
    deposit('2025-03-01', '12', { description: 'an uberweisung too', account: 'Giro 7' }),
  )
  expect(await lines('uberweisung')).toEqual([
    ['2024-03-01', 'prefix'],
    ['2025-03-01', 'word'],
  ])
  expect(await lines('ref-1')).toEqual([['2024-03-01', 'exact']])
  expect(await lines('BONUS')).toEqual([['2024-03-15', 'word']])
  expect(await lines('giro 7')).toEqual([['2025-03-01', 'exact']])
  expect(await lines('stahl')).toEqual([['2024-04-02', 'word']])
  expect(await lines('sparplan harb')).toEqual([['2024-04-02', 'part']])
  for (const day of ['2024-03-01', '1.3.2024', '2024/03/01']) expect(await lines(day), day).toEqual([['2024-03-01', 'exact']])
  expect(await lines('2024-03')).toEqual([
    ['2024-03-15', 'exact'],
    ['2024-03-01', 'exact'],
  ])
  for (const amount of ['1,234.56', '1.234,56', '1 234,56', '€1234.56', '-1234.56'])
    expect(await lines(amount), amount).toEqual([['2024-03-01', 'exact']])
  expect(await lines('1234')).toEqual([
    ['2024-03-15', 'exact'],
    ['2024-03-01', 'prefix'],
  ])
  expect(await lines('35')).toEqual([['2024-04-02', 'exact']])
  expect(await lines('deposit 2024 eur')).toHaveLength(2)
  expect((await find('sparplan')).transactions).toEqual([
    {
      ...{ id: expect.any(Number), broker: { id: broker, name: 'Hafenbank Depot' }, type: 'BUY', date: '2024-04-02' },
      ...{ asset: { id: steel, name: STEEL.name }, quantity: '2', amount: '-35', currency: 'EUR' },
      ...{ description: 'Sparplan', match: 'exact' },
    },
  ])
})

test('200 the limit is for each kind, totals are what there is', async () => {
  const { book, find } = await setUp()
  await book(...Array.from({ length: 7 }, (_, index) => deposit(`2024-01-0${index + 1}`, '5', { description: 'salary' })))
  const found = await find('salary', '&limit=3')
  expect(found.transactions.map(({ date }) => date)).toEqual(['2024-01-07', '2024-01-06', '2024-01-05'])
  expect([found.totals, found.complete]).toEqual([{ ...NOTHING, transactions: 7 }, true])
  expect((await find('salary', '&kinds=assets&kinds=pages')).totals).toEqual(NOTHING)
})

test('strangers find nothing, members only what they have included or name; superusers no ledger of others', async () => {
  const { app, book, find, broker, steel, user, root, createUser, call } = await setUp()
  await book({ type: 'BUY', asset_id: steel, date: '2024-04-02', quantity: '2', price: '17.5', description: 'Stahl' })
  await upload(app, user, broker, 'stahl.csv', 'date,type,amount,currency\n2024-03-01,DEPOSIT,5,EUR\n')
  const [stranger, viewer] = [await createUser(), await createUser()]
  expect((await call(user, 'POST', `/brokers/${broker}/access`, { user_id: viewer.id, role: 'VIEWER' })).status).toBe(201)
  for (const q of ['stahl', 'harb', STEEL.isin, 'hafenbank', '17.5', '2024-04-02', 'buy'])
    for (const by of [stranger, viewer])
      for (const query of ['', ...(by === stranger ? [`&broker_ids=${broker}`] : [])])
        expect((await find(q, `&kinds=assets&kinds=brokers&kinds=transactions&kinds=reports${query}`, by)).totals, q).toEqual(
          NOTHING,
        )
  expect((await find('stahl', '', root)).totals).toEqual(NOTHING)
  expect((await find('stahl', `&broker_ids=${broker}`, viewer)).totals).toEqual({ ...NOTHING, transactions: 1, reports: 1 })
  await call(viewer, 'PATCH', `/brokers/${broker}/access/me`, { included: true })
  expect((await find('stahl', '', viewer)).totals).toEqual({ ...NOTHING, assets: 1, transactions: 1, reports: 1 })
})

test('whatever one types is answered, and finds no more than what it says', async () => {
  const { book, find, call, user } = await setUp()
  await book(
    deposit('2024-01-05', '5', { description: '100% "safe" C:\\temp' }),
    deposit('2024-01-06', '6', { description: 'x_y' }),
  )
  for (const [q, total] of [
    ...([
      ['%', 1],
      ['_', 1],
      ['\\', 1],
      ["'", 0],
      ['"safe"', 1],
      ["' OR 1=1 --", 0],
      ['\u0000', 0],
      ['x\u0000y', 1],
    ] as const),
    ...([
      ['\u202e\u2066', 0],
      ['   ', 0],
      ['\u0301', 0],
      ['100%', 1],
      ['(?=.*)', 0],
      ['[', 2],
      ['é'.repeat(200), 0],
    ] as const),
  ])
    expect((await find(q, '&kinds=transactions')).totals.transactions, q).toBe(total)
  expect((await find('%')).totals.assets).toBe(0)
  for (const query of [
    '',
    'q=',
    `q=${'a'.repeat(201)}`,
    `q=${'a'.repeat(10_000)}`,
    'q=a&kinds=users',
    'q=a&limit=51',
    'q=a&page=2',
  ])
    expect((await call(user, 'GET', `/search?${query}`)).status, query.slice(0, 40)).toBe(422)
  expect((await call(user, 'GET', '/search?q=%ff%fe')).status).toBe(200)
  expect((await call(null, 'GET', '/search?q=a')).status).toBe(401)
})

test('property: a text is found by every word in it, in whatever letter case', async () => {
  const { book, find } = await setUp()
  const word = fc.string({ unit: fc.constantFrom(...'abcäéßŁжΩ%_-1'), minLength: 1, maxLength: 6 })
  const texts = fc
    .sample(fc.array(word, { minLength: 1, maxLength: 4 }), { seed: SEED, numRuns: 40 })
    .map((words) => words.join(' '))
  await book(
    ...texts.map((description, index) => deposit(`2024-01-${String((index % 28) + 1).padStart(2, '0')}`, '7', { description })),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), fc.boolean(), async (text, isUpper) => {
      const q = isUpper ? text.toUpperCase() : text
      fc.pre(
        fold(q)
          .split(' ')
          .every((word) => word !== '' && !/^[-\d]*$/.test(word)),
      )
      const wanted = texts.filter((other) =>
        fold(q)
          .split(' ')
          .every((word) => fold(`${other} deposit eur`).includes(word)),
      )
      expect((await find(q, '&kinds=transactions')).totals.transactions).toBe(wanted.length)
    }),
    { seed: SEED, numRuns: 60 },
  )
})
