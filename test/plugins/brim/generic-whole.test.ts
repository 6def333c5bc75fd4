/** What rows of a table have in common: lots, groups and assets, also where their texts bear the guard of our own export. */
import { expect, test } from 'bun:test'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { accountedFor, checkResult, parseSample } from '#test/support/importers.ts'

async function read(...lines: string[]) {
  const { file, result } = await parseSample(genericCsv, `${lines.join('\n')}\n`)
  expect(accountedFor(file, result)).toEqual([])
  expect(checkResult(result)).toEqual([])
  const errors = result.issues.filter(({ severity }) => severity === 'error')
  return { ...result, errors: errors.map(({ row, code }) => `${row} ${code}`) }
}

test('a row whose lots cannot be is an error and no transaction; its external id is free for another', async () => {
  const { transactions, errors } = await read(
    'date,type,symbol,quantity,amount,currency,lots,id,external_id',
    '2024-01-05,BUY,AB,5,-50,EUR,,1,a',
    '2024-02-05,SELL,AB,-5,60,EUR,1:4,2,b',
    '2024-02-06,SELL,AB,-5,61,EUR,1:5,3,b',
  )
  expect(errors).toEqual(['3 invalid-lots'])
  expect(transactions.map(({ rows, amount, lots }) => [rows[0], amount, lots])).toEqual([
    [2, '-50', undefined],
    [4, '61', [{ row: 2, quantity: '5' }]],
  ])
})

test('a group with a broken row goes as a whole, whether or not its name bears the guard', async () => {
  for (const name of ['g', "'-g"]) {
    const { transactions, errors } = await read(
      'date,type,symbol,quantity,amount,currency,group',
      `2024-01-05,TRANSFER,AB,5,,,${name}`,
      `2024-01-05,TRANSFER,AB,five,,,${name}`,
      `2024-01-05,TRANSFER,CD,-1,,,${name}`,
    )
    expect(transactions).toEqual([])
    expect(errors.sort()).toEqual(['2 incomplete-group', '3 invalid-number', '4 incomplete-group'])
  }
})

test('a symbol that bears the guard is of the ISIN beside which it stands in another row', async () => {
  const { transactions, assets } = await read(
    'date,type,symbol,isin,quantity,amount,currency',
    "2024-01-05,BUY,'-AB,US0378331005,5,-50,EUR",
    "2024-02-05,SELL,'-AB,,-5,60,EUR",
  )
  expect(assets.map(({ ref, symbol }) => [ref, symbol])).toEqual([['US0378331005', '-AB']])
  expect(transactions.map(({ asset }) => asset)).toEqual(['US0378331005', 'US0378331005'])
})
