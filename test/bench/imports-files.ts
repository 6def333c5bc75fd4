/** Files of one trade a row for the generic importer: as text, with decimal commas under titles of one's own, and as a workbook. */
import { xlsx } from '#test/support/archives.ts'

const TITLES = ['date', 'type', 'symbol', 'quantity', 'price', 'amount', 'currency', 'fees', 'external_id']

function rowOf(index: number): string[] {
  const day = `20${10 + (index % 15)}-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`
  const [cents, size] = [100 + ((index * 7919) % 90_000), 1 + (index % 400)]
  const money = (value: number) => (value / 100).toFixed(2)
  return [day, 'BUY', `SYM${index % 20}`, String(size), money(cents), money(-cents * size - 100), 'EUR', '1', `x${index}`]
}

/** As `speed` has always measured it, with figures that differ. */
export function plainTable(rows: number): string {
  return [TITLES, ...Array.from({ length: rows }, (_, index) => rowOf(index))].map((row) => row.join(',')).join('\n')
}

/** `31.12.2024` and `1.234,50`, and what the columns mean. */
export function commaTable(rows: number): { readonly bytes: string; readonly body: object } {
  const titles = ['Tag', 'Art', 'Wert', 'Stück', 'Kurs', 'Betrag', 'Währung', 'Gebühr', 'Nummer']
  const lines = Array.from({ length: rows }, (_, index) => {
    const [day = '', type, symbol, size, price = '', amount = '', ...rest] = rowOf(index)
    return [day.split('-').reverse().join('.'), type, symbol, size, german(price), german(amount), ...rest].join(';')
  })
  const columns = Object.fromEntries(TITLES.map((name, index) => [name, titles[index] ?? '']))
  const mapping = { columns, types: { BUY: 'BUY' }, date_format: 'dmy', decimal: 'comma' }
  return { bytes: [titles.join(';'), ...lines].join('\n'), body: { plugin: 'broker_generic_csv', options: { mapping } } }
}

function german(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`
}

/** The plain table as a workbook, its figures as numbers. */
export function workbook(rows: number): Promise<Uint8Array> {
  const cells = Array.from({ length: rows }, (_, index) =>
    rowOf(index).map((cell) => (/^-?[\d.]+$/.test(cell) ? Number(cell) : cell)),
  )
  return xlsx({ name: 'Transactions', rows: [TITLES, ...cells] })
}
