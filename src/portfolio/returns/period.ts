import { addDays } from '../../shared/date.ts'
import { add, type Decimal, subtract, sum, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import { addStandings, standingOn, totalOf, type Valued, valueStanding } from '../valuation/balances.ts'
import type { Book } from '../valuation/book.ts'
import { marketWorth } from '../valuation/lot-entries.ts'
import { cachedPart } from './cached-parts.ts'
import { internalGroups } from './flows.ts'
import { allUnits, type Part, type Unit, unitOfAsset, unitsOf } from './period-parts.ts'

/** What made up a gain; the parts add up to it exactly. Fees and taxes are negative. */
type GainParts = Readonly<Record<'realised' | 'unrealised' | 'income' | 'fees' | 'taxes' | 'currency', Decimal>>

/** Money that came in (positive) or went out on one day; the legs of a group on a day count as one. */
export type Flow = { readonly date: string; readonly amount: Decimal }

/** A range of days, exactly: start + net flows + gain = end, and gain = the sum of its parts, to the last digit. */
export type Period = {
  readonly startValue: Decimal
  readonly endValue: Decimal
  readonly flows: readonly Flow[]
  readonly netFlows: Decimal
  readonly gain: Decimal
  readonly parts: GainParts
}

/** Gains are measured from the value at the end of the day before the range; realised and unrealised ones are price effects before costs. */
export function periodOf(book: Book, asked: Asked): Period {
  const start = addDays(asked.from, -1)
  const before = standingOn(book.lines, start)
  const opening = valueStanding(book, before, start)
  const units = unitsOf(book.lines, asked)
  for (const [assetId, quantity] of before.assets) {
    const worth = marketWorth(book, assetId, opening.assets.get(assetId) ?? ZERO, start)
    unitOfAsset(units, assetId).openings.push({ assetId, quantity, worth, date: start })
  }
  const all = allUnits(units)
  const internal = internalGroups(all.flatMap(({ lines }) => lines.filter((line) => line.groupId !== null)))
  const parts = all.map((unit) => {
    const isCounted = asked.scope === 'total' || unit !== units.cash
    return { unit, part: cachedPart(book, asked, unit, { internal, isCounted }) }
  })
  const end = addStandings(
    before,
    parts.map(({ part }) => part.moved),
  )
  return totalled(book, asked, { opening, closing: valueStanding(book, end, asked.to), parts })
}

type Reckoned = { readonly opening: Valued; readonly closing: Valued; readonly parts: readonly { unit: Unit; part: Part }[] }

function totalled(book: Book, asked: Asked, { opening, closing, parts }: Reckoned): Period {
  const total = (key: 'income' | 'fees' | 'taxes' | 'cash' | 'realised' | 'currency') => sum(parts.map(({ part }) => part[key]))
  const atEnd = openGains(book, asked, closing, parts)
  const flows = flowsOf(parts)
  const [startValue, endValue] = [worthInScope(opening, asked), worthInScope(closing, asked)]
  const netFlows = sum(flows.map((flow) => flow.amount))
  const cashEffect = asked.scope === 'total' ? subtract(cashChange(opening, closing), total('cash')) : ZERO
  return {
    startValue,
    endValue,
    flows,
    netFlows,
    gain: subtract(subtract(endValue, startValue), netFlows),
    parts: {
      realised: total('realised'),
      unrealised: atEnd.unrealised,
      income: total('income'),
      fees: total('fees'),
      taxes: total('taxes'),
      currency: sum([total('currency'), atEnd.currency, cashEffect]),
    },
  }
}

function worthInScope(valued: Valued, { scope }: Asked): Decimal {
  const holdings = totalOf(valued.assets.values())
  return scope === 'total' ? add(holdings, totalOf(valued.cash.values())) : holdings
}

/** What is still held, at the last day: its gain in price, and in currency. */
function openGains(book: Book, asked: Asked, closing: Valued, parts: Reckoned['parts']) {
  let [unrealised, currency] = [ZERO, ZERO]
  for (const { part } of parts)
    for (const { assetId, cost, isTold } of part.open) {
      const value = closing.assets.get(assetId) ?? null
      const atRate = value === null ? null : book.exchange.again(cost.local, book.assetCurrencyOf(assetId), asked.to)
      const effect = isTold ? subtract(atRate ?? cost.report, cost.report) : ZERO
      unrealised = add(unrealised, subtract(subtract(value ?? ZERO, cost.report), effect))
      currency = add(currency, effect)
    }
  return { unrealised, currency }
}

/** What cash changed by. Less what was booked it is the change of rates on balances, and what conversions cost. */
function cashChange(opening: Valued, closing: Valued): Decimal {
  return subtract(totalOf(closing.cash.values()), totalOf(opening.cash.values()))
}

type LineFlow = { readonly line: Line; readonly place: number; readonly flow: Decimal }

/** In ledger order. */
function flowsOf(parts: Reckoned['parts']): Flow[] {
  const found: LineFlow[] = []
  for (const { unit, part } of parts)
    part.flows?.forEach((flow, index) => {
      const line = unit.lines[index]
      if (line !== undefined && flow !== ZERO) found.push({ line, place: unit.places[index] ?? 0, flow })
    })
  return legsTogether(found.sort((a, b) => a.place - b.place))
}

function legsTogether(found: readonly LineFlow[]): Flow[] {
  const flows: { date: string; amount: Decimal }[] = []
  const groups = new Map<string, { date: string; amount: Decimal }>()
  for (const { line, flow } of found) {
    const isLeg = line.type === 'TRANSFER' && line.groupId !== null
    const key = isLeg ? `${line.groupId}|${line.date}` : ''
    const known = isLeg ? groups.get(key) : undefined
    if (known) known.amount = add(known.amount, flow)
    else {
      const made = { date: line.date, amount: flow }
      flows.push(made)
      if (isLeg) groups.set(key, made)
    }
  }
  return flows.filter((flow) => flow.amount !== ZERO)
}
