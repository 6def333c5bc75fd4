import { expect, test } from 'bun:test'
import type { AssetDraft, ContractTerms } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { matchAssets } from '#src/assets/service.ts'
import type { Ctx } from '#src/context.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { upload } from '#test/support/report.ts'

const CALL = { underlying: 'ACME', expiry: '2027-01-15', strike: '150', right: 'CALL', multiplier: '100' }
const OPTION = { symbol: 'ACME270115C00150000', name: 'ACME 01/15/2027 Call $150.00', type: 'OPTION', currency: 'USD' }

async function setUp() {
  const world = await openPortfolio({
    currency: 'USD',
    asset: { symbol: 'ACME', currency: 'USD' },
    broker: { allowCashOverdraft: true },
    deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } },
  })
  const { app, user, call, deps } = world
  const add = async (fields: object) => (await call(user, 'POST', '/assets', { ...OPTION, ...fields })).body
  const ctx: Ctx = { ...deps, user: { id: user.id, username: user.username, isSuperuser: false } }
  const match = async (draft: Omit<AssetDraft, 'ref'>) => {
    const found = (await matchAssets(ctx, [{ ref: 'x', ...draft }])).get('x')
    return [found?.match, found?.assetId]
  }
  const send = (name: string, text: string, query = '&import=true') => upload(app, user, world.broker_id, name, text, query)
  return { ...world, add, match, send }
}

test('the terms of a contract are read and written, and stand in the history; absent = stays, null = clears', async () => {
  const { call, user, add } = await setUp()
  const asset = await add({ contract: { ...CALL, strike: 150, multiplier: '100.0' } })
  expect([asset.contract, asset.price_quantity]).toEqual([CALL, '0.01'])
  const path = `/assets/${asset.id}`
  expect((await call(user, 'PATCH', path, { name: 'Renamed' })).body.contract).toEqual(CALL)
  const put = { ...CALL, right: 'PUT', expiry: null }
  expect((await call(user, 'PATCH', path, { contract: put })).body.contract).toEqual(put)
  expect((await call(user, 'PATCH', path, { contract: null })).body.contract).toBeNull()
  expect((await call(user, 'GET', path)).body.contract).toBeNull()
  const { body } = await call(user, 'GET', `${path}/history`)
  const changes = body.filter((change: { field: string | null }) => change.field === 'contract')
  expect(changes.map((change: { old: string | null; new: string | null }) => [change.old, change.new])).toEqual([
    ['acme||150|PUT|100', null],
    ['acme|2027-01-15|150|CALL|100', 'acme||150|PUT|100'],
  ])
})

