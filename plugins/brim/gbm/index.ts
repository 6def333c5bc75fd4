/** GBM+ in Mexico: movements. The commission and the VAT on it are inside the amount. */
import { type AssetTerms, type Book, day, layout, number, refuse, tableImporter, text } from '#plugins/kit/index.ts'

type Entry = { readonly issuer: string; readonly series: string }

const movements = layout({
  name: 'Movimientos',
  dates: 'dmy',
  zone: 'America/Mexico_City',
  numbers: 'dot',
  currency: 'MXN',
  columns: {
    date: day('Fecha'),
    issuer: text('Emisora'),
    series: text('Serie'),
    kind: text('Operación'),
    quantity: number('Títulos'),
    price: number('Precio'),
    amount: number('Importe'),
    fees: number('Comisión'),
    taxes: number('IVA'),
  },
  rows: {
    Compra: (line, book) => book.trade({ asset: requireAsset(line) }, 'BUY'),
    Venta: (line, book) => book.trade({ asset: requireAsset(line) }, 'SELL'),
    Dividendo: cash('DIVIDEND'),
    'Retención ISR': cash('TAX'),
    'Depósito|Retiro': 'MOVE',
  },
})

function cash(type: Parameters<Book['cash']>[0]): (line: Entry, book: Book) => void {
  return (line, book) => book.cash(type, { asset: assetOf(line) })
}

/** The exchange quotes an issuer by its series: AMX B is AMXB. The series of what has only one is `*`. */
function assetOf({ issuer, series }: Entry): AssetTerms | undefined {
  return issuer === '' ? undefined : { symbol: `${issuer}${series === '*' ? '' : series}`.replace(/\s+/g, '') }
}

function requireAsset(line: Entry): AssetTerms {
  return assetOf(line) ?? refuse('no-asset', 'The row names no issuer.')
}

export const gbm = tableImporter(
  {
    code: 'gbm',
    name: 'GBM',
    broker: 'GBM+',
    website: 'https://gbm.com',
    languages: ['es'],
    description: 'Movements of an account at GBM+ (Mexico).',
    docs: 'Trading > Movimientos, choose the period, then Exportar (CSV).',
    colour: '#00796b',
  },
  [movements],
)
