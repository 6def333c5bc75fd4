import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import { groupedWarnings, isComplete } from '#src/portfolio/warnings/grouped.ts'
import { ONE, sum, ZERO } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { bookOf, closesOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

test('200 with one warning a cause: a missing rate once for its pair with its days, assets without a close together, worst first', async () => {
  const { broker_id, book, price, addAsset, holdings } = await openPortfolio({ today: '2024-03-01' })
  const [one, two, priced] = [await addAsset('ONE'), await addAsset('TWO', 'USD'), await addAsset('OLD')]
  const buy = { broker_id, type: 'BUY', quantity: '10', currency: 'EUR' }
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '5000', currency: 'EUR' },
    { ...buy, date: '2024-01-03', asset_id: one, price: '50' },
    { ...buy, date: '2024-01-04', asset_id: two, price: '20', currency: 'USD' },
    { ...buy, date: '2024-01-05', asset_id: two, price: '21', currency: 'USD' },
    { ...buy, date: '2024-01-08', asset_id: priced, price: '30' },
  )
  await price({ '2024-01-08': '40' }, priced)
  const { warnings, complete, totals } = await holdings()
  expect(warnings.map((one) => [one.severity, one.code, one.pair, one.from, one.to, one.affects.days])).toEqual([
    ['error', 'rate-missing', 'USD/EUR', '2024-01-04', '2024-03-01', 58],
    ['warning', 'price-missing', null, '2024-03-01', '2024-03-01', 1],
    ['warning', 'price-stale', null, '2024-03-01', '2024-03-01', 1],
  ])
  expect(warnings.map(({ affects }) => [affects.amount, affects.assets.map(({ id }) => id), affects.pairs])).toEqual([
    [null, [], ['USD/EUR']],
    ['500', [one, two], []],
    ['400', [priced], []],
  ])
  expect(warnings[2]?.affects.share_of_value).toBeCloseTo(400 / (5000 - 500 - 300 + 500 + 400), 12)
  expect(warnings[1]).toMatchObject({ asset_id: null, detail: expect.stringContaining('ONE name (ONE), TWO name (TWO)') })
  expect(warnings[2]).toMatchObject({ asset_id: priced, affects: { assets: [{ id: priced, name: 'OLD name' }] } })
  expect(warnings.every(({ affects }) => affects.brokers.length === 1 && affects.brokers[0]?.id === broker_id)).toBe(true)
  expect([complete, totals.complete]).toEqual([false, false])
})

test('200 without a word of what matters to no figure: rates of what was sold long ago', async () => {
  const { broker_id, book, price, asset_id, line, addAsset, ask, holdings } = await openPortfolio({ today: '2024-03-01' })
  const sold = await addAsset('SOLD', 'USD')
  const trade = { broker_id, asset_id: sold, currency: 'USD', price: '10' }
  await book(
    { broker_id, type: 'DEPOSIT', date: '2023-01-02', amount: '1000', currency: 'EUR' },
    { ...trade, type: 'BUY', date: '2023-01-03', quantity: '10' },
    { ...trade, type: 'SELL', date: '2023-02-03', quantity: '-10' },
    { ...line, type: 'BUY', date: '2024-02-28', quantity: '10', price: '50' },
  )
  await price({ '2024-02-28': '50' }, asset_id)
  expect(await holdings()).toMatchObject({ complete: true, warnings: [], totals: { complete: true, cost_basis: '500' } })
  const gains = async (from: string) => (await ask(`gains?currency=EUR&from=${from}`)).as(GainsReport)
  expect(await gains('2024-01-01')).toMatchObject({ complete: true, warnings: [], totals: { complete: true } })
  const early = await gains('2023-01-01')
  expect([early.totals.complete, early.warnings.map(({ code, pair }) => [code, pair])]).toEqual([
    false,
    [['rate-missing', 'USD/EUR']],
  ])
})

test('200 without a word of what another’s broker holds, though assets came from it', async () => {
  const world = await openPortfolio({ today: '2024-03-01' })
  const { app, user, broker_id, asset_id, book, price, holdings } = world
  const stranger = await app.createUser()
  const [theirs, secret] = [await createBroker(app, stranger), await createAsset(app, { symbol: 'SECRET', currency: 'CHF' })]
  await book({ broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '10', currency: 'EUR' })
  await price({ '2024-02-28': '50' })
  await app.call(stranger, 'POST', '/assets', { symbol: 'X', name: 'X', type: 'STOCK', currency: 'JPY' })
  const leg = { asset_id, date: '2024-02-20', type: 'TRANSFER', group: 'gift' }
  await app.store.writer
    .insertInto('broker_access')
    .values({ broker_id, user_id: stranger.id, role: 'EDITOR', share: '0', granted_at: '2024-01-01', granted_by: user.id })
    .execute()
  const sent = await app.call(stranger, 'POST', '/transactions/batch', {
    create: [
      { broker_id: theirs, asset_id: secret, type: 'BUY', date: '2001-01-03', quantity: '3', price: '7', currency: 'CHF' },
      { broker_id: theirs, asset_id, type: 'BUY', date: '2024-01-17', quantity: '5', price: '31', currency: 'JPY' },
      { ...leg, broker_id: theirs, quantity: '-5' },
      { ...leg, broker_id, quantity: '5' },
    ],
  })
  expect(sent.status).toBe(200)
  const { warnings, holdings: held } = await holdings('method=HIFO')
  expect(held).toMatchObject([{ asset_id, cost_basis: null, market_value: '250' }])
  expect(warnings.map(({ code, pair, from, to }) => [code, pair, from, to])).toEqual([
    ['rate-missing', 'JPY/EUR', '2024-01-17', '2024-01-17'],
  ])
  expect(JSON.stringify(warnings)).not.toMatch(/SECRET|CHF|2001/)
  expect(warnings.flatMap(({ affects }) => affects.brokers.map(({ id }) => id))).not.toContain(theirs)
})

