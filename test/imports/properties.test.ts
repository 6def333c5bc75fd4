import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { add, type Decimal, decimal, ZERO } from '#src/shared/decimal.ts'
import { recount } from '#src/system/recount.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { dayFrom, decimalText, seeded } from '#test/support/arbitraries.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { imprint } from '#test/support/imprint.ts'
import { upload } from '#test/support/report.ts'

type World = Awaited<ReturnType<typeof twoBrokers>>
type Entry = ReturnType<typeof Transaction.parse>
type Line = {
  readonly kind: string
  readonly symbol: string
  readonly currency: string
  readonly date: string
  readonly size: string
  readonly money: string
}

const TITLES = [
  'date',
  'type',
  'symbol',
  'asset_type',
  'quantity',
  'price',
  'amount',
  'currency',
  'fees',
  'taxes',
  'ratio',
  'group',
  'external_id',
  'description',
]
const KINDS = ['DEPOSIT', 'WITHDRAWAL', 'BUY', 'SELL', 'DIVIDEND', 'FEE', 'ADJUSTMENT', 'SPLIT', 'FX']
const size = decimalText(3, 4).filter((text) => !/^[0.]*$/.test(text))
/** KNWN is in the catalogue before; the others are made by the import. All are traded in one currency: by symbol alone two currencies are two assets. */
const line: fc.Arbitrary<Line> = fc.record({
  kind: fc.constantFrom(...KINDS),
  symbol: fc.constantFrom('KNWN', 'LANT', 'HARB'),
  currency: fc.constantFrom('EUR', 'USD'),
  date: dayFrom('2024-01-20', 40),
  size,
  money: size,
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })

async function twoBrokers(flags: Parameters<typeof createBroker>[2] = { allowAssetShorting: true }) {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const brokers = [await createBroker(app, user, flags), await createBroker(app, user, flags)] as const
  const known = await createAsset(app, { symbol: 'KNWN', currency: 'EUR' })
  return { ...app, app, user, brokers, known }
}

/** The fields of a line as our columns name them; a conversion has two legs. */
function rowsOf({ kind, symbol, currency, date, size, money }: Line, key: string): Record<string, string>[] {
  const base = { date, type: kind, currency, external_id: `id-${key}`, description: `line ${key}` }
  const asset = { ...base, symbol, asset_type: 'STOCK', currency: 'EUR' }
  if (kind === 'DEPOSIT') return [{ ...base, amount: money }]
  if (kind === 'WITHDRAWAL' || kind === 'FEE') return [{ ...base, amount: `-${money}` }]
  if (kind === 'BUY') return [{ ...asset, quantity: size, price: '2', fees: '0.1' }]
  if (kind === 'SELL') return [{ ...asset, quantity: `-${size}`, price: '3', taxes: '0.2' }]
  if (kind === 'DIVIDEND') return [{ ...asset, amount: money }]
  if (kind === 'ADJUSTMENT' || kind === 'SPLIT') return [{ ...asset, currency: '', quantity: size }]
  const group = `group-${key}`
  const to = currency === 'EUR' ? 'USD' : 'EUR'
  return [
    { ...base, type: 'FX_CONVERSION', amount: `-${money}`, group },
    { ...base, type: 'FX_CONVERSION', amount: size, currency: to, group, external_id: `id-${key}-b` },
  ]
}

const allRows = (wanted: readonly Line[], name = 'r') => wanted.flatMap((entry, index) => rowsOf(entry, `${name}${index}`))
const csvOf = (rows: readonly Record<string, string>[]) =>
  `${[TITLES, ...rows.map((row) => TITLES.map((title) => row[title] ?? ''))].map((cells) => cells.join(',')).join('\n')}\n`

async function importCsv(world: World, broker: number, rows: readonly Record<string, string>[], query = '') {
  return upload(world.app, world.user, broker, 'report.csv', csvOf(rows), `&import=true${query}`)
}

/** The same lines by hand, at the other broker: assets are those that an import made. */
async function enter(world: World, broker: number, rows: readonly Record<string, string>[]) {
  const assets = new Map<string, number>()
  for (const { id, symbol } of (await world.call(world.user, 'GET', '/assets?limit=100')).body) assets.set(symbol, id)
  const create = rows.map(({ symbol, asset_type: _, currency, ...fields }) => ({
    ...fields,
    ...(currency === '' ? {} : { currency }),
    broker_id: broker,
    ...(symbol === undefined ? {} : { asset_id: assets.get(symbol) ?? world.known }),
  }))
  return world.call(world.user, 'POST', '/transactions/batch', { create })
}

async function stored({ call, user }: World, broker: number): Promise<Entry[]> {
  return (await call(user, 'GET', `/transactions?broker_ids=${broker}&limit=1000&order=date_asc`)).as(Transaction.array())
}

/** A line without what only its place in the database gives it; groups as the descriptions of their legs. */
function said(entry: Entry, _: number, all: readonly Entry[]): unknown {
  const { id: _i, broker_id: _b, report_id: _p, group_id, created_at: _c, updated_at: _u, revision: _r, ...rest } = entry
  const legs = group_id === undefined ? [] : all.filter((other) => other.group_id === group_id).map((other) => other.external_id)
  return { ...rest, legs: legs.sort() }
}

const inOrder = (entries: readonly Entry[]) =>
  entries.map(said).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Whether any cash balance or holding is below zero at the end of any day, added up from the lines. */
