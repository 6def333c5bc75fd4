import { expect, test } from 'bun:test'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { decimal, formatDecimal, multiplyDivide } from '#src/shared/decimal.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { upload } from '#test/support/report.ts'

const HEAD =
  '"Timezone","Date","Time","Type","Currency","Amount","Price (EUR)","EUR received / paid","Fee currency","Fee amount","Status","Transaction ID","Address"\n'
const staking = (...rows: readonly (readonly [day: string, quantity: string, id: string])[]) =>
  HEAD +
  rows
    .map(
      ([day, quantity, id]) => `"UTC","${day}","09:00:00","staking","DOT","${quantity}","","","","","Distributed","${id}",""\n`,
    )
    .join('')

/** Coins that came in without a value, in a currency that the file states. */
const inDollars: BrokerPlugin = {
  ...{
    code: 'in_dollars',
    name: 'In dollars',
    broker: 'Any',
    website: '',
    description: '',
    extensions: ['csv'],
    languages: ['en'],
  },
  ...{ version: '1', docs: '', sampleColumns: ['quantity'], assets: {} },
  recognises: (head) => (head.text.startsWith('in dollars') ? 1 : 0),
  parse: ({ tables }) => {
    const [header, ...rows] = tables[0]?.rows ?? []
    return {
      transactions: rows.map(({ number, cells: [date = '', quantity] }) => ({
        ...{ rows: [number] as const, type: 'INTEREST' as const, date, asset: 'DOT', quantity },
        ...{ costBasis: 'market', currency: 'USD' },
      })),
      assets: [{ ref: 'DOT', symbol: 'DOT', type: 'CRYPTO' }],
      prices: [{ asset: 'DOT', date: '2024-09-02', close: '950', currency: 'GBX' }],
      issues: [],
      ignored: [{ row: header?.number ?? 1, reason: 'header' }],
    }
  },
}

async function setUp() {
  const world = await openPortfolio({
    asset: { symbol: 'DOT', type: 'CRYPTO' },
    deps: { plugins: { brim: [...brokerPlugins, inDollars], fx: [], assets: [] } },
  })
  const { app, user, broker_id, call } = world
  const get = async (path: string) => (await call(user, 'GET', path)).body
  const send = (name: string, text: string, query = '&import=true') => upload(app, user, broker_id, name, text, query)
  const lines = () => get(`/transactions?broker_ids=${broker_id}&order=date_asc`)
  return { ...world, get, send, lines }
}

const costs = (found: readonly Record<string, unknown>[]) => found.map((one) => [one['cost_basis'], one['currency']])

test('what came in without a value costs the close of its day, to the last digit, in the currency of the close; preview and import agree', async () => {
  const { call, user, price, send, lines, holdings } = await setUp()
  await price({ '2024-02-01': '6.123456789', '2024-02-02': '7', '2024-02-03': '8' })
  const text = staking(['2024-02-01', '1.234567891234', 'a'], ['2024-02-03', '2', 'b'])
  const { body: report } = await send('staking.csv', text, '')
  const { body: seen } = await call(user, 'POST', `/brokers/import/files/${report.id}/parse`, {})
  const exact = formatDecimal(multiplyDivide(decimal('1.234567891234'), decimal('6.123456789'), decimal('1')))
  expect(costs(seen.transactions)).toEqual([
    [exact, 'EUR'],
    ['16', 'EUR'],
  ])
  const { body: result } = await call(user, 'POST', `/brokers/import/files/${report.id}/import`, {})
  expect([seen.issues, result.issues]).toEqual([[], []])
  expect(costs(await lines())).toEqual(costs(seen.transactions))
  const { totals } = await holdings('as_of=2024-02-03')
  expect(totals.cost_basis).toBe(formatDecimal((decimal(exact) + decimal('16')) as ReturnType<typeof decimal>))
})

test('without a close of that very day the cost stays open, said once for the asset with its rows and days; never 0 in silence', async () => {
  const { call, user, price, send, lines } = await setUp()
  await price({ '2024-02-02': '7' })
  const text = staking(['2024-02-01', '1', 'a'], ['2024-02-02', '2', 'b'], ['2024-02-03', '3', 'c'])
  const { body } = await send('staking.csv', text)
  expect(costs(await lines())).toEqual([
    [null, null],
    ['14', 'EUR'],
    [null, null],
  ])
  expect(body.result.issues).toMatchObject([{ row: 2, severity: 'warning', code: 'value-unknown' }])
  for (const part of ['DOT', '2 rows', '2024-02-01', '2024-02-03', 'cost_basis'])
    expect(body.result.issues[0].detail).toContain(part)
  await price({ '2024-02-01': '6', '2024-02-03': '8' })
  await call(user, 'POST', `/brokers/import/files/${body.id}/undo`, {})
  const { body: again } = await call(user, 'POST', `/brokers/import/files/${body.id}/import`, {})
  expect(again.issues).toEqual([])
  expect(costs(await lines())).toEqual([
    ['6', 'EUR'],
    ['14', 'EUR'],
    ['24', 'EUR'],
  ])
})

test('a line that is in the ledger already needs no value again', async () => {
  const { send } = await setUp()
  const rows = [['2024-02-01', '1', 'a'] as const, ['2024-02-03', '3', 'c'] as const]
  expect((await send('one.csv', staking(...rows.slice(0, 1)))).body.result.issues).toHaveLength(1)
  const { body } = await send('two.csv', staking(...rows))
  expect([body.result.imported, body.result.issues.length]).toEqual([1, 1])
  expect(body.result.issues[0].detail).toContain('on 2024-02-03')
})

test('a currency of its own is converted by the rate of the day; without a fresh one the cost stays open', async () => {
  const { price, rate, send, lines } = await setUp()
  await price({ '2024-02-01': '7', '2024-06-03': '8' })
  await rate('EUR', 'USD', { '2024-02-01': '1.1' })
  const { body } = await send('dollars.csv', 'in dollars,quantity\n2024-02-01,3\n2024-06-03,2\n')
  expect(costs(await lines())).toEqual([
    ['23.1', 'USD'],
    [null, 'USD'],
  ])
  expect(body.result.issues.map((one: { code: string }) => one.code)).toEqual(['value-unknown'])
})

test('a close that the report itself states counts where none is stored, pence as pounds', async () => {
  const { rate, send, lines } = await setUp()
  await rate('GBP', 'USD', { '2024-09-02': '1.3' })
  const { body } = await send('dollars.csv', 'in dollars,quantity\n2024-09-02,2\n')
  expect(costs(await lines())).toEqual([['24.7', 'USD']])
  expect(body.result.issues.map((one: { code: string }) => one.code)).toEqual([])
})
