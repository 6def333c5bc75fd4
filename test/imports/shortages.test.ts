import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { add, decimal, ZERO } from '#src/shared/decimal.ts'
import { type DayChange, firstDayMadeWorse, summariseMonth } from '#src/transactions/balances.ts'
import { createTestApp } from '#test/support/app.ts'
import { dayFrom, seeded } from '#test/support/arbitraries.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

type Row = {
  readonly key: string
  readonly row: number
  readonly missing: string
  readonly name: string | null
  readonly isin: string | null
  readonly currency: string | null
}

const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency,group,external_id\n'
const SALES = `${HEAD}2024-03-05,SELL,DDD,US0000000DD8,Dunes Corp,10,12,120,EUR,,x\n2024-03-06,DEPOSIT,,,,,,5,EUR,,y\n2024-03-07,SELL,EEE,,Elms Corp,3,2,6,EUR,,z\n`

async function setUp(flags: Parameters<typeof createBroker>[2] = { allowCashOverdraft: true }) {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, flags)
  const send = async (text: string, name = 'report.csv') => (await upload(app, user, broker, name, text)).body.id as string
  const parse = async (id: string) => (await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, {})).body
  const bring = (id: string, body: unknown = {}) => app.call(user, 'POST', `/brokers/import/files/${id}/import`, body)
  const summary = async () => (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
  const held = async () => (await summary()).holdings.map((one: { quantity: string }) => one.quantity).sort()
  const cash = async () => (await summary()).balances
  return { ...app, app, user, broker, send, parse, bring, held, cash }
}

test('the preview and the refusal name every shortage by name, ISIN, row and size; no id of an asset that is not', async () => {
  const { send, parse, bring, held } = await setUp()
  const id = await send(SALES)
  const allIssues = (await parse(id)).shortages.map((one: Row) => [one.row, one.name, one.isin, one.missing])
  const wanted = [
    [2, 'Dunes Corp', 'US0000000DD8', '10'],
    [4, 'Elms Corp', null, '3'],
  ]
  expect(allIssues).toEqual(wanted)
  for (const body of [{ opening: 'refuse' }, { short: 'refuse' }]) {
    const { status, body: problem } = await bring(id, body)
    expect([status, problem.code, problem.shortages.map((one: Row) => one.row), problem.shortages_total]).toEqual([
      409,
      'transaction/short',
      [2, 4],
      2,
    ])
    for (const part of [String(wanted[0]?.[2]), 'Dunes Corp', 'Elms Corp', 'Row 2', '2024-03-05', 'short=leave-out'])
      expect(problem.detail).toContain(part)
    expect(problem.detail).not.toMatch(/asset \d/)
  }
  expect(await held()).toEqual([])
})

test('leave-out imports the rest and says which rows it left out; a dry run says the same', async () => {
  const { send, bring, held, cash } = await setUp()
  const id = await send(SALES)
  for (const dry_run of [true, false]) {
    const { status, body } = await bring(id, { short: 'leave-out', dry_run })
    expect([status, body.imported, body.skipped, body.assets_created]).toEqual([200, 1, 2, []])
    expect(body.issues.map((one: { row: number; code: string }) => [one.row, one.code])).toEqual([
      [2, 'short-left-out'],
      [4, 'short-left-out'],
    ])
  }
  expect([await held(), await cash()]).toEqual([[], [{ currency: 'EUR', amount: '5' }]])
})

