import { expect, test } from 'bun:test'
import { warningLines } from '#src/cli/report/warnings-text.ts'

type Given = Parameters<typeof warningLines>[0][number]

const base = { asset_id: null, pair: null, from: '2026-06-01', to: '2026-06-30' }
const affects = {
  ...{ days: 30, amount: '100', share_of_value: 0.5, assets: [], assets_total: 0, pairs: [] },
  ...{ brokers: [], brokers_total: 0 },
}
const warned = (fields: object) => ({ ...base, severity: 'error', affects, ...fields }) as unknown as Given // only what is printed matters

const api = '/api/v1'
const RATES = { operation_id: 'syncFxCurrencies', method: 'POST', path: `${api}/fx/currencies/sync` }
const PRICES = { operation_id: 'refreshPrices', method: 'POST', path: `${api}/assets/prices/refresh` }

test('each warning has its days, and the command that mends it', () => {
  const lines = warningLines(
    [
      warned({
        ...{ code: 'rate-missing', detail: 'There is no rate from USD to EUR.' },
        remedy: { ...RATES, body: { providers: ['ECB'], currencies: ['USD', 'GBP'], from: '2026-05-22' } },
      }),
      warned({ code: 'price-missing', detail: 'Old.', remedy: { ...PRICES, body: { asset_ids: [3, 4], from: '2026-05-22' } } }),
      warned({ code: 'cost-unknown', detail: 'No cost.', to: '2026-06-01', remedy: null }),
    ],
    false,
  )
  expect(lines).toEqual([
    '',
    'Warnings (3)',
    'rate-missing  There is no rate from USD to EUR. (2026-06-01 to 2026-06-30)',
    '    mend: holdfast fx sync --provider ECB --currency USD GBP --from 2026-05-22',
    'price-missing  Old. (2026-06-01 to 2026-06-30)',
    '    mend: holdfast prices refresh --asset 3 4 --from 2026-05-22',
    'cost-unknown  No cost. (2026-06-01)',
  ])
})

test('what no command does is the request itself; many assets are all', () => {
  const many = Array.from({ length: 13 }, (_, index) => index)
  const lines = warningLines(
    [
      warned({ code: 'a', detail: 'A', remedy: { ...PRICES, body: { asset_ids: many } } }),
      warned({
        ...{ code: 'a', detail: 'A' },
        remedy: {
          operation_id: 'suggestPriceSources',
          method: 'POST',
          path: `${api}/assets/price-sources/suggest`,
          body: { asset_ids: [3, 4], assign: true },
        },
      }),
      warned({
        ...{ code: 'b', detail: 'B' },
        remedy: { operation_id: 'changeBroker', method: 'PATCH', path: `${api}/brokers/1`, body: { cash: 'not-tracked' } },
      }),
      warned({
        ...{ code: 'c', detail: 'C\u001b[31m' },
        remedy: { operation_id: 'listTransactions', method: 'GET', path: `${api}/transactions?to=2026-06-30`, body: null },
      }),
    ],
    false,
  )
  expect(lines.filter((line) => line.startsWith('    '))).toEqual([
    '    mend: holdfast prices refresh',
    '    mend: holdfast prices sources --assign --asset 3 4',
    '    mend: PATCH /api/v1/brokers/1 {"cash":"not-tracked"}',
    '    look: GET /api/v1/transactions?to=2026-06-30',
  ])
  expect(lines.join('')).not.toContain('\u001b')
  expect(warningLines([], true)).toEqual([])
})

test('what is entered by hand is the request itself, with what is proposed and what is to be filled in', () => {
  const [put, path] = ['PUT', `${api}/assets/prices`]
  const row = (close: string | null) => ({ asset_id: 3, date: '2026-06-30', close, currency: 'EUR' })
  const proposed = { operation_id: 'putManyPrices', method: put, path, body: Array.from({ length: 5 }, () => row('4')) }
  const lines = warningLines(
    [
      warned({ code: 'a', detail: 'A', remedy: { ...proposed, figures: 'proposed' } }),
      warned({ code: 'b', detail: 'B', remedy: { ...proposed, body: [row(null)], figures: 'missing' } }),
    ],
    false,
  )
  const [four, none] = [JSON.stringify(row('4')), JSON.stringify(row(null))]
  expect(lines.filter((line) => line.startsWith('    '))).toEqual([
    `    enter: PUT ${path} with what your last trades say, or better figures: [${four},${four},${four}] and 2 more, which --json prints`,
    `    enter: PUT ${path} with figures in place of null: [${none}]`,
  ])
})
