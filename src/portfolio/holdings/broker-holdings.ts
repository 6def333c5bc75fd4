import type { CachePolicy } from '../../cache.ts'
import { costOf, type Lot, SEVERAL } from '../../lots/lot.ts'
import { type Decimal, divide, subtract, ZERO } from '../../shared/decimal.ts'
import { isInKind } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { balancesOn } from '../valuation/balances.ts'
import { cachedFigure } from '../valuation/cached-figures.ts'
import { type ReportInputs, worthAt } from '../valuation/inputs.ts'
import { matchLots } from '../valuation/lot-entries.ts'
import { groupsOf, isTogether } from '../valuation/lot-groups.ts'
import { type Quote, quotedValue } from '../valuation/prices.ts'
import type { Warned } from '../valuation/warnings.ts'
import { knownCost, lotsOfHolding } from './report.ts'

type Open = ReadonlyMap<string, readonly Lot[]>

/** As many lines as all remembered lots may hold on to. */
const openLotsOfGroup: CachePolicy<Warned<Open>> = {
  name: 'open lots',
  most: 400_000,
  sizeOf: (_, [, lines]) => (Array.isArray(lines) ? lines.length : 0),
}

/** What the open lots of a holding cost in the currency that was paid; `null` where several were, or it is not known. */
export type PaidCost = {
  readonly cost: Decimal | null
  readonly averageCost: Decimal | null
  readonly currency: string | null
  readonly isInSeveral: boolean
}

/** A holding of one broker at its price, and what it is worth and cost in the requested currency; `null` where something is missing. */
export type ValuedHolding = {
  readonly assetId: number
  readonly quantity: Decimal
  readonly quote: Quote | null
  /** In the currency of the quote. */
  readonly quotedValue: Decimal | null
  readonly marketValue: Decimal | null
  readonly cost: Decimal | null
  /** Of the same lots as `cost`. */
  readonly paid: PaidCost
  readonly unrealised: Decimal | null
}

/** What a broker holds at the end of the last day; lots, figures and warnings are those of the portfolio reports, but for what was sold. */
export function valueHoldings(inputs: ReportInputs, request: ReportRequest): ValuedHolding[] {
  const held = balancesOn(inputs.lines, request.to).assets
  const open = openLots(inputs, request, held.keys())
  return [...held].map(([assetId, quantity]) => {
    const lots = lotsOfHolding(inputs, open, request, assetId, quantity)
    const quote = inputs.prices.on(assetId, request.to)
    const marketValue = quote === null ? null : worthAt(inputs, assetId, quantity, quote, request.to)
    const cost = knownCost(inputs, assetId, lots, request.to)
    const unrealised = marketValue === null || cost === null ? null : subtract(marketValue, cost)
    const quotedValue = quotedOf(inputs, { assetId, quantity, quote })
    return { assetId, quantity, quote, quotedValue, marketValue, cost, paid: paidCost(lots, quantity), unrealised }
  })
}

function paidCost(lots: readonly Lot[], quantity: Decimal): PaidCost {
  const currencies = [...new Set(lots.map((lot) => lot.currency))]
  const [currency = null] = currencies
  const isKnown = !currencies.includes(null)
  const isInSeveral = isKnown && (currencies.length > 1 || currency === SEVERAL)
  const cost = !isKnown || isInSeveral ? null : costOf(lots).paid
  const averageCost = cost === null || quantity === ZERO ? null : divide(cost, quantity)
  return { cost, averageCost, currency: cost === null || currency === '' ? null : currency, isInSeveral }
}

function quotedOf(
  inputs: ReportInputs,
  { assetId, quantity, quote }: { assetId: number; quantity: Decimal; quote: Quote | null },
) {
  return quote && quotedValue(quantity, quote, inputs.priceQuantityOf(assetId))
}

function openLots(inputs: ReportInputs, request: ReportRequest, held: Iterable<number>): Open {
  const found = new Map<string, readonly Lot[]>()
  const { lotLines } = inputs
  for (const { assetIds, lines } of groupsOf(lotLines, held, isTogether(lotLines, request.method))) {
    const given = {
      key: [request.method, lines[0]?.assetId ?? null],
      assetIds: [...assetIds],
      lines,
      hasPrices: lines.some(isInKind),
    }
    const open = cachedFigure(
      inputs,
      request,
      openLotsOfGroup,
      given,
      () => matchLots({ ...inputs, lotLines: lines }, request.method).open,
    )
    for (const [position, lots] of open) found.set(position, lots)
  }
  return found
}
