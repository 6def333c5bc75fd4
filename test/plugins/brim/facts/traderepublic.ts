import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Amount, fee and tax of every row: the first is gross, the others are negative where they cost something. */
const withCosts = (rows: readonly RawRow[]) => {
  const sums: Record<string, string> = {}
  for (const { amount, fee, tax, currency = '' } of rows)
    for (const cell of [amount, fee, tax])
      if (cell)
        sums[currency] = figure(cell)
          .plus(sums[currency] ?? 0)
          .toFixed()
  return sums
}

/** The third column, with the decimal sign that its last separator is. */
const pytr = (rows: readonly RawRow[]) => {
  const values = rows.map((row) => Object.values(row)[2] ?? '')
  const style = (cell: string) => (cell.lastIndexOf(',') > cell.lastIndexOf('.') ? 'comma' : 'dot')
  return { EUR: values.reduce((sum, cell) => figure(cell, style(cell)).plus(sum).toFixed(), '0') }
}

/** Shares are signed where they move; redemptions and private markets are paid in rows of cash, of which the second has the shares. */
const shares: Recount = (rows) =>
  summed(rows, ({ category = '', type = '', symbol = '', shares: units = '' }) =>
    units !== '' && (/^(TRADING|CORPORATE_ACTION)$/.test(category) || type === 'PRIVATE_MARKET_BUY')
      ? [[symbol, figure(units)]]
      : [],
  )

/** The sixth column, in for purchases and splits and out for sales. */
const pytrShares: Recount = (rows) =>
  summed(rows, (row) => {
    const [, type = '', , , isin = '', units = ''] = Object.values(row)
    if (units === '' || !/^(Aankoop|Buy|Kauf|Split|Verkoop|Sell|Verkauf)$/.test(type)) return []
    const size = figure(units, units.includes(',') ? 'comma' : 'dot')
    return [[isin, /^(Verkoop|Sell|Verkauf)$/.test(type) ? size.negated() : size]]
  })

