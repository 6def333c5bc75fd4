/** Prices that grow by a fixed rate: loans, savings, P2P lending, bonds held to maturity. Nothing is fetched. */

import { later, yearsOf } from '#plugins/kit/period.ts'
import { addDays, isDay } from '#src/shared/date.ts'
import { formatDecimal, tryDecimal, ZERO } from '#src/shared/decimal.ts'
import type { PriceChunk, PriceConfig, PriceFault, PriceRequest } from '../contract.ts'
import { definePrices } from '../provider.ts'
import { COMPOUNDING, DAY_COUNTS, type Schedule, valueOn } from './accrual.ts'

const MAX_YEARS = 100

export default definePrices({
  code: 'SCHEDULED_YIELD',
  name: 'Scheduled yield',
  description: 'A principal that grows at a fixed annual rate, simple or compound, from its start until its maturity.',
  website: '',
  attribution: '',
  adjusted: 'none',
  network: false,
  identifierHint: 'Any text, such as "loan 17"',
  options: [
    { name: 'rate', description: 'Annual rate: 0.05 = 5 %', required: true },
    { name: 'start', description: 'The day on which the price is the principal', required: true },
    { name: 'maturity', description: 'The last day on which it grows; the price stays after it', required: false },
    { name: 'principal', description: 'The price at the start; default 100', required: false },
    { name: 'day_count', description: 'Day count convention; default ACT/365', required: false, values: DAY_COUNTS },
    { name: 'compounding', description: 'Default simple', required: false, values: COMPOUNDING },
  ],
  check: (config) => readSchedule(config).faults,
  fetchPrices,
})

async function* fetchPrices(request: PriceRequest): AsyncGenerator<PriceChunk> {
  const { schedule } = readSchedule(request)
  if (schedule === undefined) return
  const from = later(request.from, schedule.start)
  for (const year of yearsOf({ from, to: request.to })) {
    const prices = []
    for (let date = year.from; date <= year.to; date = addDays(date, 1))
      prices.push({ date, close: formatDecimal(valueOn(schedule, date)), currency: request.currency })
    yield { prices, issues: [] }
  }
}

function readSchedule({ options }: PriceConfig): { schedule?: Schedule; faults: PriceFault[] } {
  const faults: PriceFault[] = []
  const fault = (name: string, detail: string) => void faults.push({ pointer: `/options/${name}`, detail })
  const rate = tryDecimal(options['rate'] ?? '')
  const principal = tryDecimal(options['principal'] ?? '100')
  const { start = '', maturity } = options
  if (typeof rate === 'string') fault('rate', 'Must be a decimal such as 0.05.')
  if (typeof principal === 'string' || principal <= ZERO) fault('principal', 'Must be a decimal above 0.')
  if (!isDay(start)) fault('start', 'Must be a day that exists, as YYYY-MM-DD.')
  if (maturity !== undefined && !(isDay(maturity) && maturity > start)) fault('maturity', 'Must be a day after the start.')
  if (maturity !== undefined && Number(maturity.slice(0, 4)) - Number(start.slice(0, 4)) > MAX_YEARS)
    fault('maturity', `Must be within ${MAX_YEARS} years.`)
  if (faults.length > 0 || typeof rate === 'string' || typeof principal === 'string') return { faults }
  const dayCount = DAY_COUNTS.find((one) => one === options['day_count']) ?? 'ACT/365'
  const compounding = COMPOUNDING.find((one) => one === options['compounding']) ?? 'simple'
  return { schedule: { rate, principal, start, maturity, dayCount, compounding }, faults }
}
