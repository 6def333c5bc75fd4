import { readRates } from '#plugins/fx/nrb/index.ts'
import type { Expected, Reading } from './samples.ts'
import type { Recording2 } from './samples-2.ts'

const range = (from: string, to: string, ...currencies: string[]) =>
  currencies.length > 0 ? { from, to, currencies } : { from, to }

/** Recorded answers of the second set, by file: who asks for what, what the call must say, and what every other call is answered with. */
export const RECORDINGS_A: Readonly<Record<string, Recording2>> = {
  ...Object.fromEntries(
    ['2026-02-09', '2026-02-10'].map((day) => [
      `bdi/dailyRates_EUR_${day}.csv`,
      { provider: 'BDI', request: range(day, day), expected: `referenceDate=${day}` },
    ]),
  ),
  'nbrb/rates_periodicity0_2026-03-17.json': {
    provider: 'NBRB',
    request: range('2026-03-17', '2026-03-17'),
    expected: 'exrates/rates?ondate=2026-03-17&periodicity=0',
  },
  ...Object.fromEntries(
    ['431_USD', '440_AUD', '449_UAH', '451_EUR'].map((name) => [
      `nbrb/dynamics_${name}_2026-03-01_2026-03-17.json`,
      {
        provider: 'NBRB',
        request: range('2026-02-01', '2026-03-17', name.slice(4)),
        expected: `dynamics/${name.slice(0, 3)}?startDate=2026-02-01&endDate=2026-03-17`,
        others: { 'periodicity=0': 'nbrb/rates_periodicity0_2026-03-17.json' },
      },
    ]),
  ),
  'cba/soap_latest_2026-03-18.xml': {
    provider: 'CBA',
    today: '2026-03-18',
    request: range('2026-03-18', '2026-03-18'),
    expected: 'ExchangeRatesLatest',
  },
  'cba/soap_range_by_iso.xml': {
    provider: 'CBA',
    request: range('2026-03-01', '2026-03-18'),
    expected: '<DateFrom>2026-03-01</DateFrom><DateTo>2026-03-18</DateTo>',
  },
  ...Object.fromEntries(
    ['2026-04-01', '2026-04-02'].map((day) => [
      `nbk/get_rates_${day}.xml`,
      { provider: 'NBK', request: range(day, day), expected: `fdate=${day.split('-').toReversed().join('.')}` },
    ]),
  ),
  ...Object.fromEntries(
    ['2026-04-06', '2026-04-07'].flatMap((day) =>
      (['official', 'metals'] as const).map((what) => [
        `nbm/${what}_${day}.xml`,
        {
          provider: 'NBM',
          request: range(day, day, ...(what === 'metals' ? ['XAU', 'XAG'] : ['USD', 'GBP', 'JPY', 'KZT', 'RSD'])),
          expected: `${what === 'metals' ? 'official_metal_rates' : 'official_exchange_rates'}?get_xml=1&date=${day.split('-').toReversed().join('.')}`,
        },
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['2026-04-01', '2026-04-02'].map((day) => [
      `cbu/all_${day}.json`,
      { provider: 'CBU', request: range(day, day), expected: `json/all/${day}/` },
    ]),
  ),
  ...Object.fromEntries(
    [
      ['bam/coursvirement_2026-03-25.json', '2026-03-25'],
      ['bam/coursvirement_2026-03-26_duplicates.json', '2026-03-26'],
    ].map(([file = '', day = '']) => [
      file,
      { provider: 'BAM', key: 'k', request: range(day, day), expected: `CoursVirement?date=${day}T12:30:00` },
    ]),
  ),
  'bcra/cotizaciones_2026-03-19.json': {
    provider: 'BCRA',
    request: range('2026-03-19', '2026-03-19'),
    expected: 'Cotizaciones?fecha=2026-03-19',
  },
  ...Object.fromEntries(
    ['0500_ARS', '1000_BRL', '1111_EUR', '2225_USD', '3600_JPY', '4800_PYG', '5900_CHF'].map((name) => [
      `bcu/soap_${name}_2026-03.xml`,
      {
        provider: 'BCU',
        request: range('2026-03-27', '2026-03-31', name.slice(5)),
        expected: `<cot:item>${name.slice(0, 4)}</cot:item></cot:Moneda><cot:FechaDesde>2026-03-27`,
      },
    ]),
  ),
  'banrep/trm_2026-03-17_2026-03-24.json': {
    provider: 'BANREP',
    request: range('2026-03-17', '2026-03-24'),
    expected: "vigenciahasta>='2026-03-17T00:00:00.000' AND vigenciadesde<='2026-03-24T23:59:59.000'",
  },
  ...Object.fromEntries(
    ['CNY', 'EUR', 'JPY', 'USD'].map((code) => [
      `bcch/getseries_${code}_2026-03.json`,
      {
        provider: 'BCCH',
        key: 'me@example.com:se:cret',
        request: range('2026-03-01', '2026-03-31', code),
        expected: `user=me@example.com&pass=se:cret&function=GetSeries&timeseries=${code === 'USD' ? 'F073.TCO.PRE.Z.D' : `F072.CLP.${code}.N.O.D`}&firstdate=2026-03-01&lastdate=2026-03-31`,
      },
    ]),
  ),
  'banguat/soap_tipocambiorango_2026-03.xml': {
    provider: 'BANGUAT',
    request: range('2026-03-01', '2026-03-31'),
    expected: '<fechainit>01/03/2026</fechainit><fechafin>31/03/2026</fechafin>',
  },
  'bot/daily_avg_exg_rate_2026-04-01_2026-04-03.json': {
    provider: 'BOT',
    key: 'k',
    request: range('2026-04-01', '2026-04-03'),
    expected: 'start_period=2026-04-01&end_period=2026-04-03',
  },
  'nrb/forex_v1_rates_2026-04-01_2026-04-05.json': {
    provider: 'NRB',
    request: range('2026-04-01', '2026-04-05'),
    expected: 'rates?from=2026-04-01&to=2026-04-05&page=1',
  },
}

/** One side of the figures that are given as their middle. */
export const READINGS_A: readonly Reading[] = (['buy', 'sell'] as const).map((note) => ({
  ...{ file: 'nrb/forex_v1_rates_2026-04-01_2026-04-05.json', provider: 'NRB', of: (one: Expected) => one.note === note },
  read: (text, quotes) => {
    readRates(text, quotes, (buy, sell) => (note === 'buy' ? buy : sell))
    return [quotes.take()]
  },
}))
