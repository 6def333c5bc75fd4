import type { BrokerFacts } from '../facts.ts'
import { cellsOf, figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const partial = 'what it sells, splits or exchanges was bought before'
const fixedColumns = 'columns without titles are known by their place'
const NOTHING = { cash: {}, held: {}, kinds: {}, ignored: 0 }

/** Moves between the trading account and its own cash account, which the balance counts together. */
const SWEEP = /sweep|flatex ?degiro bank|bankaccount/i

/** The unnamed column behind the change; a decimal comma where one stands before two last digits. */
const changes =
  (refused: readonly string[] = []): Recount =>
  (_rows, text) =>
    summed(
      cellsOf(text)
        .slice(1)
        .map(([, , , product = '', isin = '', description = '', , first = '', second = '']) => {
          const [currency, change] = /^[A-Z]{3}$/.test(second) ? [second, first] : [first, second]
          return {
            currency,
            change,
            description,
            isSweep: String(isin === 'NLFLATEXACNT' || SWEEP.test(`${description} ${product}`)),
          }
        }),
      ({ currency = '', change = '', description = '', isSweep }) =>
        change === '' || isSweep === 'true' || refused.includes(description)
          ? []
          : [[currency, figure(change, /,\d\d?$/.test(change) ? 'comma' : 'dot')]],
    )

/** The column of the total, from 0, and that of its currency or the currency itself. */
const totals =
  (total: number, currency: string | number, sign: 'comma' | 'dot' = 'dot'): Recount =>
  (_rows, text) =>
    summed(
      cellsOf(text)
        .slice(1)
        .filter(({ length }) => length > 12)
        .map((cells) => ({
          code: typeof currency === 'string' ? currency : (cells[currency] ?? ''),
          amount: cells[total] ?? '',
        })),
      ({ code = '', amount = '' }) => [[code, figure(amount, sign)]],
    )

/** What descriptions say was bought and sold, in whole units; not what a row says whose money contradicts it. */
const traded: Recount = (_rows, text) =>
  summed(
    cellsOf(text)
      .slice(1)
      .map(([, , , , isin = '', description = '', , first = '', second = '']) => ({
        isin,
        description,
        change: `${first} ${second}`,
      })),
    ({ isin = '', description = '', change = '' }) => {
      const [, side = '', units = ''] = /(koop|compra|achat|buy|verkoop|sell|vente|venda) ([\d.,]+) /i.exec(description) ?? []
      const isSale = /^(verkoop|sell|vente|venda)$/i.test(side)
      if (side === '' || /mon[eé]taires?|money market/i.test(description) || (isSale && change.includes('-'))) return []
      const size = figure(units.replace(/[.,]/g, ''))
      return [[isin, isSale ? size.negated() : size]]
    },
  )

/** The column of the quantity, which is the one before the first price. */
const ordered: Recount = (_rows, text) =>
  summed(
    cellsOf(text)
      .slice(1)
      .filter(({ length }) => length > 12)
      .map(([, , , isin = '', , units = '']) => ({ isin, units })),
    ({ isin = '', units = '' }) => [[isin, figure(units)]],
  )

export default {
  'own:degiro/account-english.csv': {
    rows: 49,
    cash: { CHF: '0.01', EUR: '885.08', GBP: '-126.37' },
    held: {
      CA0000000JJ8: '-100',
      CH0000000EE5: '15',
      CH0000000FF2: '-15',
      FR0000000HH6: '3',
      GB0000000CC9: '50',
      NL0000000BB3: '-10',
      US0000000AA7: '4',
      US0000000DD1: '-27',
      US0000000GG4: '2',
    },
    kinds: {
      ADJUSTMENT: 1,
      BUY: 2,
      DEPOSIT: 1,
      DIVIDEND: 3,
      EXCHANGE: 2,
      FEE: 3,
      FX_CONVERSION: 2,
      INTEREST: 2,
      RETURN_OF_CAPITAL: 1,
      SELL: 3,
      SPLIT: 1,
      WITHDRAWAL: 1,
    },
    ignored: 4,
    refused: { '36': 'half-corporate-action', '47': 'half-conversion', '48': 'unknown-description', '49': 'no-description' },
    partial,
    fixedColumns,
  },
  'own:degiro/account-german.csv': {
    rows: 17,
    cash: { CHF: '-2627.76', EUR: '45.84' },
    held: { DE000000AAA1: '1200', DE000000DDD4: '10', XS0000000CC3: '5000' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 2, SPLIT: 1, WITHDRAWAL: 1 },
    ignored: 2,
    refused: {},
    fixedColumns,
  },
  'own:degiro/transactions-currency-first.csv': {
    rows: 13,
    cash: { EUR: '-556.99' },
    held: {
      CH0000000EE5: '15',
      CH0000000FF2: '-15',
      FR0000000PP9: '40',
      GB0000000CC9: '120',
      NL0000000NN4: '5',
      US0000000AA7: '-3',
      US0000000DD1: '-27',
    },
    kinds: { ADJUSTMENT: 1, BUY: 4, EXCHANGE: 2, SELL: 1, SPLIT: 1 },
    ignored: 0,
    refused: {},
    partial,
    fixedColumns,
  },
  'own:degiro/transactions-currency-in-titles.csv': {
    rows: 4,
    cash: { CHF: '-713.76' },
    held: { CH0000000RR5: '-6', US0000000AA7: '102' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: {},
    partial,
    fixedColumns,
  },
  'own:degiro/transactions-currency-last.csv': {
    rows: 5,
    cash: { EUR: '-1242.48' },
    held: { IE0000000QQ2: '13', US0000000AA7: '-2' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: { '5': 'unreadable-row' },
    partial,
    fixedColumns,
  },
  'own:degiro/portfolio.csv': {
    ...{ rows: 6, ...NOTHING, ignored: 5 },
    options: { positions_day: '2026-06-30' },
    refused: 'positions-report',
  },
  'degiro/account-fr-osa.csv': {
    rows: 296,
    cash: { CHF: '385.57', USD: '-0.01' },
    held: { CH0011075394: '-6', CH0012005267: '-25', FR001400J770: '-60', US7427181091: '-30' },
    kinds: { DIVIDEND: 44, FEE: 6, FX_CONVERSION: 78, INTEREST: 1, SELL: 4, WITHDRAWAL: 2 },
    ignored: 116,
    refused: {},
    partial,
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-nl-etg.csv': {
    rows: 75,
    cash: { EUR: '-20620.37', GBP: '19.84', USD: '-455.5708' },
    held: {
      AU000000FBR4: '500',
      CA0641491075: '-1',
      FI4000198031: '6',
      GB00BPQY8M80: '-4',
      IE00B0M63391: '1',
      IE00B3RBWM25: '2',
      IE00B4L5Y983: '7',
      IE00BYXG2H39: '-1',
      JP3633400001: '30',
      NL0013654783: '999',
      US00165C1045: '1',
      US9256521090: '1',
    },
    kinds: { BUY: 10, DEPOSIT: 2, DIVIDEND: 10, FEE: 8, FX_CONVERSION: 8, INTEREST: 2, SELL: 3, TAX: 1 },
    ignored: 11,
    refused: {},
    partial,
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-en-single-buy-marketfund.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 1,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-en-single-buy-usd.csv': {
    rows: 6,
    cash: { GBP: '-83.25' },
    held: { US40434L1052: '5' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-en-single-dividend.csv': {
    rows: 3,
    cash: { USD: '1.17' },
    held: {},
    kinds: { DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-no-description.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'no-description' },
    recount: changes(['']),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-buy-euro-en-headers.csv': {
    rows: 3,
    cash: { EUR: '-78.3' },
    held: { IE00B3XXRP09: '1' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-buy-euro-whole-number.csv': {
    rows: 3,
    cash: { EUR: '-78.3' },
    held: { IE00B3XXRP09: '1' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-buy-euro.csv': {
    rows: 3,
    cash: { EUR: '-78.3' },
    held: { IE00B3XXRP09: '1' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-buy-usd.csv': {
    rows: 3,
    cash: { USD: '-78.3' },
    held: { IE00B3XXRP09: '1' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-deposit.csv': {
    rows: 2,
    cash: { EUR: '1000' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-dividend.csv': {
    rows: 3,
    cash: { EUR: '8.13' },
    held: {},
    kinds: { DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-sell-euro.csv': {
    rows: 3,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'bad-trade', '3': 'bad-trade' },
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-nl-single-withdrawal.csv': {
    rows: 2,
    cash: { EUR: '1000' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-pt-single-buy-euro.csv': {
    rows: 3,
    cash: { EUR: '-78.3' },
    held: { IE00B3XXRP09: '1' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-pt-single-deposit.csv': {
    rows: 2,
    cash: { EUR: '1000' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-pt-single-fee.csv': {
    rows: 2,
    cash: { EUR: '-2.5' },
    held: {},
    kinds: { FEE: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-sk-pt-single-sell-euro.csv': {
    rows: 3,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'bad-trade', '3': 'bad-trade' },
    fixedColumns,
    units: traded,
  },
  'degiro/account-wdi-accrued-interest.csv': {
    rows: 3,
    cash: { EUR: '-103' },
    held: { US0378331005: '1' },
    kinds: { BUY: 1, INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-wdi-example.csv': {
    rows: 15,
    cash: { EUR: '648.21' },
    held: { IE00B3RBWM25: '-7', IE00B4L5Y983: '15' },
    kinds: { BUY: 1, DEPOSIT: 2, DIVIDEND: 1, FEE: 2, FX_CONVERSION: 2, INTEREST: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-wdi-localized-quantities.csv': {
    rows: 10,
    cash: { EUR: '-11906.17' },
    held: { IE00LCL0001: '1234', IE00LCL0002: '2506', IE00LCL0003: '6408', IE00LCL0004: '1750' },
    kinds: { BUY: 4, INTEREST: 4 },
    ignored: 0,
    refused: {},
    recount: changes(),
    fixedColumns,
    units: traded,
  },
  'degiro/account-wdi-unknown-type.csv': {
    rows: 3,
    cash: { EUR: '1000' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: { '3': 'unknown-description' },
    recount: changes(['Onbekende Actie Die Niemand Kent']),
    fixedColumns,
    units: traded,
  },
  'degiro/portfolio-fr-osa.csv': { rows: 23, ...NOTHING, ignored: 22, refused: 'positions-report' },
  'degiro/transactions-de-wojp.csv': {
    rows: 3,
    cash: { EUR: '257.57' },
    held: {},
    kinds: { BUY: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: totals(16, 15),
    fixedColumns,
    units: ordered,
  },
  'degiro/transactions-en-fcos.csv': {
    rows: 115,
    cash: { EUR: '-16697.1' },
    held: {
      ES0177542018: '827',
      GB00B03MLX29: '25',
      GB00BLDYK618: '246',
      IE00B42NKQ00: '524',
      IE00B53SZB19: '5',
      IE00B5BMR087: '8',
      NLENX7898416: '71',
      NLENX7911011: '6',
    },
    kinds: { ADJUSTMENT: 1, BUY: 87, SELL: 24 },
    ignored: 0,
    refused: {},
    recount: totals(16, 15),
    fixedColumns,
    units: ordered,
  },
} satisfies BrokerFacts
