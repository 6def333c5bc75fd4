import { expect, test } from 'bun:test'
import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import { accountedFor, cashOf, checkDraft, checkResult, holdingsOf } from './importers.ts'

const file: ReportFile = {
  filename: 'a.csv',
  format: 'csv',
  text: '',
  tables: [{ name: '', rows: [1, 2, 3].map((number) => ({ number, cells: ['x'] })) }],
}
const BUY: TransactionDraft = {
  rows: [2],
  type: 'BUY',
  date: '2024-01-02',
  asset: 'A',
  quantity: '10',
  price: '12.5',
  amount: '-126',
  currency: 'EUR',
  fees: '1',
}
const result = (change: Partial<ParsedReport>): ParsedReport => ({
  transactions: [BUY],
  assets: [{ ref: 'A', symbol: 'A' }],
  ignored: [{ row: 1, reason: 'header' }],
  issues: [{ row: 3, severity: 'error', code: 'odd', detail: 'Odd.' }],
  ...change,
})

test('a result in which every row stands once has no fault', () => {
  expect(accountedFor(file, result({}))).toEqual([])
  expect(checkResult(result({}))).toEqual([])
})

test('rows that are lost, taken twice or not there are found', () => {
  expect(accountedFor(file, result({ issues: [] }))).toEqual(['row 3 is lost'])
  expect(accountedFor(file, result({ issues: [{ row: 3, severity: 'warning', code: 'odd', detail: 'Odd.' }] }))).toEqual([
    'row 3 is lost',
  ])
  expect(accountedFor(file, result({ ignored: [1, 2].map((row) => ({ row, reason: 'x' })) }))).toEqual([
    'row 2 is a transaction and ignored',
  ])
  expect(accountedFor(file, result({ ignored: [1, 3].map((row) => ({ row, reason: 'x' })) }))).toEqual([
    'row 3 is an error and ignored',
  ])
  expect(accountedFor(file, result({ ignored: [1, 1].map((row) => ({ row, reason: 'x' })) }))).toEqual(['a row is ignored twice'])
  expect(accountedFor(file, result({ transactions: [{ ...BUY, rows: [2, 9] }] }))).toEqual(['row 9 is not in the file'])
  const xml = { ...file, format: 'xml', tables: [] } as const
  expect(accountedFor(xml, result({ rows: [1, 2, 3, 4] }))).toEqual(['row 4 is lost'])
})

test('a draft that the ledger cannot hold is found', () => {
  const assets = [{ ref: 'A', symbol: 'A' }]
  const wrong: Partial<TransactionDraft>[] = [
    { amount: '-125' },
    { amount: '126' },
    { quantity: '-10' },
    { quantity: '1,0' },
    { quantity: '0.1234567890123' },
    { date: '2023-02-29' },
    { time: '25:00' },
    { currency: 'eur' },
    { currency: 'GBX' },
    { currency: undefined },
    { asset: 'B' },
    { asset: undefined },
    { fees: '-1' },
    { type: 'DEPOSIT' },
    { type: 'FX_CONVERSION' },
    { rows: [0] },
    { ratio: '10' },
  ]
  for (const change of wrong) expect(checkDraft({ ...BUY, ...change }, assets)).not.toEqual([])
  expect(checkDraft({ ...BUY, amount: '-126.02' }, assets)).toEqual([])
  expect(checkDraft({ ...BUY, amount: '-9851', quantity: '10000', price: '98.5' }, [{ ref: 'A', priceQuantity: '100' }])).toEqual(
    [],
  )
  expect(checkDraft({ ...BUY, priceCurrency: 'USD', fxRate: '0.9', amount: '-114' }, assets)).toEqual([])
})

test('assets and issues that say nothing are found', () => {
  expect(checkResult(result({ assets: [{ ref: 'A' }] }))).toEqual(['asset A has neither symbol, ISIN nor name'])
  expect(
    checkResult(
      result({
        assets: [
          { ref: 'A', symbol: 'A' },
          { ref: 'B', symbol: 'B' },
        ],
      }),
    ),
  ).toEqual(['asset B is in no transaction'])
  expect(checkResult(result({ issues: [{ row: 3, severity: 'error', code: 'Odd', detail: ' ' }] }))).toHaveLength(2)
  expect(
    checkResult(
      result({
        transactions: [
          { ...BUY, externalId: 'x' },
          { ...BUY, externalId: 'x' },
        ],
      }),
    ),
  ).toEqual(['two drafts share one external id'])
})

test('sums are exact, per currency and asset; a split by ratio scales what was held on its day', () => {
  const drafts: TransactionDraft[] = [
    { rows: [4], type: 'SPLIT', date: '2024-02-01', asset: 'A', ratio: '3:1', amount: '0' },
    BUY,
    { ...BUY, rows: [3], date: '2024-03-01', quantity: '0.1', amount: '-0.1' },
    { rows: [5], type: 'DEPOSIT', date: '2024-01-01', amount: '126.3', currency: 'EUR' },
    { rows: [6], type: 'FEE', date: '2024-01-01', amount: '-0.2', currency: 'EUR' },
  ]
  expect(cashOf(result({ transactions: drafts }))).toEqual({})
  expect(holdingsOf(result({ transactions: drafts }))).toEqual({ A: '30.1' })
})
