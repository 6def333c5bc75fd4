import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,asset_type,quantity,price,currency,ratio\n'
const MONEY = `${HEAD.trim()},amount\n2024-01-01,DEPOSIT,,,,,EUR,,15\n`

type Entry = Readonly<Record<'date' | 'type' | 'quantity' | 'amount' | 'ratio', string>> & { readonly asset_id: number }

async function setUp(flags: Parameters<typeof createBroker>[2] = {}) {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, flags)
  let files = 0
  const send = async (text: string, to = broker) => (await upload(app, user, to, `${++files}.csv`, text)).body.id as string
  const parse = async (id: string) => (await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, {})).body
  const bring = async (id: string, body: unknown = {}) => {
    const answer = await app.call(user, 'POST', `/brokers/import/files/${id}/import`, body)
    return { ...answer.body, status: answer.status }
  }
  const lines = async (of = broker) =>
    (await app.call(user, 'GET', `/transactions?broker_ids=${of}&order=date_asc&limit=1000`)).body
  const held = async (of = broker): Promise<Record<string, string>> => {
    const { holdings } = (await app.call(user, 'GET', `/brokers/${of}/summary`)).body
    return Object.fromEntries(holdings.map((one: { symbol: string; quantity: string }) => [one.symbol, one.quantity]))
  }
  return { ...app, app, user, broker, send, parse, bring, lines, held }
}

const buy = (date: string, quantity: number, symbol = 'LANT') => `${date},BUY,${symbol},STOCK,${quantity},1,EUR,\n`
const sell = (date: string, quantity: number, symbol = 'LANT') => `${date},SELL,${symbol},STOCK,-${quantity},1,EUR,\n`
const split = (date: string, ratio: string, symbol = 'LANT') => `${date},SPLIT,${symbol},STOCK,,,,${ratio}\n`
const splitsOf = (drafts: readonly { type: string; quantity: string }[]) =>
  drafts.flatMap(({ type, quantity }) => (type === 'SPLIT' ? quantity : []))

const FIRST = buy('2024-01-05', 10) + split('2024-02-05', '2:1')

test('a report that repeats the first half without ids: the split is a duplicate and the next one counts each line once', async () => {
  const { send, parse, bring, held } = await setUp()
  await bring(await send(HEAD + FIRST))
  const id = await send(HEAD + FIRST + buy('2024-03-05', 5) + split('2024-04-05', '3:1'))
  const preview = await parse(id)
  expect(preview.transactions.map((one: { duplicate: string }) => one.duplicate)).toEqual(['certain', 'certain', 'none', 'none'])
  expect(splitsOf(preview.transactions)).toEqual(['10', '50'])
  expect(await bring(id)).toMatchObject({ status: 200, imported: 2, duplicates: 2, issues: [] })
  expect(await held()).toEqual({ LANT: '75' })
})

test('a split that another report gave by its quantity is a duplicate of the same by ratio', async () => {
  const { send, bring, held } = await setUp()
  await bring(await send(`${HEAD}${buy('2024-01-05', 10)}2024-02-05,SPLIT,LANT,STOCK,10,,,\n`))
  expect(await bring(await send(HEAD + FIRST + buy('2024-03-05', 5)))).toMatchObject({ imported: 1, duplicates: 2 })
  expect(await held()).toEqual({ LANT: '25' })
})

test('rows that are excluded do not count in a split after them; without any holding it is booked by its ratio, with a warning', async () => {
  const { send, bring, held } = await setUp()
  const text = HEAD + buy('2024-01-05', 10) + buy('2024-01-06', 3) + split('2024-02-05', '2:1') + buy('2024-03-05', 1)
  const id = await send(text)
  expect(await bring(id, { exclude: ['2'], dry_run: true })).toMatchObject({ imported: 3, skipped: 1, issues: [] })
  const none = await bring(id, { exclude: ['2', '3'], dry_run: true })
  expect(none).toMatchObject({ imported: 2, skipped: 2, issues: [{ row: 4, severity: 'warning', code: 'split-of-nothing' }] })
  expect(none.rows).toMatchObject({ transactions: 4, issues: 0 })
  await bring(id, { exclude: ['2'] })
  expect(await held()).toEqual({ LANT: '7' })
})

