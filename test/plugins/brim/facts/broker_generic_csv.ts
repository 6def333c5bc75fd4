import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import type { Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** The column of the amounts, as our own export signs them. */
const amounts: Recount = (rows) => summed(rows, (row) => [[row['currency'] ?? '', new Decimal(row['amount'] || 0)]])

export default {
  'own:generic-csv/documented.csv': {
    rows: 13,
    cash: { EUR: '8475.28', USD: '541.25' },
    held: { GLDB: '3', 'NRTH.XETR': '50', 'PNNY.XLON': '100' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, FX_CONVERSION: 2, SELL: 1, SPLIT: 1, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { '13': 'unknown-type' },
  },
  'own:generic-csv/own-export.csv': {
    rows: 10,
    cash: { EUR: '4394.75' },
    held: { ESTX: '44', 'Northern 2.5% 2030': '20000' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 2, EXCHANGE: 2, SPLIT: 1, TAX: 1 },
    ignored: 0,
    refused: {},
    recount: amounts,
  },
} satisfies BrokerFacts
