import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency,ratio\n'
const sell = (date: string, symbol: string, quantity: number) =>
  `${date},SELL,${symbol},,${symbol} plc,-${quantity},2,${2 * quantity},EUR,\n`
const buy = (date: string, symbol: string, quantity: number) =>
  `${date},BUY,${symbol},,${symbol} plc,${quantity},2,${-2 * quantity},EUR,\n`
const split = (date: string, symbol: string, ratio: string) => `${date},SPLIT,${symbol},,${symbol} plc,,,,,${ratio}\n`
const money = (date: string, amount: number) => `${date},${amount > 0 ? 'DEPOSIT' : 'WITHDRAWAL'},,,,,,${amount},EUR,\n`

type Line = Readonly<Record<'type' | 'date' | 'quantity' | 'amount', string>> & {
  readonly id: number
  readonly tags: readonly string[]
  readonly asset_id: number | null
  readonly cost_basis: string | null
}
type Change = Readonly<Record<'name' | 'date' | 'quantity' | 'date_before' | 'quantity_before', string | null>>

async function setUp(flags: Parameters<typeof createBroker>[2] = {}) {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, flags)
  let files = 0
  const send = async (text: string, to = broker) => (await upload(app, user, to, `${++files}.csv`, HEAD + text)).body.id as string
  const post = async (path: string, body: unknown) => {
    const answer = await app.call(user, 'POST', path, body)
    return { ...answer.body, status: answer.status }
  }
  const file = '/brokers/import/files'
  const parse = (id: string, body: unknown = {}) => post(`${file}/${id}/parse`, body)
  const bring = (id: string, body: unknown = {}) => post(`${file}/${id}/import`, body)
  const undo = (id: string, body: unknown = {}) => post(`${file}/${id}/undo`, body)
  const lines = async (of = broker): Promise<Line[]> =>
    (await app.call(user, 'GET', `/transactions?broker_ids=${of}&order=date_asc&limit=1000`)).body
  const openings = async (of = broker) =>
    (await lines(of))
      .filter(({ tags }) => tags.includes('opening'))
      .map(({ type, date, quantity, amount }) => [type, date, quantity === '0' ? amount : quantity].join(' '))
  const held = async (of = broker): Promise<string[]> =>
    (await app.call(user, 'GET', `/brokers/${of}/summary`)).body.holdings.map((one: { quantity: string }) => one.quantity)
  return { ...app, app, user, broker, send, parse, bring, undo, lines, openings, held }
}

const changesOf = (answer: { openings: readonly Change[] }) =>
  answer.openings.map((one) => [one.name, one.date, one.quantity, one.date_before, one.quantity_before])

test('a broker without transactions gets what is missing as opening positions; each is a warning with asset, day and size', async () => {
  const { send, parse, bring, openings, held } = await setUp()
  const id = await send(
    `${sell('2024-03-05', 'DDD', 10)}${buy('2024-03-06', 'EEE', 3)}${sell('2024-03-07', 'EEE', 5)}2024-02-01,DIVIDEND,EEE,,EEE plc,,,4,EUR,\n`,
  )
  const wanted = [
    ['DDD plc', '2024-03-04', '10', null, '0'],
    ['EEE plc', '2024-01-31', '2', null, '0'],
  ]
  const preview = await parse(id)
  expect([changesOf(preview), preview.openings_total]).toEqual([wanted, 2])
  expect(preview.openings.map((one: { row: number }) => one.row)).toEqual([2, 4])
  expect(preview.shortages.map((one: { missing: string }) => one.missing)).toEqual(['10', '2'])
  const dry = await bring(id, { dry_run: true })
  expect([dry.status, changesOf(dry), await openings()]).toEqual([200, wanted, []])
  const answer = await bring(id)
  expect([answer.status, answer.imported, answer.skipped, changesOf(answer), answer.shortages]).toEqual([200, 4, 0, wanted, []])
  const warnings = answer.issues.map((one: { row: number; severity: string; code: string }) => [one.row, one.severity, one.code])
  expect(warnings).toEqual([
    [2, 'warning', 'opening-booked'],
    [4, 'warning', 'opening-booked'],
  ])
  for (const part of ['DDD plc', '2024-03-04', '10', 'cost']) expect(answer.issues[0].detail).toContain(part)
  expect([await openings(), await held()]).toEqual([['TRANSFER 2024-01-31 2', 'TRANSFER 2024-03-04 10'], []])
})

