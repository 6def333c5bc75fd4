import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount, rowsBelow } from '../recount.ts'
import { summed } from '../sums.ts'

const isTotal = (row: RawRow) => /total/i.test(row['Date'] ?? '')

/** What a list of records says of the cash; `fees` where the amounts are before them. */
function sumOf(records: readonly RawRow[], amount: string, fees?: string): Record<string, string> {
  const figures = records.flatMap((one) => [figure(one[amount] || '0'), figure((fees && one[fees]) || '0').negated()])
  return { USD: figures.reduce((a, b) => a.plus(b)).toFixed() }
}

const RESTATED = 'a deposit shows that a split came after a sale'

const HELD_LESS = /^(Sell|Sell to Close|Sell to Open)$/
const HELD_MORE = /^(Buy|Buy to Open|Buy to Close|Reinvest Shares)$/
/** What came from where, by the CUSIP of the shares that went out; options of an adjusted contract have a digit behind their symbol. */
const SAME: Readonly<Record<string, string>> = { '26145B304': 'DFLI', '74347G192': 'SQQQ', '729000201': 'PLUM' }

/** Trades have no sign, anything else has; of the two rows of a reverse split that change nothing none is booked. */
const shares: Recount = (_rows, text) =>
  summed(rowsBelow(text, 'Action'), (row) => {
    const { Action: action = '', Symbol: symbol = '' } = row
    const size = figure(row['Quantity'] || '0')
    if (/TONIX/.test(row['Description'] ?? '')) return []
    const [, root = '', month = '', day = '', year = '', strike = '', side = ''] =
      /^([A-Z]+)\d? +(\d\d)\/(\d\d)\/\d\d(\d\d) ([\d.]+) (C|P)$/.exec(symbol) ?? []
    const option = `${root}${year}${month}${day}${side}${(Number(strike) * 1000).toFixed().padStart(8, '0')}`
    const code = root !== '' ? option : (SAME[symbol] ?? symbol).replace(/ +/g, '')
    return [[code, HELD_LESS.test(action) ? size.negated() : HELD_MORE.test(action) ? size.abs() : size]]
  })

/** Deposits without what was withheld, less sales; those of before a split in shares of after it. */
const awarded: Recount = (_rows, text) =>
  summed(JSON.parse(text).Transactions as RawRow[], (one) => {
    const details = JSON.stringify(one)
    const [net, factor] = [/"NetSharesDeposited":"([\d.]+)"/.exec(details)?.[1], splitOf(one, details)]
    if (one['Action'] === 'Deposit') return [[one['Symbol'] ?? '', figure(net ?? one['Quantity'] ?? '')]]
    return one['Action'] === 'Sale' ? [[one['Symbol'] ?? '', figure(one['Quantity'] ?? '').times(-factor)]] : []
  })

/** The first generation cuts the decimals of some sales, of which amount and price have them. */
const awardedAtFirst: Recount = (_rows, text) =>
  summed(JSON.parse(text).transactions as RawRow[], (one) => {
    const [, price = ''] = /"salePrice":"([^"]+)"/.exec(JSON.stringify(one)) ?? []
    const stated = one['quantity'] ?? ''
    if (one['action'] !== 'Sale') return [[one['symbol'] ?? '', stated]]
    const sold = stated.includes('.') ? figure(stated) : figure(one['amount'] ?? '').dividedBy(figure(price))
    return [[one['symbol'] ?? '', sold.negated()]]
  })

/** The sales whose price is many times what a later deposit says of the same vesting. */
function splitOf({ Date: date = '' }: RawRow, details: string): number {
  if (/"Symbol":"NVDA"/.test(details) && Number(date.slice(6)) < 2024) return 10
  return /"Symbol":"HLTP"/.test(details) && date === '11/21/2023' ? 4 : 1
}

