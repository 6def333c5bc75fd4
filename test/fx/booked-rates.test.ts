/** Rates that brokers booked, and what a person enters with them. */
import { expect, test } from 'bun:test'
import { bookedRatesIn, type RatedLine, ratesOfPair } from '#src/fx/booked-rates.ts'
import { askForRates } from '#src/fx/by-hand.ts'
import { decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'

const PLAIN: RatedLine = {
  ...{ type: 'BUY', date: '2024-01-02', currency: 'EUR', amount: ZERO, fees: ZERO, taxes: ZERO },
  ...{ groupId: null, priceCurrency: null, fxRate: null },
}
const trade = (date: string, priceCurrency: string, currency: string, rate: string): RatedLine => ({
  ...PLAIN,
  ...{ date, priceCurrency, currency, fxRate: decimal(rate) },
})
const leg = (groupId: string, currency: string, amount: string, fees = '0', date = '2024-01-05'): RatedLine => ({
  ...PLAIN,
  ...{ type: 'FX_CONVERSION', date, groupId, currency, amount: decimal(amount), fees: decimal(fees) },
})
const shown = (rates: ReturnType<typeof ratesOfPair>) =>
  rates.map(({ base, quote, date, rate }) => `${date} ${base}/${quote} ${formatDecimal(rate)}`)

test('a trade in another currency says a rate as it was booked, and a conversion what was received for what was paid, without the costs', () => {
  const lines = [
    leg('a', 'USD', '1078', '2'),
    trade('2024-02-01', 'GBP', 'EUR', '1.16'),
    leg('a', 'EUR', '-1001', '1'),
    leg('b', 'JPY', '-16000'),
    leg('b', 'EUR', '100'),
    PLAIN,
    { ...PLAIN, priceCurrency: 'EUR', fxRate: decimal('1') },
  ]
  expect(shown(bookedRatesIn(lines))).toEqual(['2024-01-05 EUR/USD 1.08', '2024-01-05 EUR/JPY 160', '2024-02-01 GBP/EUR 1.16'])
})

test('half a conversion, one of nothing and one within a currency say nothing', () => {
  expect(bookedRatesIn([leg('a', 'USD', '100')])).toEqual([])
  expect(bookedRatesIn([leg('a', 'USD', '2', '0'), leg('a', 'EUR', '-1', '1')])).toEqual([])
  expect(bookedRatesIn([leg('a', 'EUR', '1'), leg('a', 'EUR', '-1')])).toEqual([])
})

test('a pair has the rates of both directions, by day', () => {
  const booked = bookedRatesIn([trade('2024-03-01', 'EUR', 'USD', '1.1'), trade('2024-01-01', 'USD', 'EUR', '0.9')])
  for (const [base, quote] of [
    ['EUR', 'USD'],
    ['USD', 'EUR'],
  ] as const)
    expect(shown(ratesOfPair(booked, base, quote))).toEqual(['2024-01-01 USD/EUR 0.9', '2024-03-01 EUR/USD 1.1'])
})

test('without any of its own it has what follows from two that were booked within a month of each other, the nearest of them', () => {
  const gbp = [trade('2024-01-31', 'USD', 'GBP', '0.8'), trade('2024-06-01', 'USD', 'GBP', '0.75')]
  const eur = [
    trade('2023-12-31', 'USD', 'EUR', '0.5'),
    trade('2024-02-10', 'USD', 'EUR', '0.9'),
    trade('2024-02-25', 'USD', 'EUR', '0.4'),
    trade('2024-07-03', 'USD', 'EUR', '0.9'),
  ]
  const booked = bookedRatesIn([...gbp, ...eur])
  expect(shown(ratesOfPair(booked, 'GBP', 'EUR'))).toEqual(['2024-01-31 GBP/EUR 1.125'])
  expect(shown(ratesOfPair(booked, 'EUR', 'GBP'))).toEqual([
    '2023-12-31 EUR/GBP 1.6',
    '2024-02-10 GBP/EUR 1.125',
    '2024-02-25 EUR/GBP 2',
  ])
  expect(ratesOfPair(booked, 'CHF', 'EUR')).toEqual([])
  const direct = bookedRatesIn([...gbp, ...eur, trade('2020-01-01', 'GBP', 'EUR', '1.2')])
  expect(shown(ratesOfPair(direct, 'GBP', 'EUR'))).toEqual(['2020-01-01 GBP/EUR 1.2'])
})

test('what to enter are the first day, each on which another rate was booked, and the last: with the booked rates, else to be filled in', () => {
  const booked = bookedRatesIn([trade('2024-01-10', 'USD', 'EUR', '0.9'), trade('2024-02-10', 'USD', 'EUR', '0.95')])
  const ask = (base: string, from: string, to: string) => {
    const { rows, figures } = askForRates(booked, { base, quote: 'EUR' }, { from, to })
    return [figures, rows.map(({ date, rate }) => `${date} ${rate}`)]
  }
  expect(ask('USD', '2024-01-01', '2024-03-01')).toEqual([
    'proposed',
    ['2024-01-01 0.9', '2024-01-10 0.9', '2024-02-10 0.95', '2024-03-01 0.95'],
  ])
  expect(ask('USD', '2024-01-20', '2024-01-20')).toEqual(['proposed', ['2024-01-20 0.9']])
  expect(ask('CHF', '2024-01-01', '2024-03-01')).toEqual(['missing', ['2024-01-01 null', '2024-03-01 null']])
  expect(ask('CHF', '2024-01-01', '2024-01-01')).toEqual(['missing', ['2024-01-01 null']])
})

test('there is not more to enter than one request has: the first day and the newest', () => {
  const days = Array.from({ length: 1500 }, (_, index) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10))
  const booked = bookedRatesIn(days.map((day, index) => trade(day, 'USD', 'EUR', `0.${index + 1}`)))
  const { rows } = askForRates(booked, { base: 'USD', quote: 'EUR' }, { from: '2019-01-01', to: '2026-01-01' })
  expect([rows.length, rows[0]?.date, rows.at(-1)?.date]).toEqual([1000, '2019-01-01', '2026-01-01'])
})