test('assets that are skipped and duplicates that are wanted again count as they are booked', async () => {
  const { send, bring, held } = await setUp()
  await bring(await send(HEAD + FIRST))
  expect(await bring(await send(`${HEAD}${FIRST}\n`), { duplicates: 'import' })).toMatchObject({ imported: 2 })
  expect(await held()).toEqual({ LANT: '50' })
})

test('rows that are left out as short do not count in a split after them, and what it no longer covers is left out too', async () => {
  const { send, parse, bring, held } = await setUp({ allowCashOverdraft: false })
  const wide = (line: string) => `${line.trim()},\n`
  const text =
    MONEY +
    [buy('2024-01-05', 10), buy('2024-01-06', 8), split('2024-02-05', '2:1'), sell('2024-03-05', 15), sell('2024-03-06', 15)]
      .map(wide)
      .join('')
  const id = await send(text)
  expect((await parse(id)).shortages.map((one: { row: number; missing: string }) => [one.row, one.missing])).toEqual([[4, '3']])
  for (const dry_run of [true, false]) {
    const answer = await bring(id, { short: 'leave-out', dry_run })
    expect(answer.issues.map((one: { row: number; code: string }) => [one.row, one.code])).toEqual([
      [4, 'short-left-out'],
      [7, 'short-left-out'],
    ])
    expect(answer).toMatchObject({ status: 200, imported: 4, skipped: 2 })
  }
  expect(await held()).toEqual({ LANT: '5' })
})

test('a reverse split after a purchase that is left out takes from what is held only', async () => {
  const { send, bring, held } = await setUp({ allowCashOverdraft: false })
  const text = `${MONEY}${[buy('2024-01-05', 10), buy('2024-01-06', 10), split('2024-02-05', '1:10')].map((line) => `${line.trim()},\n`).join('')}`
  expect(await bring(await send(text), { short: 'leave-out' })).toMatchObject({ status: 200, imported: 3, skipped: 1 })
  expect(await held()).toEqual({ LANT: '1' })
})

test('a report written newest first splits what its older rows bought', async () => {
  const { send, bring, held } = await setUp()
  const text = HEAD + buy('2024-03-05', 1) + split('2024-02-05', '2:1') + buy('2024-01-05', 10)
  expect(await bring(await send(text))).toMatchObject({ imported: 3, issues: [] })
  expect(await held()).toEqual({ LANT: '21' })
})

test('a split on a day when nothing is held is booked by its ratio, and is a duplicate when it comes again', async () => {
  const { app, user, broker, send, parse, bring, lines, held } = await setUp()
  const text = HEAD + buy('2024-01-02', 100) + sell('2024-03-01', 100) + split('2024-03-05', '2:1') + buy('2024-03-20', 200)
  const id = await send(text)
  const preview = await parse(id)
  expect([splitsOf(preview.transactions), preview.rows.issues]).toEqual([['0'], 0])
  const issues = [{ row: 4, severity: 'warning', code: 'split-of-nothing' }]
  expect(await bring(id)).toMatchObject({ status: 200, imported: 4, issues })
  expect((await lines()).filter((one: Entry) => one.type === 'SPLIT')).toMatchObject([{ quantity: '0', ratio: '2:1' }])
  expect(await held()).toEqual({ LANT: '200' })
  const { body } = await app.call(user, 'GET', `/portfolio/gains?currency=EUR&method=S104&broker_ids=${broker}`)
  expect(body.disposals.map(({ rule, quantity }: Record<string, string>) => [rule, quantity])).toEqual([['30-days', '100']])
  expect(await bring(await send(`${text}\n`), { duplicates: 'skip' })).toMatchObject({ imported: 0, duplicates: 4 })
})

test('a split that came before its units multiplies them when the older report comes, and nothing again when that is undone', async () => {
  const { app, user, send, bring, held } = await setUp()
  const later = HEAD + split('2024-02-05', '2:1') + buy('2024-04-05', 3)
  expect(await bring(await send(later))).toMatchObject({ imported: 2, issues: [{ row: 2, code: 'split-of-nothing' }] })
  const older = await send(HEAD + buy('2024-01-05', 10))
  expect(await bring(older)).toMatchObject({ imported: 1, issues: [{ code: 'split-resized' }] })
  expect(await held()).toEqual({ LANT: '23' })
  await app.call(user, 'POST', `/brokers/import/files/${older}/undo`, {})
  expect(await held()).toEqual({ LANT: '3' })
})

