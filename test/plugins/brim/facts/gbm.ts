import type { BrokerFacts } from '../facts.ts'
import type { Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const titles: Recount = (rows) =>
  summed(rows, (row) => {
    const [code, units] = [`${row['Emisora']}${row['Serie'] === '*' ? '' : row['Serie']}`, row['Títulos'] ?? '']
    if (!/^(Compra|Venta)$/.test(row['Operación'] ?? '')) return []
    return [[code, row['Operación'] === 'Venta' ? `-${units}` : units]]
  })

export default {
  // Commission and its VAT are inside the amounts; the series of a ticker is a column of its own.
  'own:gbm/movimientos.csv': {
    rows: 9,
    cash: { MXN: '12876.69' },
    held: { CUMBRE: '120', RIOLUZB: '200' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, SELL: 1, TAX: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 8: 'unknown-type' },
    recount: { amount: 'Importe', by: { currency: 'MXN' } },
    units: titles,
  },
  'gbm/stocks-fixture.csv': {
    rows: 7,
    cash: { MXN: '3837.26' },
    held: { AMXB: '200', WALMEX: '50' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, SELL: 1, TAX: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Importe', by: { currency: 'MXN' } },
    units: titles,
  },
} satisfies BrokerFacts
