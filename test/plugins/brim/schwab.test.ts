import { expect, test } from 'bun:test'
import { schwab } from '#plugins/brim/schwab/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { readReport } from '#src/imports/reading/read.ts'
import { createLog } from '#src/log.ts'
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

test('the details of JSON awards stand in their rows also where another file of the upload is read before it', async () => {
  const log = createLog({ level: 'silent', format: 'json', write: () => {} })
  const files = [...(await openSample(HISTORY)), ...(await openSample(RECORDS))]
  const { drafts } = await readReport({ log }, schwab, files, {})
  const awarded = drafts.map(({ draft }) => draft).filter(({ type, date }) => type === 'TRANSFER' && date < '2024')
  expect(awarded).toMatchObject([
    { quantity: '40', costBasis: '440' },
    { quantity: '15', costBasis: '157.5' },
  ])
  expect(drafts.find(({ draft }) => draft.date === '2023-11-21')?.draft).toMatchObject({ quantity: '-12', price: '12.5' })
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

test('money in a row of a reverse split is not lost: the rows are refused', async () => {
  const text = (await Bun.file(HISTORY).text()).replace(/(.*"Reverse Split".*)""(?=\r?\n)/, '$1"$7.50"')
  const { result } = await parseSample(schwab, text)
  expect(result.transactions.filter(({ type }) => type === 'SPLIT')).toEqual([])
  expect(result.issues.map(({ code }) => code)).toEqual(['unclear-event', 'unclear-event'])
})

test('a price of 0 tells neither how many were sold nor of a split: the rest of the file is read', async () => {
  const text = await Bun.file(RECORDS).text()
  const sold = await parseSample(schwab, text.replaceAll('"SalePrice": "$15.00"', '"SalePrice": "$0.00"'))
  expect(sold.result.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const worthless = await parseSample(schwab, text.replaceAll('"$11.00"', '"$0.00"'))
  expect(worthless.result.issues.map(({ code }) => code)).not.toContain('split-adjusted')
  const whole = (await parseSample(schwab, RECORDS)).result
  for (const { result } of [sold, worthless])
    expect(result.transactions.map(({ type, date }) => [type, date])).toEqual(
      whole.transactions.map(({ type, date }) => [type, date]),
    )
})

test('interest of a security is of that security, also where it is an option or has a CUSIP; a split without shares is refused', async () => {
  const [titles = ''] = (await Bun.file(HISTORY).text()).split('\n').slice(1)
  const rows = [
    '"01/06/2025","Credit Interest","HLTP 01/17/2025 60.00 C","CALL HILLTOP TOOLS INC $60","","","","$1.00"',
    '"01/06/2025 as of 01/03/2025","CD Interest","729000201","PLUM ORCHARDS INC","","","","$2.00"',
    '"01/06/2025","Credit Interest","","SCHWAB1 INT","","","","$3.00"',
    '"01/06/2025","Stock Split","HLTP","HILLTOP TOOLS INC","0","","",""',
  ]
  const { result } = await parseSample(schwab, `${[titles, ...rows].join('\n')}\n`)
  expect(result.transactions.map(({ date, type, asset, amount }) => [date, type, asset, amount])).toEqual([
    ['2025-01-06', 'INTEREST', 'HLTP250117C00060000', '1'],
    ['2025-01-03', 'INTEREST', '729000201', '2'],
    ['2025-01-06', 'INTEREST', undefined, '3'],
  ])
  expect(result.assets.map(({ type, identifiers }) => [type, identifiers])).toEqual([
    ['OPTION', undefined],
    [undefined, [{ kind: 'CUSIP', value: '729000201' }]],
  ])
  expect(result.issues).toMatchObject([{ row: 5, code: 'no-quantity' }])
})