type Event = {
  readonly kind: 'BUY' | 'SELL' | 'SPLIT'
  readonly gap: number
  readonly symbol: string
  readonly size: number
  readonly ratio: string
}

const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom('BUY', 'BUY', 'SELL', 'SPLIT'),
  gap: fc.integer({ min: 0, max: 3 }),
  symbol: fc.constantFrom('LANT', 'HARB'),
  size: fc.integer({ min: 1, max: 9 }),
  ratio: fc.constantFrom('2:1', '10:1', '1:4', '3:2'),
})

/** Rows in the order of their days, a buy of each asset before them, and what comes of them: a split multiplies what was held at the end of the day before. */
function ledgerOf(events: readonly Event[]): { rows: string[]; held: Record<string, number> } {
  const dated: (readonly [string, Event])[] = []
  let day = Date.UTC(2024, 0, 3)
  for (const one of events) {
    day += one.gap * 86_400_000
    dated.push([new Date(day).toISOString().slice(0, 10), one])
  }
  const rows = [buy('2024-01-02', 7), buy('2024-01-02', 5, 'HARB')]
  const held: Record<string, number> = { LANT: 7, HARB: 5 }
  for (const [date, list] of Map.groupBy(dated, ([date]) => date)) {
    const before = { ...held }
    for (const [, { kind, symbol, size, ratio }] of list) {
      const [to = 1, from = 1] = ratio.split(':').map(Number)
      const opening = before[symbol] ?? 0
      const row =
        kind === 'BUY' ? buy(date, size, symbol) : kind === 'SELL' ? sell(date, size, symbol) : split(date, ratio, symbol)
      if (rows.includes(row)) continue
      held[symbol] = (held[symbol] ?? 0) + (kind === 'BUY' ? size : kind === 'SELL' ? -size : (opening * to) / from - opening)
      rows.push(row)
    }
  }
  return { rows, held }
}

test('property: a ledger with splits by ratio in one report, in two that overlap, or with rows excluded first comes to the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 10 }), fc.nat(), fc.nat(), async (events, a, b) => {
      const world = await setUp({ allowAssetShorting: true })
      const { app, user, broker, send, parse, bring, lines, held } = world
      const [whole, third] = [
        await createBroker(app, user, { allowAssetShorting: true }),
        await createBroker(app, user, { allowAssetShorting: true }),
      ]
      const { rows, held: wanted } = ledgerOf(events)
      const said = async (of: number) =>
        (await lines(of))
          .map((one: Entry) => [one.date, one.type, one.asset_id, one.quantity, one.amount, one.ratio].join(' '))
          .sort()
      const expected = Object.fromEntries(
        Object.entries(wanted).flatMap(([symbol, size]) => (size === 0 ? [] : [[symbol, Number(size.toFixed(12))]])),
      )
      const numbers = async (of: number) =>
        Object.fromEntries(Object.entries(await held(of)).map(([symbol, size]) => [symbol, Number(size)]))
      expect(await bring(await send(HEAD + rows.join(''), whole))).toMatchObject({ imported: rows.length })
      expect(await numbers(whole)).toEqual(expected)
      const cut = Math.min(a, b) % (rows.length + 1)
      const overlap = Math.min(rows.length, cut + (Math.max(a, b) % 5))
      let imported = 0
      for (const part of [rows.slice(0, overlap), rows.slice(cut)]) {
        if (part.length === 0) continue
        const id = await send(`${HEAD}${part.join('')}${'\n'.repeat(1 + imported)}`)
        const shown = (await parse(id)).transactions.filter((one: { duplicate: string }) => one.duplicate !== 'certain')
        const before = new Set((await lines()).map((one: { id: number }) => one.id))
        imported += (await bring(id)).imported
        const booked = (await lines()).filter((one: { id: number }) => !before.has(one.id))
        expect(splitsOf(shown).toSorted()).toEqual(splitsOf(booked).toSorted())
      }
      expect(imported).toBe(rows.length)
      expect(await said(broker)).toEqual(await said(whole))
      const id = await send(HEAD + rows.join(''), third)
      const later = rows.map((_, index) => String(index + 2)).slice(cut)
      const head = await bring(id, { exclude: later, dry_run: cut === 0 })
      expect(head.imported).toBe(cut)
      if (cut < rows.length) await bring(await send(`${HEAD}${rows.join('')}\n`, third))
      expect(await said(third)).toEqual(await said(whole))
    }),
    seeded(14),
  )
}, 60_000)