test('200 with the brokers that only spent together, and what mends them, which it does', async () => {
  const { app, user, broker_id, line, book, price, holdings, performance, addBroker, send } = await openPortfolio()
  const other = await addBroker()
  const friend = await app.createUser()
  await send('POST', `/brokers/${broker_id}/access`, { user_id: friend.id, role: 'VIEWER', share: '0' })
  await price({ '2024-01-03': '100', '2024-01-05': '110', '2024-12-31': '120' })
  for (const id of [broker_id, other])
    await book({ ...line, broker_id: id, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100' })
  const causes = async () =>
    (await holdings()).warnings.map(({ code, affects, remedy }) => [
      code,
      affects.amount,
      affects.brokers.map(({ id }) => id),
      remedy?.body,
    ])
  const change = { cash: 'not-tracked' }
  expect(await causes()).toEqual([['cash-without-deposits', '-2000', [broker_id, other], { ids: [broker_id, other], change }]])
  const found = await performance()
  expect([found.twr, found.complete, found.warnings.map(({ code, severity }) => [code, severity])]).toEqual([
    null,
    true,
    [
      ['return-base-not-positive', 'error'],
      ['price-stale', 'warning'],
    ],
  ])
  expect(found.warnings[0]?.detail).toContain(' On that day the cash of 2 brokers is below zero: "')
  const look = await app.call(friend, 'GET', `/portfolio/performance?currency=EUR&broker_ids=${broker_id}`)
  expect(look.body.warnings[0].remedy).toMatchObject({ operation_id: 'getPerformance', method: 'GET', body: null })
  const alone = await app.call(friend, 'GET', look.body.warnings[0].remedy.path.slice('/api/v1'.length))
  expect([alone.status, alone.body.twr]).toEqual([200, expect.any(Number)])
  const remedy = found.warnings[0]?.remedy
  await send(remedy?.method ?? '', remedy?.path.slice('/api/v1'.length) ?? '', remedy?.body, user)
  expect((await performance()).warnings.map(({ code }) => code)).toEqual(['price-stale'])
  expect(await causes()).toEqual([])
})

test('the holdings are complete exactly where no figure of theirs is missing, whatever the ledger, the closes and the rates', () => {
  const rates = fc.constantFrom<(currency: string, day: string) => boolean>(
    () => true,
    () => false,
    (_, day) => day > '2024-01-20',
    (_, day) => day > '2024-02-10',
  )
  fc.assert(
    fc.property(
      ledger,
      rates,
      fc.constantFrom<'FIFO' | 'S104' | 'AVERAGE' | 'HIFO'>('FIFO', 'S104', 'AVERAGE', 'HIFO'),
      fc.boolean(),
      (steps, hasRate, method, hasCloses) => {
        const lines = linesOf(steps)
        const book = bookOf(lines, 'EUR', [1, 2], hasCloses ? closesOf : () => [], null, hasRate)
        const request = range(0, LENGTH - 1, { method })
        const found = holdingsOf(book, request)
        const figures = found.holdings.flatMap((one) => [
          one.marketValue,
          one.cost,
          one.unrealised,
          one.unrealisedCurrency,
          one.total,
        ])
        const isMissing = [...figures, ...found.cash.map(({ value }) => value)].includes(null)
        if (isMissing) expect(isComplete(book, { split: true })).toBe(false)
        if (hasRate('USD', '2024-01-01') && !isMissing) expect(isComplete(book, { split: true })).toBe(true)
        const warnings = groupedWarnings(book, request, { cash: true })
        const causes = warnings.map(({ code, severity, pair, affects }) => [code, severity, pair, affects.brokers[0]?.id].join())
        expect(new Set(causes).size).toBe(causes.length)
        const isOfRate = warnings.some(({ code }) => code === 'rate-missing')
        if (isOfRate) expect(warnings.filter(({ code, pair }) => code !== 'rate-missing' && pair === 'USD/EUR')).toEqual([])
        expect(sum(found.holdings.map(({ marketValue }) => marketValue ?? ZERO)) <= found.totalValue + ONE * 10n ** 9n).toBe(true)
      },
    ),
    seeded(150),
  )
})