test('422 for terms that make no sense and for types without a contract, each with its place', async () => {
  const { call, user } = await setUp()
  const wrong = { underlying: ' ', expiry: '2027-02-30', strike: '-1', right: 'BOTH', multiplier: '0', size: 1 }
  const { status, body } = await call(user, 'POST', '/assets', { ...OPTION, contract: wrong })
  expect(status).toBe(422)
  for (const name of ['underlying', 'expiry', 'strike', 'right', 'multiplier'])
    expect(body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(`/contract/${name}`)
  const stock = await call(user, 'POST', '/assets', { ...OPTION, type: 'STOCK', contract: CALL })
  expect([stock.status, stock.body.code, stock.body.errors[0].pointer]).toEqual([422, 'asset/contract', '/contract'])
})

test('without a price quantity it follows from the multiplier of an option or future, and only there', async () => {
  const { add } = await setUp()
  const of = async (type: string, multiplier: string, more = {}) =>
    (await add({ type, contract: { ...CALL, multiplier }, ...more })).price_quantity
  expect(await of('OPTION', '10')).toBe('0.1')
  expect(await of('FUTURE', '50')).toBe('0.02')
  expect(await of('OPTION', '100', { price_quantity: '1' })).toBe('1')
  expect([await of('WARRANT', '0.1'), await of('CFD', '10')]).toEqual(['1', '1'])
})

test('a contract is found by its terms whatever it is called; of other terms it is never the same', async () => {
  const { add, match } = await setUp()
  const { id } = await add({ contract: CALL })
  const terms: ContractTerms = { underlying: 'acme', expiry: '2027-01-15', strike: '150.00', right: 'CALL', multiplier: '100' }
  const draft = { symbol: 'ACME  270115C00150000', type: 'OPTION', currency: 'USD' } as const
  expect(await match({ ...draft, contract: terms })).toEqual(['exact', id])
  expect(await match({ ...draft, name: 'another name', symbol: undefined, contract: terms })).toEqual(['exact', id])
  const others: Partial<ContractTerms>[] = [
    { strike: '155' },
    { right: 'PUT' },
    { expiry: '2027-02-19' },
    { multiplier: '10' },
    { underlying: 'ACMF' },
  ]
  for (const other of others)
    expect(
      await match({
        symbol: OPTION.symbol,
        name: OPTION.name,
        type: 'OPTION',
        currency: 'USD',
        contract: { ...terms, ...other },
      }),
    ).toEqual(['none', null])
  expect((await match({ ...draft, currency: 'EUR', contract: terms }))[0]).not.toBe('exact')
  expect(await match({ symbol: OPTION.symbol, type: 'OPTION', currency: 'USD' })).toEqual(['high', id])
})

test('terms that leave open which contract is meant do not make two options one', async () => {
  const { add, match } = await setUp()
  const terms = { underlying: 'ACME', right: 'CALL', multiplier: '100' } as const
  const { id } = await add({ contract: terms })
  expect(await match({ symbol: 'ACME270219C00150000', type: 'OPTION', currency: 'USD', contract: terms })).toEqual(['none', null])
  expect(await match({ symbol: OPTION.symbol, type: 'OPTION', currency: 'USD', contract: terms })).toEqual(['high', id])
})

test('an underlying as symbol says nothing of which of its contracts is meant', async () => {
  const { add, match } = await setUp()
  await add({ symbol: 'ACME', name: 'Some option of ACME' })
  const contract: ContractTerms = { underlying: 'ACME', expiry: '2027-01-15', strike: '150', right: 'CALL', multiplier: '100' }
  expect(await match({ symbol: 'ACME', type: 'OPTION', currency: 'USD', contract })).toEqual(['low', null])
})

test('a future or warrant that an earlier import booked as an option is found again by its symbol', async () => {
  const { add, match } = await setUp()
  const { id } = await add({ symbol: 'ESZ7', name: 'ES DEC27' })
  expect(await match({ symbol: 'ESZ7', type: 'FUTURE', currency: 'USD' })).toEqual(['high', id])
  expect(await match({ symbol: 'ESZ7', type: 'STOCK', currency: 'USD' })).toEqual(['none', null])
})

test('two options of one underlying stay two; a price of 2.50 for 100 units is 250, in cost and value, once', async () => {
  const { call, user, send, holdings, price } = await setUp()
  const text =
    '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"\n' +
    '"3/4/2024","3/4/2024","3/5/2024","ACME","ACME 1/15/2027 Call $150.00","BTO","1","$2.50","($250.00)"\n' +
    '"3/4/2024","3/4/2024","3/5/2024","ACME","ACME 1/15/2027 Put $150.00","BTO","2","$1.10","($220.00)"\n'
  const { body: report } = await send('robinhood.csv', text, '')
  const { body: seen } = await call(user, 'POST', `/brokers/import/files/${report.id}/parse`, {})
  expect(seen.assets.map((one: { type: string; contract: object }) => [one.type, one.contract])).toEqual([
    ['OPTION', CALL],
    ['OPTION', { ...CALL, right: 'PUT' }],
  ])
  const { body: result } = await call(user, 'POST', `/brokers/import/files/${report.id}/import`, {})
  const [call150, put150] = result.assets_created
  expect([result.imported, result.assets_created.length]).toEqual([2, 2])
  await price({ '2024-03-08': '3' }, call150)
  await price({ '2024-03-08': '1' }, put150)
  const report2 = await holdings('as_of=2024-03-08')
  expect(report2.holdings.map((one) => [one.quantity, one.cost_basis, one.market_value])).toEqual([
    ['1', '250', '300'],
    ['2', '220', '200'],
  ])
  expect((await call(user, 'GET', `/assets/${call150}`)).body).toMatchObject({ contract: CALL, price_quantity: '0.01' })
})
