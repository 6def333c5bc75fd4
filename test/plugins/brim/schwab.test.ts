import { expect, test } from 'bun:test'
import { schwab } from '#plugins/brim/schwab/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { openSample, parseSample } from '#test/support/importers.ts'

const HISTORY = new URL('fixtures/schwab/history.csv', import.meta.url)
const AWARDS = new URL('fixtures/schwab/awards.csv', import.meta.url)
const RECORDS = new URL('fixtures/schwab/award-records.json', import.meta.url)

test('shares of a stock plan cost what the history of awards says, where both files come together', async () => {
  const files = [...(await openSample(AWARDS)), ...(await openSample(HISTORY))]
  const together = schwab.parseSet?.(files, {}, kit)
  const vested = together?.transactions.filter(({ quantity, type }) => type === 'TRANSFER' && quantity === '12')
  expect(vested).toMatchObject([{ date: '2025-01-14', asset: 'HLTP', costBasis: '615', currency: 'USD' }])
  const alone = await parseSample(schwab, HISTORY)
  expect(alone.result.transactions.find(({ quantity }) => quantity === '12')?.costBasis).toBe('market')
})

test('a sale of before a split is booked in the shares that the deposits are restated in', async () => {
  const { result } = await parseSample(schwab, RECORDS)
  expect(result.transactions.find(({ date }) => date === '2023-11-21')).toMatchObject({
    quantity: '-12',
    price: '12.5',
    amount: '149.98',
  })
  expect(result.issues).toMatchObject([{ row: 4, code: 'split-adjusted' }])
})

test('shares that were withheld for taxes never come in', async () => {
  const { result } = await parseSample(schwab, RECORDS)
  const deposits = result.transactions.filter(({ type }) => type === 'TRANSFER')
  expect(deposits).toMatchObject([
    { quantity: '40', costBasis: '440' },
    { quantity: '15', costBasis: '157.5' },
  ])
})

test('what happened "as of" a day is booked on that day, and an expired option leaves for nothing', async () => {
  const { result } = await parseSample(schwab, HISTORY)
  expect(result.transactions.find(({ description }) => description === 'Expired')).toMatchObject({
    ...{ type: 'SELL', date: '2025-01-17', asset: 'HLTP250117C00060000', quantity: '-1', amount: '0' },
  })
  expect(result.assets.find(({ type }) => type === 'OPTION')).toMatchObject({
    priceQuantity: '0.01',
    contract: { underlying: 'HLTP', expiry: '2025-01-17', strike: '60', right: 'CALL', multiplier: '100' },
  })
})

test('a merger for cash sells the shares of its second row, and a reverse split is one holding', async () => {
  const { result } = await parseSample(schwab, HISTORY)
  expect(result.transactions.find(({ description }) => description === 'Cash Merger')).toMatchObject({
    ...{ type: 'SELL', asset: 'BRDG', quantity: '-30', amount: '330', rows: [5, 6] },
  })
  expect(result.transactions.find(({ type }) => type === 'SPLIT')).toMatchObject({
    asset: 'PLUM',
    quantity: '-36',
    ratio: '1:10',
  })
  const half = (await Bun.file(HISTORY).text()).replace(/.*Cash Merger Adj.*\n/, '')
  const alone = await parseSample(schwab, half)
  expect(alone.result.issues).toMatchObject([{ row: 5, code: 'no-pair' }])
})