function goesBelowZero(entries: readonly Entry[]): boolean {
  const units = new Map<string, Map<string, Decimal>>()
  for (const { date, currency, amount, asset_id, quantity } of entries)
    for (const [unit, change] of [
      [currency, amount],
      [asset_id === null ? null : `#${asset_id}`, quantity],
    ] as const) {
      const days = units.get(unit ?? '') ?? new Map<string, Decimal>()
      if (unit !== null) units.set(unit, days.set(date, add(days.get(date) ?? ZERO, decimal(change))))
    }
  return [...units.values()].some((days) => {
    let balance = ZERO
    return [...days.keys()].sort().some((day) => {
      balance = add(balance, days.get(day) ?? ZERO)
      return balance < ZERO
    })
  })
}

async function expectRecounted(world: World): Promise<void> {
  expect((await recount(world.store.writer)).differences).toEqual([])
}

const imprintNow = ({ app }: World) => imprint(app)

test('property: an import and its undo, then the deletion of the report, leave everything as it was', async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, lines, async (before, first, second) => {
      const world = await twoBrokers()
      const [one, two] = world.brokers
      expect((await enter(world, one, allRows(before, 'h'))).status).toBe(200)
      const untouched = imprintNow(world)
      const answer = await importCsv(world, one, allRows(first))
      expect([answer.status, answer.body.result?.issues]).toEqual([201, []])
      await expectRecounted(world)
      const between = imprintNow(world)
      const other = await importCsv(world, two, allRows(second, 's'))
      expect(other.body.result.imported).toBe(allRows(second).length)
      await expectRecounted(world)
      for (const [report, wanted] of [
        [other.body.id, between],
        [answer.body.id, untouched],
      ]) {
        const undone = await world.call(world.user, 'POST', `/brokers/import/files/${report}/undo`, {})
        expect([undone.status, undone.body.status]).toEqual([200, 'parsed'])
        expect((await world.call(world.user, 'DELETE', `/brokers/import/files/${report}`)).status).toBe(204)
        expect(imprintNow(world)).toEqual(wanted)
      }
    }),
    seeded(12),
  )
})

test('property: an import is the same as its lines by hand', async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (wanted) => {
      const world = await twoBrokers()
      const [one, two] = world.brokers
      const answer = await importCsv(world, one, allRows(wanted))
      expect([answer.status, answer.body.result?.issues]).toEqual([201, []])
      const byHand = await enter(world, two, allRows(wanted))
      expect([byHand.status, byHand.body.detail]).toEqual([200, undefined])
      expect(inOrder(await stored(world, one))).toEqual(inOrder(await stored(world, two)))
      await expectRecounted(world)
      const [left, right] = await Promise.all(
        world.brokers.map(async (id) => (await world.call(world.user, 'GET', `/brokers/${id}/summary?currency=EUR`)).body),
      )
      const named = (text: string) => text.replaceAll(/"(id|broker_id)":\d+|Broker \d+|(broker_ids=|brokers\/)\d+/g, '')
      expect(named(JSON.stringify(left))).toBe(named(JSON.stringify(right)))
    }),
    seeded(15),
  )
})

test('property: reports that overlap come to the same as one report of everything, in either order', async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.nat(), fc.nat(), fc.boolean(), async (wanted, a, b, swap) => {
      const world = await twoBrokers()
      const [one, two] = world.brokers
      const cut = Math.min(a, b) % (wanted.length + 1)
      const overlap = Math.min(wanted.length, cut + (Math.max(a, b) % 4))
      const groups = wanted.map((entry, index) => rowsOf(entry, `r${index}`))
      const parts = [groups.slice(0, overlap).flat(), groups.slice(cut).flat()].filter((rows) => rows.length > 0)
      if (swap) parts.reverse()
      let imported = 0
      for (const rows of parts) {
        const answer = await importCsv(world, one, rows)
        if (answer.status === 409 && answer.body.code === 'import/duplicate-file') continue
        expect([answer.status, answer.body.result.issues]).toEqual([201, []])
        expect(answer.body.result.imported + answer.body.result.duplicates).toBe(rows.length)
        imported += answer.body.result.imported
      }
      expect(imported).toBe(groups.flat().length)
      await importCsv(world, two, groups.flat())
      expect(inOrder(await stored(world, one))).toEqual(inOrder(await stored(world, two)))
      await expectRecounted(world)
    }),
    seeded(15),
  )
})

test('property: where shorts and overdrafts are forbidden and parts of a history are refused an import is taken whole or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (wanted) => {
      const world = await twoBrokers({ allowAssetShorting: false, allowCashOverdraft: false })
      const free = await twoBrokers()
      const [one] = world.brokers
      const before = imprintNow(world)
      const answer = await importCsv(world, one, allRows(wanted), '&opening=refuse')
      const dryRun = await importCsv(free, free.brokers[0], allRows(wanted))
      expect(dryRun.status).toBe(201)
      const sinks = goesBelowZero(await stored(free, free.brokers[0]))
      expect([answer.status, answer.body.code?.replace(/short|overdraft/, '')]).toEqual(
        sinks ? [409, 'transaction/'] : [201, undefined],
      )
      if (answer.status === 201) {
        expect(inOrder(await stored(world, one))).toEqual(inOrder(await stored(free, free.brokers[0])))
      } else {
        expect((await world.call(world.user, 'DELETE', `/brokers/import/files/${answer.body.report_id}`)).status).toBe(204)
        expect(imprintNow(world)).toEqual(before)
      }
      await expectRecounted(world)
    }),
    seeded(15),
  )
})
