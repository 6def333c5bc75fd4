import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const isRead = (row: RawRow) =>
  !/IGNORED/.test(row['Transaction Date'] ?? '') && (row['Symbol'] !== 'IGNORED' || row['Action'] === 'FXT')

/** The words of trades have no sign; other actions have. */
const units: Recount = (rows) =>
  summed(rows, (row) => {
    const [action, size] = [(row['Action'] ?? '').toLowerCase(), row['Quantity'] ?? '']
    if (!isRead(row) || !/^-?[\d.]+$/.test(size)) return []
    const signed = /^(sell|liq)$/.test(action)
      ? figure(size).abs().negated()
      : /^(buy|dis|rei)$/.test(action)
        ? figure(size).abs()
        : figure(size)
    return [[row['Symbol'] ?? '', signed]]
  })

/** The net amount, else price x quantity and the commission; not of conversions whose two rows do not fit. */
const money: Recount = (rows) =>
  summed(rows, (row) => {
    const { 'Net Amount': net = '', Price: price = '', Quantity: size = '', 'Test Comment': comment = '' } = row
    if (!isRead(row) || /both|Unknown|Unpaired/.test(comment)) return []
    if (/^-?[\d.]+$/.test(net)) return [[row['Currency'] ?? '', net]]
    const value = figure(price).times(figure(size).abs())
    const signed = /^(sell|liq)$/i.test(row['Action'] ?? '') ? value : value.negated()
    return [[row['Currency'] ?? '', signed.minus(figure(row['Commission'] ?? '0').abs())]]
  })

export default {
  'own:questrade/activities.csv': {
    rows: 10,
    cash: { CAD: '850.1', USD: '115.05' },
    held: { HLTP: '8', 'MDW.U': '15' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 2, FX_CONVERSION: 2, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Net Amount', by: 'Currency' },
    units,
  },
  'questrade/activities-basic.xlsx': {
    rows: 30,
    cash: { CAD: '169.01', USD: '205.5' },
    held: { CCO: '-21', CCOO: '3', 'DLR.TO': '3', H038778: '5', UCO: '-22' },
    kinds: { ADJUSTMENT: 1, BUY: 7, DIVIDEND: 1, SELL: 7 },
    ignored: 0,
    refused: {
      '19': 'invalid-number',
      '20': 'invalid-number',
      '21': 'invalid-date',
      '22': 'invalid-date',
      '23': 'invalid-date',
      '24': 'invalid-date',
      '25': 'invalid-date',
      '26': 'invalid-date',
      '27': 'invalid-date',
      '28': 'invalid-date',
      '29': 'invalid-date',
      '30': 'invalid-date',
      '31': 'invalid-date',
    },
    partial: 'more is sold than was bought',
    recount: money,
    units,
  },
  'questrade/activities-fxt.xlsx': {
    rows: 5,
    cash: { CAD: '120', USD: '-100' },
    held: {},
    kinds: { FX_CONVERSION: 4 },
    ignored: 0,
    refused: {},
    recount: money,
  },
  'questrade/activities-fxt-errors.xlsx': {
    rows: 21,
    cash: { CAD: '-23.99' },
    held: { FOO: '2' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {
      '4': 'no-pair',
      '5': 'no-pair',
      '6': 'no-pair',
      '7': 'no-pair',
      '8': 'no-pair',
      '9': 'no-pair',
      '10': 'no-pair',
      '11': 'no-pair',
      '12': 'unknown-currency',
      '13': 'unknown-currency',
      '14': 'unknown-currency',
      '15': 'unknown-currency',
      '16': 'unknown-currency',
      '17': 'unknown-currency',
      '18': 'unknown-currency',
      '19': 'unknown-currency',
      '20': 'unknown-currency',
      '21': 'unknown-currency',
      '22': 'no-pair',
    },
    recount: money,
    units,
  },
} satisfies BrokerFacts
