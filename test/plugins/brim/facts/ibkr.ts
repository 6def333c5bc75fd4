import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { cellsOf, figure, type RawRow, type Recount } from '../recount.ts'
import { type Entry, summed } from '../sums.ts'

const partial = 'what it sells, or what is exchanged, was bought before'
const fixedColumns = 'the first two columns say of which section a row is'
const undivided = 'which ISIN a symbol has stands in rows of other days'
const entangled = 'a payment whose day or section cannot be read may be of any event of its security'

type Element = {
  readonly name: string
  readonly get: (attribute: string) => string
  readonly number: (attribute: string) => Decimal
}

/** Executions and details of a Flex Query in XML; summaries only where there are no details. */
function elementsOf(text: string): Element[] {
  const all = [...text.matchAll(/<(\w+)\s+([^<>]*?)\/?>/g)].map(([, name = '', inside = '']) => {
    const values = new Map([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
    const get = (attribute: string) => values.get(attribute) ?? ''
    return { name, get, number: (attribute: string) => figure(get(attribute) || '0') }
  })
  const isSummary = ({ get }: Element) => get('levelOfDetail') === 'SUMMARY'
  const hasDetails = all.some((one) => one.name === 'CashTransaction' && !isSummary(one))
  return all.filter((one) => !isSummary(one) || (!hasDetails && one.name === 'CashTransaction'))
}

/** `proceeds`: of a file whose publisher made its net cash unrecognisable. */
const flex =
  (net: 'netCash' | 'proceeds' = 'netCash'): Recount =>
  (_rows, text) => {
    const entries = elementsOf(text).flatMap(({ name, get, number }): Entry[] => {
      const currency = get('currency')
      if (name === 'CashTransaction') return [[currency, number('amount')]]
      if (name === 'SalesTax') return [[currency, number('salesTax')]]
      if (name === 'CorporateAction') return [[currency, number('proceeds')]]
      if (name !== 'Trade') return []
      const commission = number('ibCommission')
      const isForex = get('assetCategory') === 'CASH'
      if (isForex)
        return [
          [get('symbol').slice(0, 3), number('quantity')],
          [currency, number('proceeds')],
          [get('ibCommissionCurrency'), commission],
        ]
      if (get('assetCategory') === 'CFD') return [[currency, number('proceeds').plus(number('netCash'))]]
      if (get('netCash') === '') return [[currency, number('quantity').times(number('tradePrice')).negated().plus(commission)]]
      return [[currency, net === 'netCash' ? number('netCash') : number('proceeds').plus(commission)]]
    })
    return sumsOf(entries)
  }

/** Figures of Data rows of an Activity statement, by section. */
const statement: Recount = (_rows, text) =>
  sumsOf(
    cellsOf(text).flatMap((cells): Entry[] => {
      const [section = '', mark, third = ''] = cells
      const at = (place: number) => figure(cells[place] || '0')
      if (mark !== 'Data' || third === 'Total') return []
      if (section === 'Trades' && third === 'Order') {
        const other: Entry[] = cells[3] === 'Forex' ? [[cells[5]?.slice(0, 3) ?? '', at(7)]] : []
        return [...other, [cells[4] ?? '', at(10).plus(at(11))]]
      }
      if (section === 'Fees') return [[cells[3] ?? '', at(6)]]
      return /^(Dividends|Withholding Tax|Interest|Deposits & Withdrawals)$/.test(section) ? [[third, at(5)]] : []
    }),
  )

const history: Recount = (_rows, text) =>
  sumsOf(
    cellsOf(text).flatMap(([section, mark, ...cells]): Entry[] =>
      section === 'Transaction History' && mark === 'Data' ? [['GBP', round(figure(cells[9] ?? '0'))]] : [],
    ),
  )

const trades: Recount = (rows) =>
  summed(rows, (row) =>
    row['ISIN'] === ''
      ? []
      : [
          [row['CurrencyPrimary'] ?? '', figure(row['TradeMoney'] ?? '').negated()],
          [row['IBCommissionCurrency'] ?? '', row['IBCommission'] ?? ''],
        ],
  )

const worth: Recount = (rows) =>
  summed(rows, (row) => {
    const value = figure(row['Quantity'] ?? '').times(row['TradePrice'] ?? '')
    return [
      [row['CurrencyPrimary'] ?? '', (row['Buy/Sell'] === 'SELL' ? value : value.negated()).plus(row['IBCommission'] ?? '')],
    ]
  })

/** A ledger has twelve places. */
function round(value: Decimal): Decimal {
  return value.toDecimalPlaces(12, Decimal.ROUND_HALF_EVEN)
}

function sumsOf(entries: readonly Entry[]): Record<string, string> {
  const rows = entries.map(([code, amount]) => ({ code, amount: new Decimal(amount).toFixed() }))
  return summed(rows, ({ code = '', amount = '' }) => [[code, amount]])
}

/** Executions, but of money, and corporate actions, by ISIN where one is known of the symbol. */
const flexUnits: Recount = (_rows, text) => {
  const all = elementsOf(text)
  const isinOf = ({ get }: Element) => get('isin') || (get('securityIDType') === 'ISIN' ? get('securityID') : '')
  const isins = new Map(all.filter((one) => isinOf(one) !== '').map((one) => [one.get('symbol'), isinOf(one)]))
  const traded = all.filter(({ name, get }) => /^(Trade|CorporateAction)$/.test(name) && get('assetCategory') !== 'CASH')
  return sumsOf(
    traded.map(({ get, number }): Entry => {
      const symbol = get('symbol')
      return [get('isin') || isins.get(symbol) || symbol.replace(/ +/g, ' '), number('quantity')]
    }),
  )
}

/** Orders, but of money, and corporate actions, by the ISIN that a description has in brackets behind the symbol. */
const statementUnits: Recount = (_rows, text) => {
  const isins = new Map(
    [...text.matchAll(/([A-Z]+)\(([A-Z]{2}[A-Z0-9]{9}\d)\)/g)].map(([, symbol = '', isin = '']) => [symbol, isin]),
  )
  return sumsOf(
    cellsOf(text).flatMap((cells): Entry[] => {
      const [section = '', mark, third, category] = cells
      const symbol = section === 'Trades' ? (cells[5] ?? '') : (/^[A-Z]+/.exec(cells[6] ?? '')?.[0] ?? '')
      const isOrder = section === 'Trades' && third === 'Order' && category !== 'Forex'
      return mark === 'Data' && (isOrder || section === 'Corporate Actions')
        ? [[isins.get(symbol) ?? symbol, figure(cells[7] ?? '')]]
        : []
    }),
  )
}

const historyUnits: Recount = (_rows, text) =>
  sumsOf(
    cellsOf(text).flatMap(([section, mark, ...cells]): Entry[] =>
      section === 'Transaction History' && mark === 'Data' && /^(Buy|Sell)$/.test(cells[3] ?? '')
        ? [[cells[4] ?? '', figure(cells[5] ?? '')]]
        : [],
    ),
  )

/** Pairs of currencies have no ISIN. */
function bought(row: RawRow): Decimal {
  const size = figure(row['Quantity'] ?? '').abs()
  if (row['ISIN'] === '') return new Decimal(0)
  return row['Buy/Sell'] === 'SELL' ? size.negated() : size
}

export default {
  'own:ibkr/activity.csv': {
    rows: 44,
    cash: { EUR: '896.37', USD: '322.8' },
    held: { 'ALPH 21JUN24 3 C': '-2', BETA: '300', GAMM: '15' },
    kinds: {
      BUY: 2,
      DEPOSIT: 1,
      DIVIDEND: 1,
      EXCHANGE: 2,
      FEE: 1,
      FX_CONVERSION: 2,
      INTEREST: 1,
      SELL: 1,
      TRANSFER: 1,
      WITHDRAWAL: 1,
    },
    ignored: 15,
    refused: { '44': 'section-unknown' },
    partial,
    fixedColumns,
    entangled,
  },
  'own:ibkr/activity-german.csv': {
    rows: 30,
    cash: { EUR: '1000.37', USD: '322.8' },
    held: { ALPH: '4800', 'ALPH 21JUN24 3 C': '-2' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FX_CONVERSION: 2, INTEREST: 1, SELL: 1, SPLIT: 1 },
    ignored: 11,
    refused: {},
    partial,
    fixedColumns,
    entangled,
  },
  'own:ibkr/flex-accounts.xml': {
    rows: 46,
    cash: { CNY: '88', EUR: '809.06', GBP: '179.59', USD: '226.84' },
    held: { DELT: '12', GAMM: '-3', IE00000000B1: '3', US0000000AB5: '26' },
    kinds: {
      BUY: 4,
      DEPOSIT: 2,
      DIVIDEND: 3,
      FEE: 6,
      FX_CONVERSION: 4,
      INTEREST: 2,
      SELL: 2,
      TAX: 4,
      TRANSFER: 2,
      WITHDRAWAL: 1,
    },
    ignored: 17,
    refused: { '15': 'security-missing', '31': 'type-unknown', '38': 'section-unknown' },
    partial,
  },
  'own:ibkr/flex-actions.xml': {
    rows: 21,
    cash: { USD: '126' },
    held: {
      ALPH: '20',
      BETA: '5',
      'BETA.OLD': '-50',
      DELT: '-10',
      EPSI: '5',
      GAMM: '-8',
      IOTA: '-40',
      KAPP: '-10',
      LAMB: '10',
      MUXX: '2',
      NUXX: '6',
      'NUXX.RTS': '-6',
      THET: '0.5',
      ZETA: '3',
    },
    kinds: { ADJUSTMENT: 1, BUY: 1, DIVIDEND: 1, EXCHANGE: 7, SELL: 4, SPLIT: 1 },
    ignored: 3,
    refused: {
      '15': 'corporate-action-unclear',
      '19': 'corporate-action-unclear',
      '20': 'corporate-action-unclear',
      '21': 'corporate-action-unclear',
    },
    partial,
  },
  'own:ibkr/flex-contracts.xml': {
    rows: 13,
    cash: { EUR: '-5817.5', USD: '719.4' },
    held: { XS0000000009: '6000' },
    kinds: { BUY: 3, INTEREST: 3, SELL: 3 },
    ignored: 1,
    refused: { '7': 'amounts-contradict', '8': 'number-unreadable', '9': 'currency-unknown', '11': 'option-event-without-trade' },
    partial,
  },
  'own:ibkr/flex-slash-dates.xml': {
    rows: 3,
    cash: { USD: '-38.36' },
    held: { ALPH: '2', BETA: '2' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: {},
  },
  'own:ibkr/flexcsv-framed.csv': {
    rows: 24,
    cash: { EUR: '198.2', USD: '425.04' },
    held: { US0000000AB5: '24' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FX_CONVERSION: 2, SPLIT: 1 },
    ignored: 13,
    refused: { '21': 'section-unknown' },
  },
  'own:ibkr/flexcsv-plain.csv': {
    rows: 7,
    cash: { EUR: '-3', GBP: '-1434.5' },
    held: { IE00000000B1: '600' },
    kinds: { BUY: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1 },
    ignored: 0,
    refused: { '4': 'security-missing' },
  },
  'own:ibkr/history.csv': {
    rows: 17,
    cash: { EUR: '126.11' },
    held: { ALPH: '3', US0378331005: '30' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: 4,
    refused: { '17': 'type-unknown' },
    fixedColumns,
    undivided,
  },
  'ibkr/activity-stocks-fixture.csv': {
    rows: 20,
    cash: { EUR: '1000', USD: '2776.25' },
    held: { US0378331005: '24' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, FX_CONVERSION: 2, INTEREST: 1, SELL: 1, SPLIT: 1 },
    ignored: 3,
    refused: {},
    recount: statement,
    fixedColumns,
    undivided,
    units: statementUnits,
  },
  'ibkr/activity-tradegit.csv': {
    rows: 23,
    cash: { USD: '50793.2344' },
    held: {},
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 3 },
    ignored: 5,
    refused: {},
    recount: statement,
    fixedColumns,
    undivided,
    units: statementUnits,
  },
  'ibkr/activity-trading-records.csv': {
    rows: 15,
    cash: { USD: '-1297.34421094' },
    held: { SPY: '2' },
    kinds: { BUY: 4, SELL: 2 },
    ignored: 7,
    refused: {},
    recount: statement,
    fixedColumns,
    units: statementUnits,
  },
  'ibkr/flex-osa-corporate-action-2025.xml': {
    rows: 17,
    cash: { EUR: '-799.8', USD: '22.64' },
    held: { US64361Q1013: '24' },
    kinds: { BUY: 1, DIVIDEND: 2, EXCHANGE: 2 },
    ignored: 10,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-osa-minimal-short-options-repro-2025.xml': {
    rows: 13,
    cash: { USD: '-179795.65' },
    held: { IE0000000002: '50', US0000000001: '1200', 'XXXX 260220C00200000': '-12' },
    kinds: { BUY: 2, DIVIDEND: 1, INTEREST: 1, SELL: 2 },
    ignored: 6,
    refused: {},
    partial,
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-osa-vtandchill-2025.xml': {
    rows: 21,
    cash: { CHF: '-249805.2416396', USD: '-27229.73' },
    held: { US9220427424: '200' },
    kinds: { BUY: 5, DIVIDEND: 1, FEE: 1, FX_CONVERSION: 4, INTEREST: 6, WITHDRAWAL: 1 },
    ignored: 4,
    refused: {},
    recount: flex('proceeds'),
    units: flexUnits,
  },
  'ibkr/flex-pp-01.xml': {
    rows: 41,
    cash: { CAD: '-2303.0356', CHF: '-19.49', USD: '-2.07' },
    held: { CA38501D5010: '480', 'FB 180921C00200000': '2' },
    kinds: { BUY: 14, EXCHANGE: 4, FEE: 4, INTEREST: 2, SELL: 1, TAX: 1 },
    ignored: 15,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-03.xml': {
    rows: 2,
    cash: { USD: '0.02' },
    held: {},
    kinds: { INTEREST: 1 },
    ignored: 1,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-04.xml': {
    rows: 1,
    cash: { USD: '-844.94505725' },
    held: { US0250727031: '14' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-05.xml': {
    rows: 4,
    cash: { EUR: '-1275.25', USD: '-2850.98' },
    held: { US12514G1085: '25', US88579Y1010: '7' },
    kinds: { BUY: 2, DIVIDEND: 2 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-07.xml': {
    rows: 1,
    cash: { EUR: '-726' },
    held: { US8688612048: '120' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-08.xml': {
    rows: 3,
    cash: { USD: '5.31' },
    held: {},
    kinds: { DIVIDEND: 1, FEE: 1 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-10.xml': {
    rows: 2,
    cash: { EUR: '-133', USD: '0.09554275' },
    held: { US91680M1071: '10' },
    kinds: { BUY: 1, FX_CONVERSION: 2 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-11.xml': {
    rows: 1,
    cash: { USD: '-350.175' },
    held: { QID: '14' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-13.xml': {
    rows: 1,
    cash: { USD: '-1255' },
    held: { QQQXn: '50' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-14.xml': {
    rows: 10,
    cash: { CHF: '5.353618', USD: '32.509221' },
    held: { CH0237935652: '4', US9219097683: '10', US9229087690: '10' },
    kinds: { BUY: 6, DEPOSIT: 2, FX_CONVERSION: 4 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-15.xml': {
    rows: 3,
    cash: { EUR: '9995.05' },
    held: { LU0090865873: '23.342' },
    kinds: { BUY: 1, DEPOSIT: 2 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-17.xml': {
    rows: 42,
    cash: { USD: '-5.4' },
    held: {},
    kinds: { FEE: 3, TAX: 3 },
    ignored: 36,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-20.xml': {
    rows: 10,
    cash: { USD: '-2995.205' },
    held: { US04010L1035: '157' },
    kinds: { BUY: 1, TAX: 2 },
    ignored: 7,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-23.xml': {
    rows: 3,
    cash: { USD: '475.5249' },
    held: { US67075E1082: '-367' },
    kinds: { DIVIDEND: 1, SELL: 1, TAX: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-24.xml': {
    rows: 10,
    cash: { USD: '208.43' },
    held: {},
    kinds: { DIVIDEND: 9, FEE: 1 },
    ignored: 0,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-26.xml': {
    rows: 4,
    cash: { EUR: '77.34', USD: '223.799812' },
    held: { US18915M1071: '-1' },
    kinds: { DIVIDEND: 3, SELL: 1 },
    ignored: 0,
    refused: {},
    partial,
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-pp-28.xml': {
    rows: 3,
    cash: { TWD: '34649.999995949', USD: '-1145.929445' },
    held: {},
    kinds: { FX_CONVERSION: 2 },
    ignored: 2,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-sure.xml': {
    rows: 5,
    cash: { CHF: '500', USD: '-124.85' },
    held: { US0378331005: '1' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, SELL: 1 },
    ignored: 1,
    refused: {},
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flex-uabean.xml': {
    rows: 23,
    cash: { USD: '6982.846278077' },
    held: {
      US0378331005: '4.152',
      US0846707026: '-1.6282',
      US20825C1045: '12.75',
      US25058X1054: '19',
      US4642872265: '25',
      US5658491064: '-50',
      US87918A1051: '1.4831',
      US89628U1088: '-19',
    },
    kinds: { BUY: 5, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 6, FEE: 1, INTEREST: 1, SELL: 4, SPLIT: 1 },
    ignored: 3,
    refused: {},
    partial,
    recount: flex(),
    units: flexUnits,
  },
  'ibkr/flexcsv-dividends-etg.csv': {
    rows: 12,
    cash: { CHF: '32.08', JPY: '455', USD: '334.61' },
    held: {},
    // One of them gives capital back.
    kinds: { DIVIDEND: 6, RETURN_OF_CAPITAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: 'CurrencyPrimary' },
    entangled,
  },
  'ibkr/flexcsv-tradegit.csv': {
    rows: 5,
    cash: { USD: '4156' },
    held: {},
    kinds: { BUY: 2, SELL: 2 },
    ignored: 0,
    refused: {},
    partial,
    recount: worth,
    units: (rows) => summed(rows, (row) => [[row['ISIN'] ?? row['Symbol'] ?? '', bought(row)]]),
  },
  'ibkr/flexcsv-trades-etg.csv': {
    rows: 12,
    cash: { CHF: '-1983.9', USD: '-31583.529' },
    held: { CH0111762537: '7', US9220427424: '323' },
    kinds: { BUY: 8 },
    ignored: 0,
    refused: { '10': 'security-missing', '11': 'security-missing', '12': 'security-missing' },
    recount: trades,
    units: (rows) => summed(rows, (row) => [[row['ISIN'] ?? row['Symbol'] ?? '', bought(row)]]),
  },
  'ibkr/trade-confirmation-empty.csv': {
    rows: 1,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: {},
  },
  'ibkr/transaction-history-gbp.csv': {
    rows: 22,
    cash: { GBP: '3027.399736240874' },
    held: { CNX1: '2' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 2, FEE: 2, INTEREST: 1, SELL: 1, TAX: 2 },
    ignored: 7,
    refused: {},
    recount: history,
    fixedColumns,
    units: historyUnits,
  },
} satisfies BrokerFacts