export default {
  'own:schwab/history.csv': {
    rows: 20,
    cash: { USD: '2934.78' },
    held: { HLTP: '52.5', PLUM: '4' },
    kinds: { BUY: 5, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 1, SELL: 3, SPLIT: 1, TRANSFER: 1 },
    ignored: 3,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 1, skip: isTotal },
    units: shares,
  },
  'own:schwab/awards.csv': { rows: 5, cash: {}, held: { HLTP: '9' }, kinds: { TRANSFER: 1 }, ignored: 2, refused: {} },
  'own:schwab/award-records.json': {
    rows: 7,
    cash: { USD: '275.04' },
    held: { HLTP: '35' },
    kinds: { DIVIDEND: 1, SELL: 2, TAX: 1, TRANSFER: 2 },
    ignored: 1,
    refused: {},
    undivided: RESTATED,
    recount: (_rows, text) => sumOf(JSON.parse(text).Transactions, 'Amount'),
    units: awarded,
  },
  'own:schwab/positions.csv': { rows: 7, cash: {}, held: {}, kinds: {}, ignored: 7, refused: 'positions-report' },
  'schwab/etg.csv': {
    rows: 121,
    cash: { USD: '400074.19' },
    held: {
      '171439102': '-50',
      '00165C203': '-344',
      '09070K200': '-1000',
      AMC: '38',
      APE: '344',
      ARCC: '18.4207',
      AVGO: '10',
      DGLRX: '-872.454',
      FIHBX: '-507.208',
      FMGIX: '10.006',
      GBDC: '10.32',
      LCID: '50',
      NEWH: '1000',
      NFRIX: '34.681',
      NMFC: '33.7106',
      SNAXX: '-496428.62',
      SNSXX: '4136.58',
      SPY: '7.0976',
      SWVXX: '46.23',
      TCPC: '36.3353',
      TSLX: '13.5303',
      VEA: '0.0086',
      VNQ: '4.4877',
      VWO: '0.0025',
    },
    kinds: {
      ADJUSTMENT: 2,
      BUY: 41,
      DIVIDEND: 44,
      EXCHANGE: 6,
      FEE: 11,
      INTEREST: 5,
      SELL: 2,
      SPLIT: 1,
      TAX: 1,
      TRANSFER: 2,
      WITHDRAWAL: 2,
    },
    ignored: 1,
    refused: { '111': 'no-change', '112': 'no-change' },
    partial: 'it has single rows of several years',
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 0, skip: isTotal },
    units: shares,
  },
  'schwab/cgt-transactions.csv': {
    rows: 14,
    cash: { USD: '9479.3' },
    held: { VUAG: '30.5' },
    kinds: { BUY: 6, DEPOSIT: 1, INTEREST: 2, SELL: 4 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 0, skip: isTotal },
    units: shares,
  },
  'schwab/cgt-bond-interest.csv': {
    rows: 6,
    cash: { USD: '11055.75' },
    held: {},
    kinds: { DEPOSIT: 1, INTEREST: 4 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 0, skip: isTotal },
    units: shares,
  },
  'schwab/cgt-cash-merger.csv': {
    rows: 7,
    cash: { USD: '1000' },
    held: {},
    kinds: { BUY: 1, DEPOSIT: 2, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 0, skip: isTotal },
    units: shares,
  },
  'schwab/cgt-rsu-settlement-transactions.csv': {
    rows: 5,
    cash: { USD: '28068.66' },
    held: { BAR: '300' },
    kinds: { BUY: 1, DEPOSIT: 1, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 0, skip: isTotal },
    units: shares,
  },
  'schwab/cgt-rsu-settlement-awards.csv': { rows: 3, cash: {}, held: {}, kinds: {}, ignored: 2, refused: {} },
  'schwab/equity-award-nvda-synthetic.json': {
    rows: 15,
    cash: { USD: '73589.8' },
    held: { NVDA: '1040' },
    kinds: { DIVIDEND: 1, SELL: 4, TAX: 1, TRANSFER: 7 },
    ignored: 2,
    refused: {},
    entangled: RESTATED,
    recount: (_rows, text) => sumOf(JSON.parse(text).Transactions, 'Amount'),
    units: awarded,
  },
  'schwab/equity-award-v1.json': {
    rows: 4,
    cash: { USD: '32865.08' },
    held: { GOOG: '-1.869' },
    kinds: { SELL: 2, TRANSFER: 2 },
    ignored: 0,
    refused: {},
    partial: 'more is sold than came in',
    recount: (_rows, text) => sumOf(JSON.parse(text).transactions, 'amount', 'totalCommissionsAndFees'),
    units: awardedAtFirst,
  },
  'schwab/equity-award-v2-rounding.json': {
    rows: 14,
    cash: { USD: '9326.42' },
    held: {},
    kinds: { SELL: 1, TRANSFER: 13 },
    ignored: 0,
    refused: {},
    recount: (_rows, text) => sumOf(JSON.parse(text).Transactions, 'Amount'),
    units: awarded,
  },
  'schwab/reds-brokerage-2022.csv': {
    rows: 14,
    cash: { USD: '-1574.04' },
    held: { BND: '34.9599' },
    kinds: { BUY: 2, DEPOSIT: 2, DIVIDEND: 3, INTEREST: 1, SELL: 1, TRANSFER: 2 },
    ignored: 1,
    refused: {},
    partial: 'what is sold was bought before',
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 1, skip: isTotal },
    units: shares,
  },
  'schwab/wealthfolio-no-title.csv': {
    rows: 12,
    cash: { USD: '5273.38' },
    held: { BND: '34.9599', TSLA230317P00180000: '2' },
    kinds: { BUY: 3, DEPOSIT: 2, DIVIDEND: 2, INTEREST: 1, SELL: 1, TRANSFER: 1 },
    ignored: 1,
    refused: {},
    partial: 'what is sold was bought before',
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 0, skip: isTotal },
    units: shares,
  },
  'schwab/tradegit.csv': {
    rows: 12,
    cash: { USD: '-4917.34' },
    held: { AAPL: '10' },
    kinds: { BUY: 3, DIVIDEND: 1, INTEREST: 1, SELL: 3, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    partial: 'more is sold than was bought',
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 1, skip: isTotal },
    units: shares,
  },
  'schwab/net-alpha-options-short-term.csv': {
    rows: 769,
    cash: { USD: '13605.38' },
    held: {
      ACHR: '40',
      AREC: '100',
      ASTS: '6',
      BKSY: '25',
      CIFR: '100',
      CLSK: '10',
      COIN: '5',
      CRSP: '2',
      CRWV: '6',
      DFLI: '10',
      DPRO: '20',
      EOSE: '100',
      EU: '50',
      EU260515P00002000: '-1',
      FRMI260515P00007500: '-1',
      GLXY: '3',
      HIMS: '115',
      HOOD: '2',
      HOOD260618C00120000: '1',
      HOOD260618C00130000: '-1',
      INFQ: '25',
      IOVA: '50',
      IREN: '6',
      LMND: '5',
      MARA270115C00040000: '1',
      MCRP: '100',
      NBIS: '4',
      NVX: '100',
      OKLO: '4',
      ONDS: '70',
      ONDS260515P00010000: '-1',
      OSCR: '55',
      OSCR260618C00030000: '1',
      OUST: '4',
      PATH: '120',
      PGY: '5',
      POET: '100',
      QS: '100',
      RKLB: '6',
      RR: '250',
      RUM: '20',
      RXRX: '55',
      SATL: '50',
      SEZL: '4',
      SIDU: '150',
      SLNH: '100',
      SMR: '6',
      SOFI260515P00018000: '-1',
      SPIR: '55',
      SQQQ: '7',
      TMC: '50',
      TSLA260918C00450000: '1',
      TSLA270115C00600000: '1',
      USAR: '5',
      UUUU260501P00020000: '-1',
      VSAT: '5',
      VST: '1',
      ZETA: '30',
      ZETA270115C00030000: '1',
    },
    kinds: { BUY: 380, DEPOSIT: 33, DIVIDEND: 8, FEE: 1, INTEREST: 13, SELL: 292, SPLIT: 2, TRANSFER: 29 },
    ignored: 8,
    refused: {},
    partial: 'options are written',
    recount: { amount: 'Amount', by: { currency: 'USD' }, header: 0, skip: isTotal },
    units: shares,
  },
  'schwab/realized-gain-loss-min.csv': { rows: 4, cash: {}, held: {}, kinds: {}, ignored: 0, refused: 'other-report' },
} satisfies BrokerFacts
