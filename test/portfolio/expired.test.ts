import { expect, test } from 'bun:test'
import { readOccSymbol } from '#src/assets/occ-symbol.ts'
import { formatDecimal } from '#src/shared/decimal.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

test('the symbol of a listed US option has its terms; any other text has none', () => {
  const terms = (symbol: string) => {
    const found = readOccSymbol(symbol)
    return found && [found.underlying, found.expiry, found.right, formatDecimal(found.strike)]
  }
  expect(terms('AAPL240119C00150000')).toEqual(['AAPL', '2024-01-19', 'CALL', '150'])
  expect(terms('SPX   261218P04525500')).toEqual(['SPX', '2026-12-18', 'PUT', '4525.5'])
  expect(terms('F1240621P00012125')).toEqual(['F1', '2024-06-21', 'PUT', '12.125'])
  for (const other of ['AAPL', 'AAPL240230C00150000', 'AAPL240119X00150000', 'AAPL240119C150000', '240119C00150000', ''])
    expect(terms(other)).toBeUndefined()
})

test('200 with a warning for what is held after its last day, by the contract or the symbol; none once it is closed at 0', async () => {
  const world = await openPortfolio({ today: '2024-12-31', broker: { allowAssetShorting: true } })
  const { app, user, broker_id, book } = world
  const option = async (fields: object) => {
    const answer = await app.call(user, 'POST', '/assets', { type: 'OPTION', currency: 'EUR', ...fields })
    expect(answer.status).toBe(201)
    return answer.body.id as number
  }
  const called = await option({ symbol: 'ACME240119C00150000', name: 'ACME call' })
  const contract = { underlying: 'ACME', expiry: '2024-03-15', strike: '90', right: 'PUT', multiplier: '100' }
  const put = await option({ symbol: 'ACME-P90', name: 'ACME put', contract })
  const later = await option({ symbol: 'ACME270115C00150000', name: 'ACME later' })
  const line = { broker_id, currency: 'EUR', date: '2024-01-02', price: '2' }
  await book(
    { ...line, type: 'BUY', asset_id: called, quantity: '3' },
    { ...line, type: 'SELL', asset_id: put, quantity: '-1' },
    { ...line, type: 'BUY', asset_id: later, quantity: '1' },
  )
  const expired = async (day: string) =>
    (await world.holdings(`as_of=${day}`)).warnings.filter(({ code }) => code === 'contract-expired')
  expect(await expired('2024-01-19')).toEqual([])
  expect((await expired('2024-01-20')).map(({ asset_id }) => asset_id)).toEqual([called])
  const closing = (one: { readonly detail: string } | undefined) => /book a \w+ of -?\d+ at price 0/.exec(one?.detail ?? '')?.[0]
  expect((await expired('2024-01-20')).map(closing)).toEqual(['book a SELL of -3 at price 0'])
  const [both, ...others] = await expired('2024-12-31')
  expect([both?.affects.assets.map(({ id }) => id), others]).toEqual([[called, put], []])
  await book({ ...line, type: 'SELL', asset_id: called, date: '2024-01-19', quantity: '-3', price: '0' })
  expect((await expired('2024-12-31')).map(closing)).toEqual(['book a BUY of 1 at price 0'])
  await book({ ...line, type: 'BUY', asset_id: put, date: '2024-03-15', quantity: '1', price: '0' })
  expect(await expired('2024-12-31')).toEqual([])
})
