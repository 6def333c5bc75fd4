import { type CsvRead, readCsvInSteps } from '#plugins/kit/csv.ts'
import { raggedFault } from '#plugins/kit/even.ts'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { trimmedRows } from '#plugins/kit/trimmed.ts'
import { fromMinorUnit, isCurrency } from '../shared/currency.ts'
import { isDay } from '../shared/date.ts'
import { tryDecimal } from '../shared/decimal.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { detailAt } from './bulk/faults.ts'
import type { PriceInput } from './rows.ts'

const MAX_ROWS = 400_000
const MAX_FAULTS = 100
const ROWS_A_STEP = 500

/**
 * Prices of a CSV text: a header with `date`, `close` and perhaps `currency` (other columns are left out), days as YYYY-MM-DD, a dot in decimals.
 * Throws `price/csv` (422) with every fault, 100 at most, each at `/line/column`, lines counted from 1 as in the file; a row of more or fewer cells
 * than the header is a fault at `/line`, unless Excel has left out its empty last columns. Others are served meanwhile.
 */
export async function readPriceCsv(text: string): Promise<PriceInput[]> {
  const { rows, faults: broken } = await readLines(text)
  const faults: Fault[] = broken.map(({ line, detail }) => ({ pointer: `/${line}`, detail }))
  const [header, ...lines] = rows
  const titles = (header?.cells ?? []).map((title) => title.trim().toLowerCase())
  const places = { date: titles.indexOf('date'), close: titles.indexOf('close'), currency: titles.indexOf('currency') }
  if (places.date < 0 || places.close < 0)
    throw refusal([{ pointer: '/1', detail: 'The first line must name the columns date and close, and perhaps currency.' }])
  if (lines.length > MAX_ROWS)
    throw refusal([{ pointer: '', detail: `There are more than ${MAX_ROWS} prices; send them in several requests.` }])
  const yieldWhenDue = createYielder()
  const prices: PriceInput[] = []
  const isUneven = lines.some(({ cells }) => cells.length < (header?.cells.length ?? 0))
  const trimmed = new Set(isUneven ? trimmedRows(rows) : [])
  for (const [index, line] of lines.entries()) {
    if (index % ROWS_A_STEP === 0) await yieldWhenDue()
    const { price, faults: found } = priceOf(line, header?.cells ?? [], places, trimmed.has(line.number))
    prices.push(price)
    faults.push(...found)
  }
  if (faults.length > 0) throw refusal(faults)
  return prices
}

type Places = Readonly<Record<'date' | 'close' | 'currency', number>>

function priceOf(
  { number: line, cells }: CsvRead['rows'][number],
  header: readonly string[],
  places: Places,
  isTrimmed: boolean,
): { price: PriceInput; faults: Fault[] } {
  const faults: Fault[] = []
  const ragged = isTrimmed ? undefined : raggedFault(header, cells)
  if (ragged !== undefined) faults.push({ pointer: `/${line}`, detail: ragged })
  const cell = (place: number) => (cells[place] ?? '').trim()
  const close = tryDecimal(cell(places.close))
  const currency = places.currency < 0 ? '' : cell(places.currency)
  const fault = (column: string, detail: string) => void faults.push({ pointer: `/${line}/${column}`, detail })
  if (!isDay(cell(places.date))) fault('date', 'Must be a day that exists, as YYYY-MM-DD.')
  if (typeof close === 'string')
    fault('close', 'Must be a decimal number such as 12.5, of at most 28 digits, 12 of them after the point.')
  if (currency !== '' && !isCurrency(currency) && fromMinorUnit(currency) === undefined)
    fault('currency', 'Must be an ISO 4217 currency code such as EUR, or GBX, ILA, ZAc.')
  const price = { date: cell(places.date), close: close as PriceInput['close'], line }
  return { price: { ...price, currency: currency === '' ? undefined : currency }, faults }
}

async function readLines(text: string): Promise<CsvRead> {
  const yieldWhenDue = createYielder()
  const steps = readCsvInSteps(text, { maxRows: MAX_ROWS + 2 })
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      await yieldWhenDue()
    }
  } catch (error) {
    throw error instanceof ReportRefusal ? refusal([{ pointer: '', detail: error.message }]) : error
  }
}

function refusal(faults: readonly Fault[]): AppError {
  const detail = `The CSV has ${faults.length} fault${faults.length === 1 ? '' : 's'}; nothing was stored.`
  return new AppError('invalid', 'price/csv', detail, {
    errors: faults.slice(0, MAX_FAULTS).map(({ pointer, detail }) => ({ pointer, detail: detailAt(pointer, detail) })),
  })
}
