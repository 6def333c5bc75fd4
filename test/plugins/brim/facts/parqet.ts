import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, sideOf } from '../recount.ts'

/** Amounts are gross: taxes and fees come off, a tax below zero comes back. */
function ofActivities(rows: readonly RawRow[]): Record<string, string> {
  let sum = new Decimal(0)
  for (const row of rows) {
    const gross = figure(row['amount'] ?? '', 'comma')
    const signed = row['type'] === 'Buy' ? gross.negated() : gross
    sum = sum
      .plus(signed)
      .minus(figure(row['tax'] || '0', 'comma'))
      .minus(figure(row['fee'] || '0', 'comma'))
  }
  return { EUR: sum.toFixed() }
}

export default {
  'parqet/etg.csv': {
    rows: 28,
    cash: { EUR: '-1284.21' },
    held: { DE0008404005: '-6', IE00BM67HT60: '3.11257', IL0011582033: '-14', LU2089238203: '105.232424' },
    kinds: { BUY: 18, DIVIDEND: 7, SELL: 2, TAX: 1 },
    ignored: 0,
    refused: {},
    recount: ofActivities,
    partial: 'it sells what was bought before',
    units: {
      amount: 'shares',
      by: 'identifier',
      decimal: 'comma',
      sign: sideOf('type', /^(Buy|TransferIn)$/, /^(Sell|TransferOut)$/),
    },
  },
  'own:parqet/activities.csv': {
    rows: 8,
    cash: { EUR: '9030.41' },
    held: { BTC: '0.25', DE0009999993: '6' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 1, SELL: 1, TAX: 1, TRANSFER: 2 },
    ignored: 0,
    refused: {},
    units: {
      amount: 'shares',
      by: 'identifier',
      decimal: 'comma',
      sign: sideOf('type', /^(Buy|TransferIn)$/, /^(Sell|TransferOut)$/),
    },
  },
} satisfies BrokerFacts
