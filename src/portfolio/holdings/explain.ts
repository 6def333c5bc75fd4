import { type Decimal, ZERO } from '../../shared/decimal.ts'
import {
  bookedTerm,
  convertedTerm,
  type Explainer,
  type Explanation,
  figureTerm,
  inKindTerms,
  lotTerm,
  minus,
  type Term,
  totalOfRows,
  valueTerm,
} from '../explain/explainer.ts'
import { stayingTerms } from '../explain/lines.ts'
import { difference, disposalTerm } from '../gains/explain.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { assetLinesOf } from '../valuation/asset-lines.ts'
import type { CashHolding, Holding, Holdings } from './report.ts'

const term = (label: string, amount: Decimal | null) => figureTerm(label, amount)

/** How the figures of a holding came about. */
export function explainHolding(explainer: Explainer, found: Holdings, holding: Holding, day: string): Explanation[] {
  const lines = assetLinesOf(explainer.inputs.lines).get(holding.assetId) ?? []
  return [
    ...balances(explainer, holding, lines, day),
    ...unrealised(explainer, holding, day),
    {
      figure: 'realised_gain',
      formula: 'sum of the gains of what was sold',
      terms: (found.gains().get(holding.assetId) ?? []).map((gain) => disposalTerm(gain, 'gain')),
    },
    ...earned(explainer, lines),
    {
      figure: 'total_gain',
      formula: 'unrealised_gain + realised_gain + income - costs',
      terms:
        holding.total === null
          ? []
          : [
              term('unrealised_gain', holding.unrealised),
              term('realised_gain', holding.realised),
              term('income', holding.income),
              minus(term('costs', holding.costs)),
            ],
    },
  ]
}

function namedOf({ date, id, isUnbooked }: Line): Partial<Term> {
  return isUnbooked === true ? { date } : { date, transactionId: id }
}

function balances(
  explainer: Explainer,
  { assetId, quantity, cost, lots }: Holding,
  lines: readonly Line[],
  day: string,
): Explanation[] {
  return [
    {
      figure: 'quantity',
      formula: 'sum of what the transactions moved',
      terms: lines
        .filter((line) => line.quantity !== ZERO)
        .map((line) => figureTerm(line.isUnbooked === true ? 'SPLIT, not booked' : line.type, line.quantity, namedOf(line))),
    },
    {
      figure: 'market_value',
      formula: 'quantity x price / price_quantity x rate',
      terms: [valueTerm(explainer, 'holding', assetId, quantity, day)],
    },
    { figure: 'weight', formula: 'market_value / total value of the scope', terms: [] },
    {
      figure: 'cost_basis',
      formula: 'sum of what the open lots cost',
      terms: cost === null ? [] : lots.map((lot) => lotTerm(explainer, lot, day)),
    },
    { figure: 'average_cost', formula: 'cost_basis / quantity', terms: [] },
  ]
}

function unrealised(explainer: Explainer, holding: Holding, day: string): Explanation[] {
  const { marketValue, cost, unrealised, unrealisedCurrency } = holding
  return [
    difference('unrealised_gain', 'market_value - cost_basis', [term('market_value', marketValue), term('cost_basis', cost)]),
    difference('unrealised_currency_gain', 'cost in the currency of the asset at the rate of the day - cost_basis', [
      unrealisedCurrency === null ? term('cost', null) : costAtRate(explainer, holding, day),
      term('cost_basis', cost),
    ]),
    difference('unrealised_price_gain', 'unrealised_gain - unrealised_currency_gain', [
      term('unrealised_gain', unrealised),
      term('unrealised_currency_gain', unrealisedCurrency),
    ]),
  ]
}

function earned(explainer: Explainer, lines: readonly Line[]): Explanation[] {
  const { inputs } = explainer
  return [
    {
      figure: 'income',
      formula: 'sum of dividends and interest, net',
      terms: lines
        .filter((line) => line.type === 'DIVIDEND' || line.type === 'INTEREST')
        .flatMap((line) => [
          bookedTerm(inputs, line.type, line.amount, line),
          ...stayingTerms(explainer, line),
          ...inKindTerms(explainer, line),
        ]),
    },
    {
      figure: 'costs',
      formula: 'sum of fees and taxes booked on it apart from trades',
      terms: lines
        .filter((line) => (line.type === 'FEE' || line.type === 'TAX') && line.quantity === ZERO)
        .map((line) => minus(bookedTerm(inputs, line.type, line.amount, line))),
    },
  ]
}

function costAtRate({ inputs }: Explainer, { lots, assetId }: Holding, day: string): Term {
  const local = lots.reduce((total, lot) => (total + lot.cost.inAsset) as Decimal, ZERO)
  return convertedTerm(
    inputs,
    'cost in the currency of the asset, at the rate of the day',
    local,
    inputs.assetCurrencyOf(assetId),
    day,
    inputs.exchange.convertAt,
  )
}

/** How a cash balance and its value came about. */
export function explainCash({ inputs }: Explainer, { currency, amount }: CashHolding, day: string): Explanation[] {
  return [
    {
      figure: 'amount',
      formula: 'sum of what the transactions moved, in the currency of the cash',
      terms: inputs.lines
        .filter((line) => line.currency === currency && line.amount !== ZERO && !line.isUntracked)
        .map((line) => figureTerm(line.type, line.amount, { date: line.date, transactionId: line.id })),
    },
    { figure: 'value', formula: 'amount x rate', terms: [convertedTerm(inputs, 'balance', amount, currency, day)] },
  ]
}

const TOTALS = [
  ['market_value', 'marketValue'],
  ['cost_basis', 'cost'],
  ['unrealised_gain', 'unrealised'],
  ['unrealised_price_gain', 'unrealisedPrice'],
  ['unrealised_currency_gain', 'unrealisedCurrency'],
  ['realised_gain', 'realised'],
  ['income', 'income'],
  ['costs', 'costs'],
  ['total_gain', 'total'],
] as const satisfies readonly (readonly [string, keyof Holding])[]

/** The totals, row by row. */
export function explainHoldingTotals({ inputs }: Explainer, { holdings, cash }: Holdings): Explanation[] {
  const held = (key: (typeof TOTALS)[number][1]) => (holding: Holding) =>
    figureTerm(inputs.assetOf(holding.assetId).symbol, holding[key], { assetId: holding.assetId })
  const cashTerm = (one: CashHolding) => figureTerm(`cash ${one.currency}`, one.value, { currency: one.currency })
  return [
    totalOfRows('cash', cash, cashTerm),
    {
      figure: 'total_value',
      formula: 'cash + market_value',
      terms: [...cash.map(cashTerm), ...holdings.map(held('marketValue'))],
    },
    ...TOTALS.map(([figure, key]) => totalOfRows(figure, holdings, held(key))),
  ]
}
