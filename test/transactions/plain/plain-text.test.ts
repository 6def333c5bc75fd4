import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { add, decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import type { TransactionText } from '#src/transactions/list.ts'
import { beancount } from '#src/transactions/plain/beancount.ts'
import { createEntries } from '#src/transactions/plain/entries.ts'
import { journal } from '#src/transactions/plain/journal.ts'
import type { Syntax } from '#src/transactions/plain/syntax.ts'
import { ledger, linesOf } from '#test/portfolio/ledgers.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { setUp } from '../ledger.ts'
import { parsed } from './parsed.ts'
import { assetsOf, expectAccepted } from './programs.ts'

const PATHS = ['/transactions.beancount', '/transactions.journal'] as const

type Line = Pick<TransactionText, 'quantity' | 'amount' | 'currency' | 'broker_id' | 'asset_id'>

/** What accounts must come to: by broker and unit. */
function balancesOf(lines: readonly Line[], accountOf: (broker: number, asset: number | null) => string): Map<string, string> {
  const sums = new Map<string, ReturnType<typeof decimal>>()
  const put = (key: string, text: string) => sums.set(key, add(sums.get(key) ?? ZERO, decimal(text)))
  for (const { broker_id, asset_id, quantity, amount, currency } of lines) {
    if (asset_id !== null) put(accountOf(broker_id, asset_id), quantity)
    if (currency !== null) put(`${accountOf(broker_id, null)} ${currency}`, amount)
  }
  return new Map([...sums].filter(([, value]) => value !== ZERO).map(([key, value]) => [key, formatDecimal(value)]))
}

describe('200 for the ledger as text', () => {
  test('every line is an entry, even, with the balances of the list; the programs accept it', async () => {
    const { user, broker_id, asset_id, batch, call, app, list } = await setUp({
      name: 'My “Main” broker; EUR',
      allowAssetShorting: true,
    })
    const other = await createBroker(app, user, { name: 'my main broker EUR' })
    const usd = await createAsset(app, { symbol: 'USD', name: 'A share called USD', currency: 'USD' })
    const line = (type: string, date: string, fields: object) => ({ broker_id, type, date, currency: 'EUR', ...fields })
    const answer = await batch({
      create: [
        line('DEPOSIT', '2024-01-02', { amount: '5000' }),
        line('BUY', '2024-01-03', { asset_id, quantity: '3', price: '33.3333', fees: '1.25', ref: 'first' }),
        line('BUY', '2024-01-04', { asset_id, quantity: '7', price: '35' }),
        line('SELL', '2024-02-01', {
          asset_id,
          quantity: '-4',
          price: '40',
          lots: [
            { ref: 'first', quantity: '3' },
            { ref: 'second', quantity: '1' },
          ],
        }),
        line('BUY', '2024-01-05', { asset_id, quantity: '2', price: '36', ref: 'second' }),
        line('SPLIT', '2024-03-01', { asset_id, ratio: '3:1', currency: null }),
        line('DIVIDEND', '2024-03-05', { asset_id, amount: '8.5', taxes: '1.5' }),
        line('RETURN_OF_CAPITAL', '2024-03-06', { asset_id, amount: '3' }),
        line('DIVIDEND', '2024-03-07', { asset_id, cost_basis: '12.4' }),
        line('BUY', '2024-03-08', { asset_id: usd, quantity: '10', price: '2', price_currency: 'USD', fx_rate: '0.9' }),
        line('SELL', '2024-03-09', { asset_id: usd, quantity: '-15', price: '3' }),
        line('BUY', '2024-03-10', { asset_id: usd, quantity: '20', price: '3' }),
        line('TRANSFER', '2024-04-01', { asset_id, quantity: '-5', currency: null, group: 'move' }),
        line('TRANSFER', '2024-04-01', { asset_id, quantity: '5', currency: null, group: 'move', broker_id: other }),
        line('TRANSFER', '2024-04-02', { amount: '-10', group: 'cash' }),
        line('TRANSFER', '2024-04-02', { amount: '10', group: 'cash', broker_id: other }),
        line('FX_CONVERSION', '2024-04-03', { amount: '-90', group: 'fx' }),
        line('FX_CONVERSION', '2024-04-03', { amount: '100', currency: 'USD', group: 'fx' }),
        line('INTEREST', '2024-04-04', { amount: '-1' }),
        line('FEE', '2024-04-05', { amount: '-2', tags: ['a', 'date:2020-13-45'] }),
        line('TAX', '2024-04-06', { amount: '3' }),
        line('ADJUSTMENT', '2024-04-07', { asset_id: usd, quantity: '1', cost_basis: '3' }),
      ],
    })
    expect(answer.status).toBe(200)
    await call(user, 'PUT', `/assets/${asset_id}/prices`, [{ date: '2024-06-28', close: '13.5' }])
    const lines = await list('?limit=1000')
    const names = new Map([
      [broker_id, 'My-Main-broker-EUR'],
      [other, `my-main-broker-EUR-${other}`.replace('my', 'My')],
    ])
    const symbol = lines.length > 0 ? (await call(user, 'GET', `/assets/${asset_id}`)).body.symbol : ''
    const accountOf = (broker: number, asset: number | null) => {
      const commodity = asset === usd ? `USD-${usd}` : symbol
      return asset === null ? `Assets:${names.get(broker)}:Cash` : `Assets:${names.get(broker)}:${commodity} ${commodity}`
    }
    for (const path of PATHS) {
      const { text, status, headers } = await call(user, 'GET', path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/plain; charset=utf-8'])
      expect(parsed(text)).toMatchObject({ entries: lines.length, faults: [], prices: 1 })
      expect(assetsOf(text)).toEqual(balancesOf(lines, accountOf))
      expectAccepted(path, text)
    }
  })

  test('a sale takes the lots that it names, then the first; each at what it cost', async () => {
    const { user, asset_id, add, call } = await setUp()
    await add({ type: 'BUY', date: '2024-01-02', asset_id, quantity: '4', price: '10' })
    const second = await add({ type: 'BUY', date: '2024-01-03', asset_id, quantity: '4', price: '20', fees: '2' })
    await add({
      type: 'SELL',
      date: '2024-01-04',
      asset_id,
      quantity: '-3',
      price: '30',
      lots: [{ lot_id: second.id, quantity: '3' }],
    })
    await add({ type: 'SELL', date: '2024-01-05', asset_id, quantity: '-5', price: '30' })
    const { text } = await call(user, 'GET', '/transactions.beancount')
    expect(text.match(/-\d+ SYM\d+ \{.*\}/g)?.map((lot) => lot.replace(/SYM\d+ /, ''))).toEqual([
      '-3 {20 EUR, 2024-01-03}',
      '-4 {10 EUR, 2024-01-02}',
      '-1 {20 EUR, 2024-01-03}',
    ])
  })

  test('no text of a line, a broker or an asset says anything of its own', async () => {
    const evil = 'x"\n2024-01-01 open Assets:Evil\n; date:2024-99-99\r\n  Assets:Evil  1 EUR \\" \u2028include "/etc/passwd"'
    const { user, add, call, app } = await setUp({ name: evil.slice(0, 90) })
    const asset_id = await createAsset(app, { symbol: '"};\n1', name: evil })
    await add({
      type: 'BUY',
      date: '2024-01-02',
      asset_id,
      quantity: '4',
      price: '10',
      description: evil,
      tags: [evil.slice(0, 40)],
      external_id: evil,
      account: evil,
    })
    await add({ type: 'DEPOSIT', date: '2024-01-03', amount: '5', description: '= include x | ; (code)' })
    for (const path of PATHS) {
      const { text } = await call(user, 'GET', path)
      expect(parsed(text)).toMatchObject({ entries: 2, faults: [] })
      expect(text.split('\n').filter((line) => /^(?:include| {2}Assets:Evil|2024-01-01|option "plug|plugin)/.test(line))).toEqual(
        [],
      )
      expectAccepted(path, text)
    }
  })

  test('filters as those of the list; what one may not read is not there; nothing is an empty ledger', async () => {
    const { user, add, call, createUser } = await setUp()
    await add({ type: 'DEPOSIT', date: '2024-01-02', amount: '5', description: 'first' })
    await add({ type: 'DEPOSIT', date: '2024-02-02', amount: '7' })
    const stranger = await createUser()
    for (const path of PATHS) {
      expect(parsed((await call(user, 'GET', `${path}?from=2024-02-01`)).text).entries).toBe(1)
      expect(parsed((await call(user, 'GET', `${path}?q=first`)).text).entries).toBe(1)
      const { text, status } = await call(stranger, 'GET', path)
      expect([status, parsed(text)]).toMatchObject([200, { entries: 0, faults: [] }])
      expect(text).not.toContain('first')
      expect((await call(user, 'GET', `${path}?limit=5`)).status).toBe(422)
      expect((await call(null, 'GET', path)).status).toBe(401)
    }
  })
})

test('property: whatever the ledger, entries are even and come to its balances', () => {
  const naming = {
    broker: (id: number) => ({ account: `Assets:B${id}`, title: `B${id}`, cash: `Assets:B${id}:Cash` }),
    asset: (id: number) => ({ commodity: `ASSET${id}`, title: `ASSET${id}` }),
  }
  const accountOf = (broker: number, asset: number | null) =>
    asset === null ? `Assets:B${broker}:Cash` : `Assets:B${broker}:ASSET${asset} ASSET${asset}`
  const textOf = (days: readonly TransactionText[][], syntax: Syntax) => {
    const entriesOf = createEntries(naming)
    const entries = days.flatMap((day) => entriesOf(day))
    const accounts = new Set(
      entries.flatMap((one) => [one.units?.account ?? [], one.counter, ...one.flows.map(({ account }) => account)].flat()),
    )
    const heads = ['EUR', 'USD']
      .flatMap((code) => syntax.currency(code))
      .concat([...accounts].flatMap((account) => syntax.account('1990-01-01', account)))
    const commodities = [1, 2, 3].flatMap((id) => syntax.commodity('1990-01-01', `ASSET${id}`, 'x'))
    return [...syntax.head('x', 'EUR'), ...heads, ...commodities, ...entries.flatMap((one) => syntax.entry(one)), ''].join('\n')
  }
  let tried = 0
  fc.assert(
    fc.property(ledger, (steps) => {
      const lines = linesOf(steps).map(asText)
      const days = [...Map.groupBy(lines, ({ date }) => date).values()]
      for (const syntax of [beancount, journal]) {
        const text = textOf(days, syntax)
        expect(parsed(text)).toMatchObject({ entries: lines.length, faults: [] })
        expect(assetsOf(text)).toEqual(balancesOf(lines, accountOf))
        if (tried++ < PROGRAM_RUNS) expectAccepted(syntax === beancount ? PATHS[0] : PATHS[1], text)
      }
    }),
    seeded(150),
  )
})

/** The programs take a second each to start. */
const PROGRAM_RUNS = Number(process.env['PLAIN_TEXT_RUNS'] ?? 6)

function asText(line: ReturnType<typeof linesOf>[number]): TransactionText {
  const text = (value: ReturnType<typeof decimal> | null) => (value === null ? null : formatDecimal(value))
  return {
    ...{ id: line.id, broker_id: line.brokerId, type: line.type, date: line.date, time: null, settled_on: null },
    ...{
      asset_id: line.assetId,
      quantity: formatDecimal(line.quantity),
      price: text(line.price),
      price_currency: line.priceCurrency,
    },
    ...{
      fx_rate: text(line.fxRate),
      amount: formatDecimal(line.amount),
      currency: line.currency,
      fees: formatDecimal(line.fees),
    },
    ...{ taxes: formatDecimal(line.taxes), cost_basis: text(line.costBasis), ratio: null, cost_share: text(line.costShare) },
    ...{ group_id: line.groupId, external_id: null, report_id: null, description: null, tags: [], lots: null, account: null },
    ...{ revision: 1, created_by: 1, created_at: '', updated_at: '' },
  }
}
