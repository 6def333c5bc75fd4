import { expect, test } from 'bun:test'
import { etoro } from '#plugins/brim/etoro/index.ts'
import { openReader } from '#src/imports/check/ledger.ts'
import { belowZero, changedByOrderOfColumns } from '#src/imports/check/properties.ts'
import { createLog } from '#src/log.ts'
import { xlsx } from '#test/support/archives.ts'
import { accountedFor, cashOf, checkResult, parseSample } from '#test/support/importers.ts'

const ACTIVITY = 'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA'
const DIVIDENDS =
  'Date of Payment,Instrument Name,Net Dividend Received (USD),Net Dividend Received (EUR),Withholding Tax Rate (%),Withholding Tax Amount (USD),Withholding Tax Amount (EUR),Position ID,Type,ISIN'
const paid = (day: string, amount: string, position: string) =>
  `${day},Dividend,INVT/USD,${amount},-,${amount},0,0,${position},Stocks,0.00`
const taxed = (day: string, net: string, rate: string, tax: string, position: string) =>
  `${day},Invented Inc,${net},0.00,${rate},${tax},0.00,${position},Stocks,US0000000000`
const rowsOf = (titles: string, rows: readonly string[]) => [titles, ...rows].map((row) => row.split(','))

async function parse(activity: readonly string[], dividends: readonly string[]) {
  const bytes = await xlsx(
    { name: 'Account Summary', rows: [['Username', 'somebody']] },
    { name: 'Account Activity', rows: rowsOf(ACTIVITY, activity) },
    { name: 'Dividends', rows: rowsOf(DIVIDENDS, dividends) },
  )
  const { file, result } = await parseSample(etoro, bytes, { filename: 'statement.xlsx' })
  expect([...accountedFor(file, result), ...checkResult(result)]).toEqual([])
  return { file, result, drafts: result.transactions.map(({ date, amount, taxes }) => [date, amount, taxes]) }
}

test('the tax that the sheet Dividends states is the tax of its dividend; what was paid is the net amount', async () => {
  const { file, result, drafts } = await parse(
    [
      paid('09/01/2025 01:00:00', '0.85', '11'),
      paid('09/01/2025 01:00:00', '1.70', '12'),
      paid('10/04/2025 01:00:00', '0.85', '11'),
      paid('11/04/2025 00:10:00', '2.10', '13'),
      paid('12/04/2025 00:10:00', '3', '14'),
    ],
    [
      taxed('09/01/2025', '1.70', '15 %', '0.30', '12'),
      taxed('09/01/2025', '0.85', '15 %', '0.15', '11'),
      taxed('10/04/2025', '0.85', '0 %', '0.00', '11'),
      // The activity is past midnight already.
      taxed('10/04/2025', '2.1', '30 %', '0.90', '13'),
    ],
  )
  expect(drafts).toEqual([
    ['2025-01-09', '0.85', '0.15'],
    ['2025-01-09', '1.7', '0.3'],
    ['2025-04-10', '0.85', undefined],
    ['2025-04-11', '2.1', '0.9'],
    ['2025-04-12', '3', undefined],
  ])
  expect(cashOf(result)).toEqual({ USD: '8.5' })
  expect(result.issues).toEqual([])
  expect(result.ignored.map(({ reason }) => reason)).toContain('the tax of the dividend in row 20000003')
  const log = createLog({ level: 'silent', format: 'json', write: () => {} })
  expect(
    changedByOrderOfColumns(openReader({ plugin: etoro, options: {}, lastDay: '2030-12-31', log }), { file, result }),
  ).toEqual([])
  expect(belowZero({ file, result })).toEqual([])
})

test('two dividends of one position, day and amount take a tax each, and a tax without its dividend is said', async () => {
  const { result, drafts } = await parse(
    [
      paid('09/01/2025 01:00:00', '0.85', '11'),
      paid('09/01/2025 01:00:00', '0.85', '11'),
      paid('10/01/2025 01:00:00', '-0.85', '12'),
    ],
    [
      taxed('09/01/2025', '0.85', '15 %', '0.15', '11'),
      taxed('09/01/2025', '0.85', '10 %', '0.09', '11'),
      taxed('09/01/2025', '0.85', '15 %', '0.15', '11'),
      taxed('20/01/2025', '4.00', '0 %', '0.00', '99'),
    ],
  )
  expect(drafts).toEqual([
    ['2025-01-09', '0.85', '0.15'],
    ['2025-01-09', '0.85', '0.09'],
    ['2025-01-10', '-0.85', undefined],
  ])
  expect(result.issues.map(({ row, code }) => [row, code])).toEqual([[30_000_004, 'tax-not-booked']])
})

test('the sheet alone is refused with the report to take', async () => {
  const { result } = await parseSample(etoro, `${DIVIDENDS}\n${taxed('09/01/2025', '0.85', '15 %', '0.15', '11')}\n`)
  expect(result.issues.map(({ row, code }) => [row, code])).toContainEqual([null, 'other-report'])
  expect(result.transactions).toEqual([])
})