test('a broker with transactions leaves such rows out unless it is to book; explicit choices go on as they were', async () => {
  const { send, bring, openings, held } = await setUp()
  await bring(await send(buy('2024-01-05', 'AAA', 1)))
  const id = await send(sell('2024-03-05', 'DDD', 10))
  const left = await bring(id, { dry_run: true })
  expect([left.status, left.imported, left.skipped, left.issues[0].code, left.issues[0].row]).toEqual([
    200,
    0,
    1,
    'short-left-out',
    2,
  ])
  expect((await bring(id, { opening: 'leave-out', dry_run: true })).skipped).toBe(1)
  for (const choice of [{ opening: 'refuse' }, { short: 'refuse' }]) {
    const refused = await bring(id, choice)
    expect([refused.status, refused.code]).toEqual([409, 'transaction/short'])
    expect(refused.detail).toContain('opening=book')
  }
  expect((await bring(id, { short: 'allow', dry_run: true })).openings).toEqual([])
  expect((await bring(id, { opening: 'book' })).status).toBe(200)
  expect([await openings(), await held()]).toEqual([['TRANSFER 2024-03-04 10'], ['1']])
})

test('an opening before a split has the size of before it, and the split counts it', async () => {
  const { send, parse, bring, lines, openings, held } = await setUp()
  const id = await send(split('2024-03-01', 'DDD', '10:1') + sell('2024-03-05', 'DDD', 95))
  expect(changesOf(await parse(id))).toEqual([['DDD plc', '2024-02-29', '9.5', null, '0']])
  expect((await bring(id)).imported).toBe(2)
  expect([await openings(), await held()]).toEqual([['TRANSFER 2024-02-29 9.5'], []])
  expect((await lines()).map(({ quantity }) => quantity)).toEqual(['9.5', '85.5', '-95'])
})

test('the history that comes later takes the place of the opening and sizes the split again; undo brings both back exactly', async () => {
  const { send, bring, undo, lines, openings, held } = await setUp()
  await bring(await send(split('2024-03-01', 'DDD', '10:1') + sell('2024-03-05', 'DDD', 95)))
  const before = await lines()
  const older = await send(buy('2023-05-01', 'DDD', 4))
  const answer = await bring(older)
  expect(changesOf(answer)).toEqual([['DDD plc', '2023-04-30', '5.5', '2024-02-29', '9.5']])
  expect(await openings()).toEqual(['TRANSFER 2023-04-30 5.5'])
  const whole = await send(buy('2022-05-01', 'DDD', 8))
  expect(changesOf(await bring(whole))).toEqual([['DDD plc', null, '0', '2023-04-30', '5.5']])
  expect([await openings(), await held()]).toEqual([[], ['25']])
  const wholeUndone = await undo(whole)
  expect([wholeUndone.status, changesOf(wholeUndone)]).toEqual([200, [['DDD plc', '2023-04-30', '5.5', null, '0']]])
  expect([await openings(), await held()]).toEqual([['TRANSFER 2023-04-30 5.5'], []])
  for (const dry_run of [true, false]) {
    const undone = await undo(older, { dry_run })
    expect([undone.status, undone.openings_total]).toEqual([200, 1])
    expect(changesOf(undone)).toEqual([['DDD plc', '2024-02-29', '9.5', '2023-04-30', '5.5']])
  }
  const without = (list: readonly Line[]) => list.map((line) => (line.type === 'SPLIT' ? { ...line, id: 0 } : line))
  expect(without(await lines())).toEqual(without(before))
})

test('undoing the first import takes its openings along, and leaves what a later one needs', async () => {
  const { send, bring, undo, openings, held } = await setUp()
  const first = await send(sell('2024-03-05', 'DDD', 10))
  await bring(first)
  const second = await send(buy('2024-05-05', 'DDD', 1) + sell('2024-06-05', 'DDD', 3))
  expect(changesOf(await bring(second))).toEqual([['DDD plc', '2024-03-04', '12', '2024-03-04', '10']])
  expect(changesOf(await undo(first))).toEqual([['DDD plc', '2024-05-04', '2', '2024-03-04', '12']])
  expect([await openings(), await held()]).toEqual([['TRANSFER 2024-05-04 2'], []])
  expect(changesOf(await undo(second))).toEqual([['DDD plc', null, '0', '2024-05-04', '2']])
  expect([await openings(), await held()]).toEqual([[], []])
})

test('a cost that the user enters stays with the opening: it shrinks with it, and comes back with it', async () => {
  const { app, user, send, bring, undo, lines } = await setUp()
  await bring(await send(sell('2024-03-05', 'DDD', 10)))
  const [opening] = await lines()
  await app.call(user, 'PATCH', `/transactions/${opening?.id}`, { cost_basis: '15', currency: 'EUR' })
  const known = await lines()
  const costs = async () =>
    (await lines()).filter(({ tags }) => tags.length > 0).map((line) => [line.date, line.quantity, line.cost_basis])
  const older = await send(buy('2023-05-01', 'DDD', 4))
  await bring(older)
  expect(await costs()).toEqual([['2024-03-04', '6', '9']])
  await undo(older)
  expect(await lines()).toEqual(known)
  expect((await bring(await send(sell('2024-03-06', 'DDD', 2)))).status).toBe(200)
  expect(await costs()).toEqual([
    ['2024-03-03', '2', null],
    ['2024-03-04', '10', '15'],
  ])
})

