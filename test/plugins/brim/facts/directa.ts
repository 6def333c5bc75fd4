import type { BrokerFacts } from '../facts.ts'
import { figure } from '../recount.ts'

/** Euros, or the foreign money of rows without any; not the row of a kind that nobody knows. */
function byMoney(sign: 'comma' | 'dot'): (_: unknown, file: string) => Record<string, string> {
  return (_, file) => {
    const sums: Record<string, string> = {}
    for (const line of file.trim().split('\n').slice(10)) {
      const cells = line.split(sign === 'comma' ? ';' : ',')
      const [type, euros = '', foreign = '', unit = ''] = [cells[2], cells[8], cells[9], cells[10]]
      if (type === 'Pippo' || type === 'Finanziamento urgente' || euros === '') continue
      const [amount, currency] = euros === '0' ? [foreign, unit] : [euros, 'EUR']
      sums[currency] = figure(sums[currency] ?? '0')
        .plus(figure(amount, sign))
        .toFixed()
    }
    return sums
  }
}

/** Purchases, and sales and redemptions, which have no sign. */
function byIsin(sign: 'comma' | 'dot'): (_: unknown, file: string) => Record<string, string> {
  return (_, file) => {
    const sums: Record<string, string> = {}
    for (const line of file.trim().split('\n').slice(10)) {
      const cells = line.split(sign === 'comma' ? ';' : ',')
      const [type = '', isin = '', units = ''] = [cells[2], cells[4], cells[7]]
      if (!/^(Acquisto|Vendita|Rimborso obbl)/.test(type)) continue
      const size = figure(units, sign)
      sums[isin] = figure(sums[isin] ?? '0')
        .plus(type === 'Acquisto' ? size : size.negated())
        .toFixed()
    }
    return sums
  }
}

export default {
  // With semicolons and decimal commas, as the site writes it; commissions and taxes are rows of their own, one purchase is in dollars.
  'own:directa/movimenti.csv': {
    rows: 22,
    cash: { EUR: '2867.43', USD: '-104.5' },
    held: { IE0000009998: '20', US0000009994: '2' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, FEE: 2, INTEREST: 2, SELL: 2, TAX: 2, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 12: 'unknown-type' },
    recount: byMoney('comma'),
    units: byIsin('comma'),
  },
  'own:directa/estratto-conto.csv': { rows: 5, cash: {}, held: {}, kinds: {}, ignored: 2, refused: 'other-report' },
  'directa/etg.csv': {
    rows: 32,
    cash: { EUR: '1323.19' },
    held: {
      ...{ IE00B2NPKV68: '2', IE00B3B8Q275: '3', IE00B4K48X80: '2', IE00B4L5Y983: '1', IE00B1FZS350: '6', IE00BJK55C48: '36' },
      ...{ IE00BKM4GZ66: '4', IE00BP3QZB59: '3', IE00BQN1K901: '22', IE00BYPC1H27: '39', IT0005366601: '-200' },
    },
    kinds: { BUY: 10, DEPOSIT: 2, DIVIDEND: 3, INTEREST: 2, SELL: 1, TAX: 5 },
    ignored: 1,
    refused: { 34: 'unknown-type' },
    recount: byMoney('dot'),
    partial: 'the shares that are sold were bought before',
    units: byIsin('dot'),
  },
} satisfies BrokerFacts
