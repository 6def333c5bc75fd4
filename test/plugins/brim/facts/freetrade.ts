import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, sideOf } from '../recount.ts'

/** Purchases and withdrawals go out; a free share moves nothing. */
const feed = (rows: readonly RawRow[]) => {
  const sums = rows.map((row) => {
    const size = figure(row['Total Amount'] || '0')
    if (row['Type'] === 'FREESHARE_ORDER') return figure('0')
    return row['Type'] === 'WITHDRAWAL' || (row['Title'] ?? '').startsWith('Internal Transfer to') || row['Buy / Sell'] === 'BUY'
      ? size.neg()
      : size
  })
  return { GBP: sums.reduce((all, one) => all.plus(one), figure('0')).toFixed() }
}

export default {
  'freetrade/etg.csv': {
    rows: 14,
    cash: { GBP: '-9435.63' },
    held: { GB00B11V7W98: '421', IE00B3RBWM25: '11', US67066G1040: '4.1056135' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 4, INTEREST: 2, WITHDRAWAL: 1 },
    ignored: 2,
    refused: {},
    recount: feed,
    units: { amount: 'Quantity', by: 'ISIN', sign: sideOf('Buy / Sell', /BUY/, /SELL/) },
  },
  'freetrade/investir.csv': {
    rows: 36,
    cash: { GBP: '10656.22' },
    held: {
      GB00BLDYK618: '162',
      US0378331005: '3',
      US5949181045: '3.62439184',
      US70450Y1038: '4.13171759',
      US83088M1027: '2.295943596',
    },
    kinds: { BUY: 11, DEPOSIT: 3, DIVIDEND: 5, INTEREST: 5, SELL: 9, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    recount: feed,
    units: { amount: 'Quantity', by: 'ISIN', sign: sideOf('Buy / Sell', /BUY/, /SELL/) },
  },
  'own:freetrade/feed.csv': {
    rows: 10,
    cash: { GBP: '204.63' },
    held: { GB0000000066: '10', GB0000000074: '1', US0000000058: '15' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 2, INTEREST: 1, SELL: 1, TRANSFER: 1 },
    ignored: 1,
    refused: {},
    recount: feed,
    units: { amount: 'Quantity', by: 'ISIN', sign: sideOf('Buy / Sell', /BUY/, /SELL/) },
  },
} satisfies BrokerFacts