test('cash gets an opening where the broker forbids an overdraft and the caller books; else such rows are left out', async () => {
  const { send, bring, openings } = await setUp({ allowCashOverdraft: false })
  const id = await send(money('2024-01-05', -40) + money('2024-01-06', 100))
  const left = await bring(id, { dry_run: true })
  expect([left.status, left.skipped, left.openings]).toEqual([200, 1, []])
  const answer = await bring(id, { opening: 'book' })
  expect([answer.status, answer.openings[0].currency, await openings()]).toEqual([200, 'EUR', ['TRANSFER 2024-01-04 40']])
})

test('without a cost gains are unknown and say so; with one they are known', async () => {
  const { app, user, broker, send, bring, lines } = await setUp()
  await bring(await send(sell('2024-03-05', 'DDD', 10)))
  const gains = async () => (await app.call(user, 'GET', `/portfolio/gains?broker_ids=${broker}&currency=EUR`)).body
  const unknown = await gains()
  expect([unknown.disposals[0].gain, unknown.warnings.map((one: { code: string }) => one.code)]).toEqual([null, ['cost-unknown']])
  const [opening] = await lines()
  await app.call(user, 'PATCH', `/transactions/${opening?.id}`, { cost_basis: '15', currency: 'EUR' })
  const known = await gains()
  expect([known.disposals[0].gain, known.warnings]).toEqual(['5', []])
})

test('an upload that imports takes the choice, and a viewer may not book', async () => {
  const { app, user, broker, openings } = await setUp()
  const refused = await upload(app, user, broker, 'a.csv', HEAD + sell('2024-03-05', 'DDD', 1), '&import=true&opening=refuse')
  expect([refused.status, refused.body.code, await openings()]).toEqual([409, 'transaction/short', []])
  const booked = await upload(app, user, broker, 'b.csv', HEAD + sell('2024-03-06', 'DDD', 1), '&import=true&opening=book')
  expect([booked.status, booked.body.result.openings_total, await openings()]).toEqual([201, 1, ['TRANSFER 2024-03-05 1']])
})

/** A day, an asset and what happens to it; a split comes with a sale of that day, for a broker lists splits of what is held. */
const event = fc.record({
  ...{ day: fc.integer({ min: 0, max: 24 }), symbol: fc.constantFrom('DDD', 'EEE'), size: fc.integer({ min: 1, max: 9 }) },
  kind: fc.constantFrom('buy', 'sell', 'sell', 'split'),
  ratio: fc.constantFrom('2:1', '1:2', '3:1', '10:1'),
})
const rowsOf = (events: readonly (typeof event extends fc.Arbitrary<infer E> ? E : never)[]) =>
  events
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, symbol, size, kind, ratio }) => {
      const date = `2024-02-${String(day + 1).padStart(2, '0')}`
      if (kind === 'buy') return buy(date, symbol, size)
      return (kind === 'split' ? split(date, symbol, ratio) : '') + sell(date, symbol, size)
    })
    .join('')
const history = fc.uniqueArray(event, { minLength: 2, maxLength: 12, selector: ({ day, symbol }) => `${day} ${symbol}` })
const cut = fc
  .tuple(fc.integer({ min: 1, max: 23 }), fc.integer({ min: 1, max: 23 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)])

const said = (lines: readonly Line[]) =>
  lines
    .map(({ type, date, quantity, amount, asset_id, tags, cost_basis }) =>
      [date, type, asset_id, quantity, amount, tags.join(), cost_basis].join(' '),
    )
    .sort()

test('property: a history in parts, imported in any order, is the ledger of those parts at once; undoing goes back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      cut,
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      async (events, [from = 0, to = 0], order) => {
        const world = await setUp()
        const { send, bring, undo, lines, app, user } = world
        const assets = await createBroker(app, user)
        await bring(await send(buy('2024-01-01', 'DDD', 1) + buy('2024-01-01', 'EEE', 1), assets))
        const parts = [0, 1, 2].map((n) =>
          events.filter(({ day }) => (n === 0 ? day < from : n === 1 ? day >= from && day < to : day >= to)),
        )
        const done: number[] = []
        const undoing: { id: string; before: Line[] }[] = []
        for (const part of order.filter((part) => (parts[part] ?? []).length > 0)) {
          const before = await lines()
          const id = await send(rowsOf(parts[part] ?? []))
          const answer = await bring(id, { opening: 'book' })
          expect([answer.status, answer.skipped, answer.rows.issues]).toEqual([200, 0, 0])
          undoing.push({ id, before })
          done.push(part)
          const together = await createBroker(app, user)
          await bring(await send(rowsOf(done.flatMap((one) => parts[one] ?? [])), together), { opening: 'book' })
          expect(said(await lines())).toEqual(said(await lines(together)))
        }
        const [oldest] = undoing
        const early = undoing.length > 1 && oldest !== undefined ? await undo(oldest.id) : undefined
        if (early !== undefined) expect([200, 409]).toContain(early.status) // 409: the rest never had an opening and is short without it
        for (const { id, before } of undoing.toReversed()) {
          if (id === oldest?.id && early?.status === 200) continue
          expect((await undo(id)).status).toBe(200)
          if (early?.status !== 200) expect(said(await lines())).toEqual(said(before))
        }
        expect(await lines()).toEqual([])
      },
    ),
    seeded(12),
  )
})

