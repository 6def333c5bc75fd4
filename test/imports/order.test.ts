import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { oldestFirst } from '#src/imports/reading/order.ts'
import { createTestApp } from '#test/support/app.ts'
import { dayFrom, seeded } from '#test/support/arbitraries.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,time,type,symbol,name,quantity,price,amount,currency\n'
const trade = (date: string, type: string, price: number, time = '') =>
  `${date},${time},${type},NNN,NNN,${type === 'BUY' ? 10 : -10},${price},${type === 'BUY' ? -10 * price : 10 * price},EUR\n`

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const flags = { allowAssetShorting: true, allowCashOverdraft: true }
  const bring = async (text: string) => {
    const broker = await createBroker(app, user, flags)
    const { status, body } = await upload(app, user, broker, 'report.csv', HEAD + text, '&import=true')
    expect([status, body.result?.issues]).toEqual([201, []])
    const gains = await app.call(user, 'GET', `/portfolio/gains?method=FIFO&currency=EUR&broker_ids=${broker}`)
    const lines = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc`)).body
    return {
      gain: gains.body.totals.gain as string,
      lines,
      disposals: gains.body.disposals.map(({ cost, gain }: never) => ({ cost, gain })),
    }
  }
  return { bring }
}

test('a newest-first file without times is booked oldest first; the rows stay those of the file', async () => {
  const { bring } = await setUp()
  const day = [trade('2024-03-05', 'BUY', 11), trade('2024-03-05', 'SELL', 12), trade('2024-03-05', 'BUY', 10)]
  const [later, earlier] = ['2024-03-08,,DEPOSIT,,,,,1,EUR\n', '2024-03-01,,DEPOSIT,,,,,500,EUR\n']
  const newest = await bring([later, ...day, earlier].join(''))
  expect(newest.gain).toBe('20')
  expect((await bring([earlier, ...day.toReversed(), later].join(''))).gain).toBe('20')
  expect((await bring([earlier, ...day, later].join(''))).gain).toBe('10')
  expect((await bring(day.join(''))).gain).toBe('10')
})

test('times decide within a day where every line has one', async () => {
  const { bring } = await setUp()
  const day = [
    trade('2024-03-05', 'BUY', 11, '16:00'),
    trade('2024-03-05', 'SELL', 12, '12:00'),
    trade('2024-03-05', 'BUY', 10, '09:00:05'),
  ]
  for (const lines of [day, day.toReversed(), [day[1], day[0], day[2]]]) expect((await bring(lines.join(''))).gain).toBe('20')
})

test('property: a ledger written newest first or oldest first comes to the same figures', async () => {
  const { bring } = await setUp()
  const line = fc.tuple(dayFrom('2024-01-20', 4), fc.constantFrom('BUY', 'SELL'), fc.integer({ min: 1, max: 50 }))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
      const bounds = [['2024-01-01', 'BUY', 7] as const, ...lines.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))]
      const rows = bounds.map(([date, type, price]) => trade(date, type, price))
      const [oldest, newest] = [await bring(rows.join('')), await bring(rows.toReversed().join(''))]
      expect(newest.disposals).toEqual(oldest.disposals)
      expect(newest.gain).toBe(oldest.gain)
    }),
    seeded(10),
  )
})

test('each section below a header has its own order; an importer that knows says so', () => {
  const days = ['2024-01-02', '2024-01-03', '2024-01-03', '2024-02-03', '2024-02-03', '2024-02-02']
  const rows = days.map((date, index) => ({ number: index + (index < 3 ? 2 : 3), cells: [date] }))
  const header = (number: number) => ({ number, cells: ['date'] })
  const all = [header(1), ...rows.slice(0, 3), header(5), ...rows.slice(3)]
  const file: ReportFile = { filename: 'x.csv', format: 'csv', text: '', tables: [{ name: '', rows: all }] }
  const transactions = rows.map(({ number, cells }) => ({
    rows: [number] as const,
    type: 'DEPOSIT' as const,
    date: cells[0] ?? '',
  }))
  const ignored = [1, 5].map((row) => ({ row, reason: 'header' }))
  const parsed: ParsedReport = { transactions, assets: [], issues: [], ignored }
  const order = (more: Partial<ParsedReport> = {}) =>
    oldestFirst(file, { ...parsed, ...more }, transactions).map((draft) => draft.rows[0])
  expect(order()).toEqual([2, 3, 4, 8, 7, 6])
  expect(order({ order: 'newest-first' })).toEqual([4, 3, 2, 8, 7, 6])
})

test('property: without times the drafts of a day stand as they would if all had the same one', () => {
  const days = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), { maxLength: 30 })
  fc.assert(
    fc.property(days, fc.constantFrom('oldest-first', 'newest-first', undefined), (rows, order) => {
      const table = { name: '', rows: [[], ...rows].map((_, index) => ({ number: index + 1, cells: ['a', 'b'] })) }
      const file: ReportFile = { filename: 'a.csv', format: 'csv', text: '', tables: [table] }
      const drafts = (time?: string) =>
        rows.flatMap(([day, count], index) =>
          Array.from({ length: count }, (_, nth) => ({
            ...{ rows: [index + 2] as const, type: 'DEPOSIT' as const, date: `2024-01-0${day}`, externalId: `${index} ${nth}` },
            ...(time === undefined ? {} : { time }),
          })),
        )
      const orderOf = (list: ReturnType<typeof drafts>) => {
        const stated = order === undefined ? {} : { order }
        const parsed = { transactions: list, assets: [], issues: [], ignored: [{ row: 1, reason: 'header' }], ...stated }
        const sorted = oldestFirst(file, parsed, list).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
        return sorted.map(({ externalId }) => externalId)
      }
      expect(orderOf(drafts())).toEqual(orderOf(drafts('12:00')))
    }),
    seeded(200),
  )
})
