/** What guards publishers whose figures have no unit or are typed wrongly. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { doubtOfNeighbours } from '#plugins/fx/cbg/neighbours.ts'
import { doubtOfUnit } from '#plugins/fx/dollar-guard.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { collect, loopback } from './loopback.ts'

const provider = (code: string) => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)
const moment = (day: string) => Date.parse(`${day}T00:00:00Z`)

describe('units that stand nowhere', () => {
  test.each([
    ['JPY', '1400', '100', '2100', true],
    ['JPY', '14', '100', '2100', false],
    ['XOF', '640', '5000', '72', true],
    ['XOF', '640', '1', '72', false],
    ['SEK', '93.25', '100', '72', false],
    ['EUR', '1', '100', '72', true],
    ['JPY', '45', '100', undefined, true],
  ])('%s %s for %s where a dollar is %s', (currency, figure, unit, dollar, right) => {
    expect(doubtOfUnit(currency, figure, unit, dollar) === undefined).toBe(right)
  })

  test('CBM: a figure for one where it was for a hundred is left out and reported, the others are taken', async () => {
    const rates = { USD: '2,100.00', JPY: '14.25', KRW: '140.50', EUR: '2,450.00' }
    const answer = JSON.stringify({ timestamp: String(moment('2029-03-01') / 1000), rates })
    const { tools } = loopback(() => answer, { today: '2029-03-01' })
    const found = await collect(provider('CBM'), { from: '2029-03-01', to: '2029-03-01' }, tools)
    expect(found.issues.map((one) => [one.code, one.currency])).toEqual([['implausible', 'JPY']])
    expect(found.rates.map((one) => `${one.base} ${one.rate}`)).toEqual(['EUR 2450', 'USD 2100', 'KRW 1.405'])
  })

  test('CBM: nothing is fetched for days that are long gone, as only the latest can be', async () => {
    const { tools, calls } = loopback(() => undefined, { today: '2029-03-01' })
    await collect(provider('CBM'), { from: '2026-05-01', to: '2029-02-01' }, tools)
    expect(calls).toEqual([])
  })

  test('CBG: francs are for five thousand, and a dollar of the day says so', async () => {
    const [day, next] = [moment('2029-03-01'), moment('2029-03-02')]
    const { tools } = loopback(({ url }) =>
      url.endsWith('USD') ? `[[${next},72.5],[${day},72]]` : `[[${next},0.13],[${day},650]]`,
    )
    const found = await collect(provider('CBG'), { from: '2029-03-01', to: '2029-03-31', currencies: ['XOF'] }, tools)
    expect(found.rates.map((one) => `${one.date} ${one.rate}`)).toEqual(['2029-03-01 0.13'])
    expect(found.issues.map((one) => [one.code, one.date])).toEqual([['implausible', '2029-03-02']])
  })
})

describe('typing errors', () => {
  test('a figure ten times too large or small is in doubt, its neighbours are not, wherever it stands', () => {
    const figure = fc.integer({ min: 900, max: 1100 })
    fc.assert(
      fc.property(fc.array(figure, { minLength: 4, maxLength: 30 }), fc.nat(), fc.boolean(), (figures, at, larger) => {
        const wrong = at % figures.length
        const points = figures.map((value, index) => ({
          date: '',
          value: String(index === wrong ? (larger ? value * 10 : value / 10) : value),
        }))
        expect(doubtOfNeighbours(points).map((one) => one.doubt !== undefined)).toEqual(points.map((_, index) => index === wrong))
      }),
    )
  })

  test('slow growth and figures of 0 make no doubt', () => {
    const points = Array.from({ length: 200 }, (_, index) => ({ date: '', value: index % 7 === 0 ? '0' : String(1.05 ** index) }))
    expect(doubtOfNeighbours(points).filter((one) => one.doubt !== undefined)).toEqual([])
  })

  test('CBG: of a day with two figures none is taken, the same figure twice is one', async () => {
    const row = (day: string, figure: string) => `[${moment(day)},${figure}]`
    const rows = [
      row('2029-03-05', '72'),
      row('2029-03-05', '60'),
      row('2029-03-02', '71'),
      row('2029-03-02', '71'),
      row('2029-03-01', '71.5'),
    ]
    const { tools } = loopback(() => `[${rows.join()}]`)
    const found = await collect(provider('CBG'), { from: '2029-03-01', to: '2029-03-31', currencies: ['USD'] }, tools)
    expect(found.rates.map((one) => `${one.date} ${one.rate}`)).toEqual(['2029-03-02 71', '2029-03-01 71.5'])
    expect(found.issues.map((one) => [one.code, one.date])).toEqual([
      ['implausible', '2029-03-05'],
      ['implausible', '2029-03-05'],
    ])
  })
})

test('BCCR and BOJA: a side that cannot be read makes no mid', async () => {
  const rows = ['"155.5","1","0.0000","x"', '"-","1","0.0000","160.0"'].map((cells) => `["01 Mar 2029","U.S. DOLLAR",${cells}]`)
  for (const [row, issues] of [
    [rows[0], ['not-a-rate']],
    [rows[1], []],
  ] as const) {
    const { tools } = loopback(({ method }) =>
      method === 'GET' ? '<input name="wdtNonceFrontendServerSide_134" value="ab12" />' : `{"data":[${row}]}`,
    )
    const found = await collect(provider('BOJA'), { from: '2029-03-01', to: '2029-03-31' }, tools)
    expect([found.rates, found.issues.map((one) => one.code)]).toEqual([[], [...issues]])
  }
})

test('CBK: days that both tables have come from the newer one', async () => {
  const { tools } = loopback(({ url }) =>
    url.endsWith('193')
      ? '{"data":[["03/01/2024","EURO","172.5"],["04/01/2024","EURO","173.5"]]}'
      : '{"data":[["29/12/2023","EURO","170.5"],["03/01/2024","EURO","1.5"]]}',
  )
  const found = await collect(provider('CBK'), { from: '2023-12-01', to: '2024-01-31' }, tools)
  expect(found.rates.map((one) => `${one.date} ${one.rate}`).toSorted()).toEqual([
    '2023-12-29 170.5',
    '2024-01-03 172.5',
    '2024-01-04 173.5',
  ])
})

test('rates that the market does not pay come last among routes of equal rank', () => {
  for (const code of ['CBM', 'BOJA']) expect(provider(code).lastResort).toEqual(provider(code).targetCurrencies)
})