const PORTFOLIO =
  '"Investment","Quantity","Price","Value (£)","Cost (£)","Change (£)","Change (%)","Price +/- today (%)","Valuation currency","Market currency","Exchange rate","Date","Time","Portfolio","Ticker"\n' +
  '"Oaks & Sons (LSE:OAKS)","40","5","200.00","150.00","50.00","33.33","0.00","GBP","GBP","1","14-Nov-25","18:03","SIPP","OAKS"\n' +
  '"Oaks & Sons (LSE:OAKS)","10","5","50.00","45.00","5.00","11.11","0.00","GBP","GBP","1","14-Nov-25","18:03","ISA","OAKS"\n' +
  '"Harbour Steel (LSE:HARB)","7","2","14.00","21.00","-7.00","-33.33","0.00","GBP","GBP","1","14-Nov-25","18:03","ISA","HARB"\n'

test('a report of positions is refused with the sentence that says how to open a portfolio with it, and opens one with its costs', async () => {
  const { app, user, broker, parse, bring, undo, lines, held } = await setUp()
  const id = (await upload(app, user, broker, 'portfolio.csv', PORTFOLIO)).body.id as string
  const refused = await bring(id)
  expect([refused.status, refused.code]).toEqual([422, 'import/nothing-to-import'])
  expect(refused.detail).toContain('positions=book')
  const preview = await parse(id, { positions: 'book' })
  const compared = preview.positions.map((one: Readonly<Record<string, string>>) => [
    one['date'],
    one['stated'],
    one['computed'],
    one['difference'],
    one['cost'],
    one['currency'],
  ])
  expect(compared).toEqual([
    ['2025-11-14', '50', '0', '50', '195', 'GBP'],
    ['2025-11-14', '7', '0', '7', '21', 'GBP'],
  ])
  expect([preview.report.status, preview.openings_total, preview.positions_total]).toEqual(['parsed', 2, 2])
  const answer = await bring(id, { positions: 'book' })
  expect([answer.status, answer.imported, answer.assets_created_total]).toEqual([200, 0, 2])
  const booked = (await lines()).map((line) => [line.type, line.date, line.quantity, line.cost_basis, line.tags])
  expect(booked).toEqual([
    ['TRANSFER', '2025-11-14', '50', '195', ['opening']],
    ['TRANSFER', '2025-11-14', '7', '21', ['opening']],
  ])
  expect((await undo(id)).status).toBe(200)
  expect([await held(), await lines()]).toEqual([[], []])
})

test('positions after transactions open what these do not explain; older history takes their place, and undo gives it back', async () => {
  const { app, user, broker, send, bring, undo, lines, openings, held } = await setUp()
  await bring(
    await send(
      `2025-03-03,BUY,OAKS,,Oaks & Sons (LSE:OAKS),20,5,-100,GBP,\n2025-06-03,SELL,OAKS,,Oaks & Sons (LSE:OAKS),-5,5,25,GBP,\n`,
    ),
  )
  const [bought] = await lines()
  const id = (await upload(app, user, broker, 'portfolio.csv', PORTFOLIO)).body.id as string
  const { assets } = (await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, {})).body
  const [oaks] = assets as { ref: string }[]
  const answer = await bring(id, { positions: 'book', asset_map: { [oaks?.ref ?? '']: bought?.asset_id } })
  expect([answer.status, await openings()]).toEqual([200, ['TRANSFER 2025-03-02 35', 'TRANSFER 2025-11-14 7']])
  expect((await held()).toSorted()).toEqual(['50', '7'])
  const older = await send('2024-03-03,BUY,OAKS,,Oaks & Sons (LSE:OAKS),30,5,-150,GBP,\n')
  await bring(older)
  expect([await openings(), (await held()).toSorted()]).toEqual([
    ['TRANSFER 2025-03-02 5', 'TRANSFER 2025-11-14 7'],
    ['50', '7'],
  ])
  await undo(older)
  expect(await openings()).toEqual(['TRANSFER 2025-03-02 35', 'TRANSFER 2025-11-14 7'])
})
