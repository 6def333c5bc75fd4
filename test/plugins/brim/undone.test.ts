/** A column that no importer knows and that says which rows took place: those that did not are errors, all others are booked. */
import { expect, test } from 'bun:test'
import { ajBell } from '#plugins/brim/aj-bell/index.ts'
import { coinbase } from '#plugins/brim/coinbase/index.ts'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { degiro } from '#plugins/brim/degiro/index.ts'
import { revolut } from '#plugins/brim/revolut/index.ts'
import { trading212 } from '#plugins/brim/trading212/index.ts'
import { checkResult, parseSample } from '#test/support/importers.ts'

/** A file of rows that differ in their state, the word of which a row has in place of `@`. */
const FILES: readonly (readonly [BrokerPlugin, title: string, row: string])[] = [
  [
    ajBell,
    'Date,Transaction,Description,Quantity,Price,Amount (GBP),Reference,Status',
    '02/03/2026,Purchase,Harbour World ETF,40,10.00,-410.20,#,@',
  ],
  [
    degiro,
    'Date,Time,Value date,Product,ISIN,Description,FX,Status,Change,,Balance,,Order Id',
    '05-01-2025,10:0#,05-01-2025,,,Deposit,,@,EUR,"100,00",EUR,"100,00",',
  ],
  [
    trading212,
    'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Status,ID',
    'Market buy,2025-01-05 10:00:0#,US0378331005,HRB,Harbour,2,100,USD,1.1,181.82,EUR,@,EOF#',
  ],
  [
    revolut,
    'Symbol,Type,Quantity,Price,Value,Fees,State,Date',
    'BTC,Buy,0.1,"$10,000","$1,000",$10,@,"Jan 5, 2025, 10:00:0# AM"',
  ],
  [
    coinbase,
    'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Status,Notes',
    'a#,2025-01-05 10:00:0# UTC,Buy,BTC,0.1,EUR,€10000,€1000,€1010,€10,@,Bought',
  ],
]

for (const [plugin, titles, row] of FILES)
  test(`${plugin.name}: rows that an unknown column calls cancelled are refused, and no others`, async () => {
    const rows = ['Completed', 'CANCELLED', '', 'Rejected'].map((state, index) =>
      row.replaceAll('#', `${index}`).replace('@', state),
    )
    const { result } = await parseSample(plugin, `${[titles, ...rows].join('\n')}\n`)
    expect(checkResult(result)).toEqual([])
    expect(result.transactions.map((draft) => draft.rows)).toEqual(expect.arrayContaining([[2], [4]]))
    expect(result.transactions.length).toBe(2)
    const errors = result.issues.filter(({ severity }) => severity === 'error')
    expect(errors.map((issue) => [issue.row, issue.code])).toEqual([
      [3, 'not-executed'],
      [5, 'not-executed'],
    ])
  })
