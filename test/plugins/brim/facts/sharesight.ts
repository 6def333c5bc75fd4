import type { BrokerFacts } from '../facts.ts'
import { figure, type Recount, rowsBelow } from '../recount.ts'
import { summed } from '../sums.ts'

const GBP = { options: { currency: 'GBP' } }

/** Coins and currency accounts are worth what the file says in the currency of the portfolio. */
const ofTrades = (text: string) => rowsBelow(text, 'Market').filter(({ Quantity = '' }) => Quantity !== '')
const trades: Recount = (_rows, text) =>
  summed(ofTrades(text), (row) => (/^(USD|EUR)$/.test(row['Code'] ?? '') ? [] : [[row['Code'] ?? '', row['Quantity'] ?? '']]))

const values: Recount = (_rows, text) =>
  summed(ofTrades(text), (row) => {
    const [size, price, costs] = ['Quantity', 'Price *', 'Brokerage *'].map((title) => figure(row[title] || '0'))
    const isMoney = /^(USD|EUR)$/.test(row['Code'] ?? '')
    const worth = figure(row['Value'] ?? '').negated()
    if (!/^(Buy|Sell)$/.test(row['Type'] ?? '')) return []
    if (row['Market'] === 'FX')
      return isMoney
        ? [
            [row['Code'] ?? '', row['Quantity'] ?? ''],
            ['GBP', worth],
          ]
        : [['GBP', worth]]
    return [[row['Currency'] ?? '', size!.times(price!).negated().minus(costs!)]]
  })

/** Net, in pounds at home and in the currency of the row abroad. */
const income: Recount = (_rows, text) =>
  summed(rowsBelow(text, 'Code'), (row) => {
    const [code = '', , paid = '', third = '', fourth = '', fifth = ''] = Object.values(row)
    if (!/^\d/.test(paid) || code === '') return []
    return /^[A-Z]{3}$/.test(fourth) ? [[fourth, fifth]] : [['GBP', third]]
  })

export default {
  'own:sharesight/trades.csv': {
    ...GBP,
    rows: 10,
    cash: { GBP: '-2200', USD: '1072' },
    held: { ETH: '1', HLNF: '15', OTHR: '4' },
    kinds: { BUY: 2, FX_CONVERSION: 2, SELL: 2, SPLIT: 1, TRANSFER: 1 },
    ignored: 1,
    refused: {},
    recount: values,
    units: trades,
  },
  'own:sharesight/income.csv': {
    ...GBP,
    rows: 12,
    cash: { GBP: '8', USD: '17' },
    held: {},
    kinds: { DIVIDEND: 2 },
    ignored: 5,
    refused: {},
    recount: income,
  },
  'sharesight/all-trades-report.csv': {
    ...GBP,
    rows: 16,
    // 2,262.49 and 1,819.82 went into coins, 3,532.66 from one coin into the other.
    cash: { GBP: '-17857.31', USD: '-29.948' },
    held: { ETH: '2.585396612', FOO: '5', FUND1: '50' },
    kinds: { BUY: 8, SELL: 5 },
    ignored: 1,
    refused: {},
    recount: values,
    units: trades,
  },
  'sharesight/taxable-income-report.csv': {
    ...GBP,
    rows: 12,
    cash: { GBP: '3', USD: '4.25' },
    held: {},
    kinds: { DIVIDEND: 2 },
    ignored: 5,
    refused: {},
    recount: income,
  },
} satisfies BrokerFacts
