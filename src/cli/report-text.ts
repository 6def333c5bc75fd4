import type { Holding, Holdings } from '../portfolio/holdings/report.ts'
import type { ReportRequest } from '../portfolio/ledger/request.ts'
import type { Performance } from '../portfolio/returns/performance.ts'
import type { ReportInputs } from '../portfolio/valuation/inputs.ts'
import { minorUnits } from '../shared/currency.ts'
import { type Decimal, divide, formatDecimal, sum, toNumber, ZERO } from '../shared/decimal.ts'
import { type Cell, coloured, tableLines, visible } from './table.ts'

type Report = {
  readonly inputs: ReportInputs
  readonly request: ReportRequest
  readonly holdings: Holdings
  readonly performance: Performance
  /** Whose portfolio it is, or of which brokers. */
  readonly title: string
  readonly isColoured: boolean
}

type Writer = {
  readonly money: (amount: Decimal | null) => Cell
  readonly gain: (amount: Decimal | null) => Cell
  readonly ratio: (value: number | null) => Cell
  readonly change: (value: number | null) => Cell
}

const NOTHING: Cell = { text: '-', tone: 'quiet' }

/** The report as lines of a terminal: holdings, their totals, performance, and every warning. Amounts are rounded to the digits of the currency. */
export function reportLines(report: Report): string[] {
  const { inputs, request, title, isColoured } = report
  const writer = createWriter(request.currency)
  const strong = (text: string) => coloured({ text, tone: 'strong' }, isColoured)
  const warnings = inputs.warnings.list()
  return [
    strong(`${visible(title)}: ${request.from} to ${request.to}, ${request.currency}, ${request.method}`),
    '',
    ...holdingLines(report, writer),
    '',
    ...performanceLines(report, writer),
    ...(warnings.length === 0 ? [] : ['', strong(`Warnings (${warnings.length})`)]),
    ...warnings.map(({ code, detail, from, to }) => {
      const days = from === to ? from : `${from} to ${to}`
      return `${coloured({ text: code, tone: 'bad' }, isColoured)}  ${visible(detail)} (${days})`
    }),
  ]
}

function createWriter(currency: string): Writer {
  const digits = minorUnits(currency) ?? 2
  const amounts = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat('en', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...options,
    })
    return (amount: Decimal) => format.format(formatDecimal(amount) as Intl.StringNumericLiteral)
  }
  const ratios = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2, ...options })
  const [plain, signed] = [amounts({}), amounts({ signDisplay: 'exceptZero' })]
  const [part, change] = [ratios({}), ratios({ signDisplay: 'exceptZero' })]
  return {
    money: (amount) => (amount === null ? NOTHING : { text: plain(amount) }),
    gain: (amount) => (amount === null ? NOTHING : { text: signed(amount), tone: toneOf(amount > ZERO, amount < ZERO) }),
    ratio: (value) => (value === null ? NOTHING : { text: part.format(value) }),
    change: (value) => (value === null ? NOTHING : { text: change.format(value), tone: toneOf(value > 0, value < 0) }),
  }
}

function toneOf(isGood: boolean, isBad: boolean): 'good' | 'bad' | null {
  return isGood ? 'good' : isBad ? 'bad' : null
}

const COLUMNS = [
  { title: 'Symbol', align: 'left', most: 16 },
  { title: 'Name', align: 'left', most: 28 },
  { title: 'Quantity', align: 'right' },
  { title: 'Price', align: 'right' },
  { title: 'Value', align: 'right' },
  { title: 'Weight', align: 'right' },
  { title: 'Cost', align: 'right' },
  { title: 'Gain', align: 'right' },
  { title: 'Gain %', align: 'right' },
] as const

