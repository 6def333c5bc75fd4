/** The tax that was withheld of dividends: it stands in a sheet of its own, by position, day and what was paid. */
import type { ReportFile } from '#plugins/brim/contract.ts'
import {
  findHeader,
  formatDecimal,
  isZero,
  layout,
  optional,
  parseDay,
  parseNumber,
  provenStyle,
  type Record_,
  readRecords,
  sizeOf,
  text,
  tryDecimal,
  unused,
  withColumns,
} from '#plugins/kit/index.ts'
import { addDays } from '#src/shared/date.ts'

/** Titles of the cells that are added to the sheets. */
const [TAX, PAID] = ['withheld of this dividend', 'row of this dividend']

export const withheldTax = optional(text(TAX))

const NOT_BOOKED =
  'The sheet Account Activity has no dividend of this position, day and amount, so that its tax is not booked. Enter it by hand.'

export const dividends = layout({
  name: 'Dividends',
  holds: 'other',
  instead: 'It has the dividends alone. Take the whole workbook, or its sheet Account Activity.',
  dates: 'dmy',
  numbers: 'dot',
  columns: {
    ...{ paidOn: text('Date of Payment'), name: text('Instrument Name'), net: text('Net Dividend Received (USD)') },
    ...{ rate: text('Withholding Tax Rate (%)'), tax: text('Withholding Tax Amount (USD)'), position: text('Position ID') },
    paid: optional(text(PAID)),
    ...unused('Type', 'ISIN'),
  },
  varying: /^(?:net dividend received|withholding tax amount) \([a-z]{3}\)$/,
  kind: () => '',
  rows: {
    '*': ({ tax, paid }, book) => {
      if (paid === '' && !isZero(figureOf(tax) ?? tax)) book.note('warning', 'tax-not-booked', NOT_BOOKED)
      book.skip(paid === '' ? 'the tax of a dividend' : `the tax of the dividend in row ${paid}`)
    },
  },
})

const ACTIVITY = { date: ['Date'], kind: ['Type'], net: ['Amount'], position: ['Position ID'], equity: ['Realized Equity'] }
const DIVIDENDS = {
  ...{ date: ['Date of Payment'], net: ['Net Dividend Received (USD)'] },
  ...{ tax: ['Withholding Tax Amount (USD)'], position: ['Position ID'] },
}

/** The workbook with the tax of each dividend in its row of the activity, and in the row of the tax which one that is. */
export function withTaxes(file: ReportFile): ReportFile {
  const [activity, taxes] = [recordsOf(file, ACTIVITY), recordsOf(file, DIVIDENDS)]
  if (activity === undefined || taxes === undefined) return file
  const paid = Map.groupBy(
    activity.records.filter((record) => /^dividend$/i.test(record.get('kind'))),
    keyOf,
  )
  const [taxOf, rowOf] = [new Map<number, readonly string[]>(), new Map<number, readonly string[]>()]
  const claim = (record: Record_<keyof typeof DIVIDENDS>, days: readonly number[]) => {
    const [tax, day, known] = [figureOf(record.get('tax')), dayOf(record.get('date')), paid.get(keyOf(record)) ?? []]
    if (tax === undefined || day === undefined || rowOf.has(record.number)) return
    const isOfDay = (date: string) => days.some((count) => addDays(day, count) === dayOf(date))
    const found = known.find((one) => !taxOf.has(one.number) && isOfDay(one.get('date')))
    if (found === undefined) return
    taxOf.set(found.number, isZero(tax) ? [] : [sizeOf(tax)])
    rowOf.set(record.number, [String(found.number)])
  }
  // The activity has the moment, which is another day in some zones.
  for (const days of [[0], [-1, 1]]) for (const record of taxes.records) claim(record, days)
  const tables = file.tables.map((table) => {
    if (table === activity.table) return withColumns(table, activity.titles, [TAX], ({ number }) => taxOf.get(number))
    return table === taxes.table ? withColumns(table, taxes.titles, [PAID], ({ number }) => rowOf.get(number)) : table
  })
  return { ...file, tables }
}

function recordsOf<K extends string>(file: ReportFile, titles: Readonly<Record<K, readonly string[]>>) {
  for (const table of file.tables) {
    const header = findHeader(table, titles, Object.keys(titles) as K[])
    if (header !== undefined) return { table, titles: header.row, records: readRecords(table, header) }
  }
  return undefined
}

/** A position has no other dividend of the same amount within a day; where it has, each tax goes with one of them. */
function keyOf(record: Record_<'position' | 'net'>): string {
  return `${record.get('position')} ${figureOf(record.get('net')) ?? '?'}`
}

function dayOf(cell: string): string | undefined {
  return parseDay(cell, /^\d{4}-/.test(cell) ? 'ymd' : 'dmy')
}

/** Amounts have two places, so that each shows its decimal sign; as the shortest text, so that 0.10 and 0.1 are one. */
export function figureOf(cell: string): string | undefined {
  const style = provenStyle(cell) ?? (/[.,]/.test(cell) ? undefined : 'dot')
  const figure = tryDecimal((style === undefined ? undefined : parseNumber(cell, style)) ?? '')
  return typeof figure === 'string' ? undefined : formatDecimal(figure)
}
