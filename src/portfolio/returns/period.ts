import { addDays } from '../../shared/date.ts'
import { add, type Decimal, subtract, sum, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { addBalances, balancesOn, totalOf, type Valued, valueBalances } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { marketWorth } from '../valuation/lot-entries.ts'
import { cachedPart } from './cached-parts.ts'
import { internalGroups } from './flows.ts'
import { allUnits, type Part, type Unit, unitOfAsset, unitsOf } from './period-parts.ts'

/** What a gain is made of; the parts add up to it exactly. Fees and taxes are negative. */
export type GainParts = Readonly<Record<'realised' | 'unrealised' | 'income' | 'fees' | 'taxes' | 'currency', Decimal>>

/**
 * Money that came in (positive) or went out on one day; the legs of a group on a day count as one, and so does all cash of a day that is not tracked.
 * `line` = the one that moved units of an asset for it. `isBeside` = nothing was moved for it: what was earned or cost, where cash is outside.
 */
export type Flow = { readonly date: string; readonly amount: Decimal; readonly line: Line | null; readonly isBeside: boolean }

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
export function periodOf(inputs: ReportInputs, request: ReportRequest): Period {
  const start = addDays(request.from, -1)
  const before = balancesOn(inputs.lines, start)
  const opening = valueBalances(inputs, before, start)
  const units = unitsOf(inputs.lines, request)
  for (const [assetId, quantity] of before.assets) {
    const worth = marketWorth(inputs, assetId, opening.assets.get(assetId) ?? ZERO, start)
    unitOfAsset(units, assetId).openings.push({ assetId, quantity, worth, date: start })
  }
  const all = allUnits(units)
  const internal = internalGroups(units.grouped)
  const parts = all.map((unit) => {
    const isCounted = request.scope === 'total' || unit !== units.cash
    return { unit, part: cachedPart(inputs, request, unit, { internal, isCounted }) }
  })
  const end = addBalances(
    before,
    parts.map(({ part }) => part.moved),
  )
  return totalled(inputs, request, { opening, closing: valueBalances(inputs, end, request.to), parts })
}

type Computed = { readonly opening: Valued; readonly closing: Valued; readonly parts: readonly { unit: Unit; part: Part }[] }

function totalled(inputs: ReportInputs, request: ReportRequest, { opening, closing, parts }: Computed): Period {
  const total = (key: 'income' | 'fees' | 'taxes' | 'cash' | 'realised' | 'currency') => sum(parts.map(({ part }) => part[key]))
  const atEnd = openGains(inputs, request, closing, parts)
  const flows = flowsOf(parts, request)
  const [startValue, endValue] = [worthInScope(opening, request), worthInScope(closing, request)]
  const netFlows = sum(flows.map((flow) => flow.amount))
  const cashEffect = request.scope === 'total' ? subtract(cashChange(opening, closing), total('cash')) : ZERO
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

function worthInScope(valued: Valued, { scope }: ReportRequest): Decimal {
  const holdings = totalOf(valued.assets.values())
  return scope === 'total' ? add(holdings, totalOf(valued.cash.values())) : holdings
}

/** What is still held, at the last day: its gain in price, and in currency. */
function openGains(inputs: ReportInputs, request: ReportRequest, closing: Valued, parts: Computed['parts']) {
  let [unrealised, currency] = [ZERO, ZERO]
  for (const { part } of parts)
    for (const { assetId, cost, isCurrencyEffectKnown } of part.open) {
      const value = closing.assets.get(assetId) ?? null
      const atRate = value === null ? null : inputs.exchange.convertAt(cost.inAsset, inputs.assetCurrencyOf(assetId), request.to)
      const effect = isCurrencyEffectKnown ? subtract(atRate ?? cost.inReport, cost.inReport) : ZERO
      unrealised = add(unrealised, subtract(subtract(value ?? ZERO, cost.inReport), effect))
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
function flowsOf(parts: Computed['parts'], request: ReportRequest): Flow[] {
  const found: LineFlow[] = []
  for (const { unit, part } of parts)
    part.flows?.forEach((flow, index) => {
      const line = unit.lines[index]
      if (line !== undefined && flow !== ZERO) found.push({ line, place: unit.places[index] ?? 0, flow })
    })
  return legsTogether(
    found.sort((a, b) => a.place - b.place),
    request,
  )
}

/** What counts as one with others; `null` = a flow of its own. */
function togetherOf({ type, groupId, date, assetId, isUntracked }: Line): string | null {
  if (isUntracked && assetId === null) return date
  return type === 'TRANSFER' && groupId !== null ? `${groupId}|${date}` : null
}

function legsTogether(found: readonly LineFlow[], { scope }: ReportRequest): Flow[] {
  type Changing = { -readonly [K in keyof Flow]: Flow[K] }
  const flows: Changing[] = []
  const groups = new Map<string, Changing>()
  for (const { line, flow } of found) {
    const key = togetherOf(line)
    const known = key === null ? undefined : groups.get(key)
    if (known) known.amount = add(known.amount, flow)
    else {
      const isBeside = line.quantity === ZERO && (scope === 'assets' || line.isUntracked === true)
      const made = { date: line.date, amount: flow, line: key !== null || line.quantity === ZERO ? null : line, isBeside }
      flows.push(made)
      if (key !== null) groups.set(key, made)
    }
  }
  return flows.filter((flow) => flow.amount !== ZERO)
}