function holdingLines({ inputs, holdings, isColoured }: Report, writer: Writer): string[] {
  const { money, ratio } = writer
  const empty = { text: '' }
  const cash = holdings.cash.map(({ currency, amount, value }) => {
    const weight = value === null || holdings.totalValue === ZERO ? null : Number(value) / Number(holdings.totalValue)
    const texts = [{ text: 'Cash' }, { text: currency }, { text: grouped(amount) }, empty]
    return [...texts, money(value), ratio(weight), empty, empty, empty]
  })
  const rows = [...holdings.holdings.map((holding) => holdingCells(inputs, holding, writer)), ...cash]
  if (rows.length === 0) return ['Nothing is held.']
  return tableLines(COLUMNS, [...rows, totalCells(holdings, writer)], isColoured)
}

function holdingCells(inputs: ReportInputs, holding: Holding, { money, gain, ratio, change }: Writer): Cell[] {
  const { symbol, name } = inputs.assetOf(holding.assetId)
  const { quote, cost, unrealised } = holding
  const price = quote === null ? NOTHING : { text: `${grouped(quote.price)} ${quote.currency}` }
  const texts = [{ text: symbol }, { text: name === symbol ? '' : name }, { text: grouped(holding.quantity) }, price]
  const figures = [money(holding.marketValue), ratio(holding.weight), money(cost), gain(unrealised)]
  return [...texts, ...figures, change(ratioOf(unrealised, cost))]
}

/** The sums of the column above; a gain in percent only where every cost and value is known. */
function totalCells({ holdings, totalValue }: Holdings, { money, gain, change }: Writer): Cell[] {
  const total = (pick: (holding: Holding) => Decimal | null) => sum(holdings.map((holding) => pick(holding) ?? ZERO))
  const [cost, unrealised] = [total((one) => one.cost), total((one) => one.unrealised)]
  const isWhole = holdings.every((one) => one.cost !== null && one.unrealised !== null)
  const strong = (cell: Cell): Cell => ({ ...cell, tone: cell.tone ?? 'strong' })
  const empty = { text: '' }
  const figures = [money(totalValue), empty, money(cost), gain(unrealised), change(isWhole ? ratioOf(unrealised, cost) : null)]
  return [{ text: 'Total' }, empty, empty, empty, ...figures].map(strong)
}

function performanceLines({ performance: found, isColoured }: Report, { money, gain, ratio, change }: Writer): string[] {
  const { parts, drawdown } = found
  const depth = drawdown === null ? ratio(null) : drawdown.ratio === 0 ? ratio(0) : change(-drawdown.ratio)
  const days = drawdown?.from == null ? '' : `${drawdown.from} to ${drawdown.to}`
  const twrNote = found.twrAnnualised === null ? (found.twrReason ?? '') : `${change(found.twrAnnualised).text} a year`
  const rows: (readonly [string, Cell, string?])[] = [
    ['Value at the start', money(found.startValue)],
    ['Net flows', money(found.netFlows)],
    ['Gain', gain(found.gain)],
    ['  realised', gain(parts.realised)],
    ['  unrealised', gain(parts.unrealised)],
    ['  income', gain(parts.income)],
    ['  fees', gain(parts.fees)],
    ['  taxes', gain(parts.taxes)],
    ['  currency', gain(parts.currency)],
    ['Value at the end', money(found.endValue)],
    ['Time-weighted return', change(found.twr), twrNote],
    ['Money-weighted return', change(found.mwr), found.mwr === null ? (found.mwrReason ?? '') : 'a year'],
    ['Volatility', ratio(found.volatility), found.volatility === null ? '' : 'a year'],
    ['Deepest fall', depth, days],
  ]
  return tableLines(
    [
      { title: 'Performance', align: 'left' },
      { title: '', align: 'right' },
      { title: '', align: 'left' },
    ],
    rows.map(([name, figure, note = '']) => [{ text: name }, figure, { text: note, tone: 'quiet' }]),
    isColoured,
  )
}

function ratioOf(gain: Decimal | null, cost: Decimal | null): number | null {
  return gain === null || cost === null || cost <= ZERO ? null : toNumber(divide(gain, cost))
}

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 12 })

/** Every digit. */
function grouped(value: Decimal): string {
  return GROUPED.format(formatDecimal(value) as Intl.StringNumericLiteral)
}