test('allow books them for this import, and later writes are refused only where they make it worse', async () => {
  const { app, user, broker, call, send, bring, held } = await setUp()
  const { status, body } = await bring(await send(SALES), { short: 'allow' })
  expect([status, body.imported, body.shortages.map((one: Row) => one.missing), await held()]).toEqual([
    200,
    3,
    ['10', '3'],
    ['-10', '-3'],
  ])
  expect((await call(user, 'GET', `/brokers/${broker}`)).body.allow_asset_shorting).toBe(false)
  const lines = (await call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc`)).body
  const trade = (type: string, date: string, quantity: string) =>
    call(user, 'POST', '/transactions', {
      broker_id: broker,
      type,
      date,
      asset_id: lines[0].asset_id,
      quantity,
      price: '1',
      currency: 'EUR',
    })
  expect((await trade('SELL', '2024-05-01', '-1')).body.code).toBe('transaction/short')
  expect((await trade('SELL', '2024-01-01', '-1')).body.code).toBe('transaction/short')
  expect(
    (
      await call(user, 'POST', '/transactions', {
        broker_id: broker,
        type: 'DEPOSIT',
        date: '2024-01-01',
        amount: '1',
        currency: 'EUR',
      })
    ).status,
  ).toBe(201)
  expect((await trade('BUY', '2024-02-01', '4')).status).toBe(201)
  expect((await trade('BUY', '2024-04-01', '9')).status).toBe(201)
  expect((await trade('SELL', '2024-05-01', '-3')).status).toBe(201)
  expect((await trade('SELL', '2024-06-01', '-1')).body.code).toBe('transaction/short')
  expect((await call(user, 'PATCH', `/brokers/${broker}`, { description: 'x' })).status).toBe(200)
  const other = await upload(app, user, broker, 'later.csv', `${HEAD}2024-07-01,DEPOSIT,,,,,,5,EUR,,later\n`, '&import=true')
  expect(other.status).toBe(201)
  expect((await call(user, 'POST', `/brokers/import/files/${body.report.id}/undo`, {})).status).toBe(200)
})

test('an upload that imports takes the same choice', async () => {
  const { app, user, broker, held } = await setUp()
  const answer = await upload(app, user, broker, 'report.csv', SALES, '&import=true&short=leave-out')
  expect([answer.status, answer.body.result.imported, await held()]).toEqual([201, 1, []])
})

test('groups go whole, and so does what becomes short of cash by it', async () => {
  const { send, parse, bring, cash } = await setUp({ allowCashOverdraft: false })
  const text = `${HEAD}2024-03-05,SELL,DDD,,Dunes Corp,10,12,120,EUR,,x\n2024-03-06,FX_CONVERSION,,,,,,-100,EUR,g,a\n2024-03-06,FX_CONVERSION,,,,,,110,USD,g,b\n2024-03-07,WITHDRAWAL,,,,,,-60,USD,,c\n2024-03-08,DEPOSIT,,,,,,70,EUR,,d\n`
  const id = await send(text)
  expect((await parse(id)).shortages.map((one: Row) => [one.row, one.currency, one.missing])).toEqual([[2, null, '10']])
  const { body } = await bring(id, { short: 'leave-out' })
  expect(body.issues.map((one: { row: number }) => one.row).sort()).toEqual([2, 3, 4, 5])
  expect(await cash()).toEqual([{ currency: 'EUR', amount: '70' }])
})

test('an older report that takes what a later sale needs is short by that', async () => {
  const { send, parse, bring, held } = await setUp()
  await bring(
    await send(
      `${HEAD}2024-03-01,BUY,DDD,,Dunes Corp,10,12,-120,EUR,,b\n2024-03-09,SELL,DDD,,Dunes Corp,8,12,96,EUR,,s\n`,
      'first.csv',
    ),
  )
  const id = await send(`${HEAD}2024-03-05,SELL,DDD,,Dunes Corp,5,12,60,EUR,,t\n`, 'second.csv')
  expect((await parse(id)).shortages.map((one: Row) => [one.row, one.missing])).toEqual([[2, '3']])
  expect((await bring(id, { short: 'leave-out' })).body.imported).toBe(0)
  expect(await held()).toEqual(['2'])
})

test('property: what leave-out keeps fits, allow takes all, and without shortages the three are the same', async () => {
  const line = fc.record({
    ...{ kind: fc.constantFrom('BUY', 'SELL', 'DEPOSIT', 'WITHDRAWAL'), date: dayFrom('2024-01-20', 6) },
    ...{ symbol: fc.constantFrom('LANT', 'HARB'), size: fc.integer({ min: 1, max: 9 }) },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 14 }), async (lines) => {
      const rows = lines.map(({ kind, date, symbol, size }, n) =>
        kind === 'BUY' || kind === 'SELL'
          ? `${date},${kind},${symbol},,${symbol} plc,${size},2,${kind === 'BUY' ? -2 * size : 2 * size},EUR,,i${n}\n`
          : `${date},${kind},,,,,,${kind === 'DEPOSIT' ? size : -size},EUR,,i${n}\n`,
      )
      const outcome = async (short: string) => {
        const world = await setUp({ allowCashOverdraft: false, allowAssetShorting: false })
        const id = await world.send(HEAD + rows.join(''))
        const preview = await world.parse(id)
        const { status, body } = await world.bring(id, { short })
        return {
          preview: preview.shortages as Row[],
          status,
          imported: body.imported,
          skipped: body.skipped,
          left: (body.shortages ?? []).length,
        }
      }
      const [refuse, leave, allow] = [await outcome('refuse'), await outcome('leave-out'), await outcome('allow')]
      const isShort = refuse.preview.length > 0
      expect([refuse.status, leave.status, allow.status]).toEqual([isShort ? 409 : 200, 200, 200])
      expect([allow.imported, leave.imported + leave.skipped]).toEqual([rows.length, rows.length])
      expect(leave.skipped > 0).toBe(isShort)
      expect(allow.left).toBe(allow.preview.length)
    }),
    seeded(12),
  )
})

test('a balance is made worse where it ends a day below zero and lower than before', async () => {
  const day = (n: number) => new Date(Date.UTC(2024, 0, 25 + n * 3)).toISOString().slice(0, 10)
  const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }).map(day), fc.integer({ min: -3, max: 3 })), { maxLength: 12 })
  const sumsOf = (entries: readonly (readonly [string, number])[]) => {
    const sums = new Map<string, number>()
    for (const [date, size] of entries) sums.set(date, (sums.get(date) ?? 0) + size)
    return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  const at = (sums: ReadonlyMap<string, number>, until: string) =>
    [...sums].reduce((sum, [date, size]) => (date <= until ? sum + size : sum), 0)
  await fc.assert(
    fc.asyncProperty(changes, changes, async (before, own) => {
      const [total, moved] = [sumsOf([...before, ...own]), sumsOf(own)]
      const days = [...total]
        .filter(([, size]) => size !== 0)
        .map(([date, size]): DayChange => ({ date, change: decimal(String(size)) }))
      const byMonth = Map.groupBy(days, ({ date }) => date.slice(0, 7))
      const months = [...byMonth].map(([month, list]) => summariseMonth(month, list))
      const grouped = new Map<string, Map<string, typeof ZERO>>()
      for (const [date, size] of moved) {
        const month = grouped.get(date.slice(0, 7)) ?? new Map<string, typeof ZERO>()
        grouped.set(date.slice(0, 7), month.set(date, add(month.get(date) ?? ZERO, decimal(String(size)))))
      }
      const all = [...new Set([...total.keys(), ...moved.keys()])].sort()
      const wanted = all.find((date) => at(total, date) < 0 && at(moved, date) < 0)
      const worse = await firstDayMadeWorse(months, (month) => byMonth.get(month) ?? [], grouped)
      expect(worse?.date).toBe(wanted)
    }),
    seeded(300),
  )
})
