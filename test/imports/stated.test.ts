import { expect, test } from 'bun:test'
import type { AssetDraft, ParsedReport } from '#plugins/brim/contract.ts'
import { contractFault, joinStated, soundStated } from '#src/imports/reading/stated.ts'

const EMPTY: ParsedReport = { transactions: [], assets: [{ ref: 'AB' }], issues: [], ignored: [] }
const balance = { row: 2, date: '2024-01-02', unit: 'EUR', amount: '1.5', kind: 'running' } as const

test('what is sound stands, what is not is left out with a warning of its row', () => {
  const odd = { ...balance, row: 3, amount: '1,5' }
  const undated = { ...balance, row: 4, date: '2024-02-30' }
  const position = { row: 5, date: '2024-01-02', asset: 'AB', quantity: '1' }
  const { stated, issues } = soundStated({
    ...EMPTY,
    stated: [balance, odd, undated],
    positions: [position, { ...position, row: 6, asset: 'CD' }, { ...position, row: 7, cost: 'x' }],
    prices: [
      { asset: 'AB', date: '2024-01-02', close: '1', currency: 'EUR' },
      { asset: 'AB', date: '2024-01-02', close: '', currency: 'EUR' },
    ],
  })
  expect(stated?.balances).toEqual([{ ...balance, file: null }])
  expect(stated?.positions).toEqual([position])
  expect(stated?.prices).toHaveLength(1)
  expect(issues.map(({ row, code }) => `${row} ${code}`)).toEqual([3, 4, 6, 7, null].map((row) => `${row} stated-invalid`))
})

test('a report that states nothing has no statements; a period needs two days', () => {
  expect(soundStated(EMPTY)).toEqual({ stated: undefined, issues: [] })
  expect(soundStated({ ...EMPTY, period: { from: '2024-01-01', to: 'x' } }).stated).toBeUndefined()
  const period = { from: '2024-01-01', to: '2024-02-01' }
  const { stated } = soundStated({ ...EMPTY, period })
  expect(stated?.periods).toEqual([period])
  expect(joinStated([undefined, stated, stated])?.periods).toEqual([period, period])
  expect(joinStated([undefined])).toBeUndefined()
})

test('an endless list of nonsense ends after a hundred warnings', () => {
  function* endless() {
    for (;;) yield { asset: 'CD', date: 'x', close: '', currency: '' }
  }
  expect(soundStated({ ...EMPTY, prices: endless() }).issues).toHaveLength(100)
})

test('a contract has an underlying, a multiplier, and a day and figures that are some', () => {
  const fault = (contract: Partial<NonNullable<AssetDraft['contract']>>) =>
    contractFault({ ref: 'AB', contract: { underlying: 'X', multiplier: '100', ...contract } })
  expect(fault({})).toBeUndefined()
  expect(fault({ expiry: '2024-06-21', strike: '12.5', right: 'PUT' })).toBeUndefined()
  for (const odd of [{ underlying: '' }, { multiplier: 'x' }, { expiry: '2024-06-31' }, { strike: '1e3' }])
    expect(fault(odd)).toContain('AB')
  expect(contractFault({ ref: 'AB' })).toBeUndefined()
})