export default {
  'traderepublic/csv-pp-01.csv': {
    rows: 340,
    cash: { EUR: '-971.53' },
    held: {
      BCH: '0.0167',
      BTC: '0.0011',
      DE0005557508: '20',
      DE000TT2G3G7: '20',
      ETH: '0.0036',
      FR0010261198: '3.615141',
      FR0010429068: '33.720965',
      IE0007UPSEA3: '5.66277',
      IE00B53SZB19: '0.008327',
      KYG9830T1067: '1.3524',
      LINK: '0.6',
      LTC: '0.0841',
      LU0496786574: '21.049978',
      LU3170240538: '200',
      NL0011585146: '0.0601',
      US02079K3059: '0.271808',
      US0378331005: '0.205714',
      US037833BH21: '25.55',
      US4330001060: '5.139802',
      US5949181045: '0.057711',
      US64110L1061: '0.45566',
      US69608A1088: '2',
      XRP: '7.2374',
      XS0875797515: '19.57',
      XS2790222116: '18.01',
    },
    kinds: { BUY: 164, DEPOSIT: 42, DIVIDEND: 15, FEE: 10, INTEREST: 34, SELL: 21, SPLIT: 1, TAX: 19, WITHDRAWAL: 39 },
    ignored: 4,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-pp-02.csv': {
    rows: 10,
    cash: { EUR: '11.92' },
    held: { BTC: '0.000849' },
    kinds: { BUY: 2, DEPOSIT: 4, FEE: 4, SELL: 1, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-pp-04.csv': {
    rows: 9,
    cash: { EUR: '5.4' },
    held: {},
    kinds: { DIVIDEND: 8, TAX: 4 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-pp-06.csv': {
    rows: 2,
    cash: { EUR: '-4.21' },
    held: {},
    kinds: { TAX: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-bonus.csv': {
    rows: 2,
    cash: { EUR: '0.5' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-buy-stock.csv': {
    rows: 2,
    cash: { EUR: '-5' },
    held: { US2546871060: '0.060357' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-card-transaction-international.csv': {
    rows: 2,
    cash: { EUR: '-27.8' },
    held: {},
    kinds: { WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-card-transaction.csv': {
    rows: 2,
    cash: { EUR: '-27.27' },
    held: {},
    kinds: { WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-deposit-inbound.csv': {
    rows: 2,
    cash: { EUR: '1000' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-deposit-inpayment.csv': {
    rows: 2,
    cash: { EUR: '250' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-dividend.csv': {
    rows: 2,
    cash: { EUR: '0.07' },
    held: {},
    kinds: { DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-final-maturity.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'no-quantity' },
    units: shares,
  },
  'traderepublic/csv-sk-single-interest.csv': {
    rows: 2,
    cash: { EUR: '30.73' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-private-market-buy.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'no-quantity' },
    units: shares,
  },
  'traderepublic/csv-sk-single-sell-stock.csv': {
    rows: 2,
    cash: { EUR: '5.1' },
    held: { US2546871060: '-0.060357' },
    kinds: { SELL: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    partial: 'it has one row',
    units: shares,
  },
  'traderepublic/csv-sk-single-sell-with-fee.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: 'amounts-contradicted',
  },
  'traderepublic/csv-sk-single-stockperk.csv': {
    rows: 2,
    cash: { EUR: '10' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-transfer-instant-inbound.csv': {
    rows: 2,
    cash: { EUR: '5' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/csv-sk-single-withdrawal.csv': {
    rows: 2,
    cash: { EUR: '-1000' },
    held: {},
    kinds: { WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: withCosts,
    units: shares,
  },
  'traderepublic/pytr-all-events.json': { rows: 5, cash: {}, held: {}, kinds: {}, ignored: 0, refused: 'other-report' },
  'traderepublic/pytr-etg.csv': {
    rows: 10,
    cash: { EUR: '-638.536621' },
    held: { LU1829221024: '0.2989', SI0031102120: '5', US88160R1014: '-0.2625' },
    kinds: { BUY: 4, DEPOSIT: 1, DIVIDEND: 1, SELL: 2, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: pytr,
    partial: 'it has single rows of several files',
    units: pytrShares,
  },
  'traderepublic/pytr-golden.csv': {
    rows: 6,
    cash: { EUR: '-2705.8' },
    held: { IE00B4K6B022: '60', US1696561059: '49', US26740W1099: '-17' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, SELL: 1, SPLIT: 1 },
    ignored: 0,
    refused: {},
    recount: pytr,
    partial: 'it has one row of each kind',
    units: pytrShares,
  },
  'own:traderepublic/corrections.csv': {
    rows: 14,
    cash: { EUR: '256.1' },
    held: { US0000000017: '48' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 3, FEE: 1, INTEREST: 1, SELL: 1, SPLIT: 1, TAX: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: { '14': 'unknown-type' },
    recount: (rows) => withCosts(rows.filter(({ type }) => type !== 'NEW_KIND_OF_ROW')),
    units: shares,
    entangled: 'a negative dividend takes back the payment that another row has',
  },
  'own:traderepublic/events.csv': {
    rows: 36,
    cash: { EUR: '1270.11' },
    held: {
      US0000001018: '13.425',
      US0000001034: '10.25',
      US0000001067: '9',
      US0000001083: '5',
      US0000001091: '9',
      XS0000001205: '100',
    },
    kinds: { ADJUSTMENT: 1, BUY: 12, DEPOSIT: 1, DIVIDEND: 3, EXCHANGE: 4, FEE: 1, INTEREST: 4, SELL: 2 },
    ignored: 2,
    refused: { '33': 'unclear-cash' },
    recount: (rows) => withCosts(rows.filter(({ type }) => type !== 'MANUAL')),
    units: shares,
    entangled: 'a row whose type cannot be read may take back the units beside it',
  },
  'own:traderepublic/pytr-mixed.csv': {
    rows: 8,
    cash: { EUR: '388.18' },
    held: { IE0000000032: '74.0045' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, SELL: 1, SPLIT: 1 },
    ignored: 0,
    refused: { '2': 'unproven-numbers' },
  },
} satisfies BrokerFacts
