import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** The values have no sign. */
function bySide(rows: readonly RawRow[]): Record<string, string> {
  let sum = figure('0')
  for (const { 'Transaction Type': type, 'Total Trade Value': value = '' } of rows)
    sum = type === 'Buy' ? sum.minus(figure(value)) : sum.plus(figure(value))
  return { GBP: sum.toFixed() }
}

/** The ISIN stands behind the name. */
const units: Recount = (rows) =>
  summed(rows, ({ 'Security / ISIN': security = '', 'Transaction Type': type, Quantity = '' }) =>
    /^(Buy|Sell)$/.test(type ?? '') ? [[security.replace(/^.*ISIN /, ''), type === 'Sell' ? `-${Quantity}` : Quantity]] : [],
  )

export default {
  // - 250.50 - 1210.08 + 481; the second fund has no ISIN.
  'own:investengine/trading.csv': {
    rows: 6,
    cash: { GBP: '-979.58' },
    held: { IE0000009998: '10' },
    kinds: { BUY: 2, SELL: 1 },
    ignored: 0,
    refused: { 5: 'no-asset' },
  },
  'investengine/etg.csv': {
    rows: 6,
    cash: { GBP: '-106.57' },
    held: {},
    kinds: { BUY: 4, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: bySide,
    units,
  },
} satisfies BrokerFacts
