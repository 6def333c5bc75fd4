import { costAndProceeds } from '../../lots/trade.ts'
import { absolute, add, negate, ZERO } from '../../shared/decimal.ts'
import {
  bookedTerm,
  closingTerm,
  convertedTerm,
  type Explainer,
  type Explanation,
  figureTerm,
  lotTerm,
  minus,
  type Term,
  totalOfRows,
} from '../explain/explainer.ts'
import { impliedRate } from '../explain/rates.ts'
import type { Gain, GainSum } from './report.ts'

/** How the figures of a disposal came about. */
export function explainGain(explainer: Explainer, gain: Gain): Explanation[] {
  const { cost, proceeds } = sidesOf(explainer, gain)
  return [
    { figure: 'cost', formula: gain.short ? 'what buying back cost' : 'what the lot cost', terms: [cost] },
    { figure: 'proceeds', formula: gain.short ? 'what the short sale brought' : 'what the sale brought', terms: [proceeds] },
    { figure: 'fees', formula: 'fees and taxes of the transaction x part of its units', terms: feeTerms(explainer, gain) },
    { figure: 'taxes', formula: 'taxes of the transaction x part of its units', terms: taxTerms(explainer, gain) },
    {
      figure: 'gain',
      formula: 'proceeds - cost',
      terms: [figureTerm('proceeds', gain.proceeds), minus(figureTerm('cost', gain.cost))],
    },
    {
      figure: 'currency_gain',
      formula: 'what was opened, at the rate of the closing, against what it was at its own',
      terms: currencyTerms(explainer, gain),
    },
    {
      figure: 'price_gain',
      formula: 'gain - currency_gain',
      terms: [figureTerm('gain', gain.gain), minus(figureTerm('currency_gain', gain.currencyGain))],
    },
  ]
}

function sidesOf(explainer: Explainer, gain: Gain): { cost: Term; proceeds: Term } {
  const { disposal } = gain
  const opened = { ...lotTerm(explainer, disposal.lot, disposal.date), ...(gain.gain === null ? { amount: null } : {}) }
  const line = explainer.lineOf(disposal.transactionId)
  const amount = gain.gain === null ? null : disposal.closing.inReport
  const closed = line === undefined ? figureTerm('closing', amount) : closingTerm(explainer, line, gain.quantity, amount)
  return gain.short ? { cost: closed, proceeds: minus(opened) } : { cost: opened, proceeds: minus(closed) }
}

function feeTerms({ inputs, lineOf }: Explainer, gain: Gain): Term[] {
  const line = lineOf(gain.transactionId)
  if (line === undefined || gain.fees === null || gain.fees === ZERO) return []
  const costs = bookedTerm(inputs, 'fees and taxes', add(line.fees, line.taxes), line)
  return [{ ...costs, amount: gain.fees, quantity: gain.quantity, ofQuantity: absolute(line.quantity) }]
}

function taxTerms({ inputs, lineOf }: Explainer, gain: Gain): Term[] {
  const line = lineOf(gain.transactionId)
  if (line === undefined || gain.taxes === null || gain.taxes === ZERO) return []
  const booked = bookedTerm(inputs, 'taxes', line.taxes, line)
  return [{ ...booked, amount: gain.taxes, quantity: gain.quantity, ofQuantity: absolute(line.quantity) }]
}

/** Cost in the asset's currency at the rate of the closing, less cost at its own; for a short one the other way round. */
function currencyTerms({ inputs }: Explainer, gain: Gain): Term[] {
  const { disposal } = gain
  if (gain.gain === null || gain.currencyGain === null) return []
  const { cost, proceeds } = costAndProceeds(disposal)
  const [opened, closed] = gain.short ? [proceeds, cost] : [cost, proceeds]
  const own = minus(figureTerm(gain.short ? 'proceeds' : 'cost', opened.inReport))
  const atClosing = add(gain.short ? negate(gain.currencyGain) : gain.currencyGain, opened.inReport)
  const label = 'opened, at the rate of the closing'
  const converted: Term =
    closed.inAsset === ZERO
      ? convertedTerm(inputs, label, opened.inAsset, gain.assetCurrency, disposal.date, inputs.exchange.convertAt)
      : {
          ...{ label, amount: atClosing, amountIn: opened.inAsset, currency: gain.assetCurrency },
          rate: impliedRate(gain.assetCurrency, inputs.currency, disposal.date, closed.inReport, closed.inAsset),
        }
  return gain.short ? [minus(converted), minus(own)] : [converted, own]
}

const SUMS = [
  ['cost', 'cost'],
  ['proceeds', 'proceeds'],
  ['fees', 'fees'],
  ['taxes', 'taxes'],
  ['gain', 'gain'],
  ['price_gain', 'priceGain'],
  ['currency_gain', 'currencyGain'],
] as const satisfies readonly (readonly [string, keyof GainSum])[]

/** The totals of disposals, row by row. */
export function explainGainTotals(rows: readonly Gain[]): Explanation[] {
  return SUMS.map(([figure, key]) => totalOfRows(figure, rows, (row) => disposalTerm(row, key)))
}

/** One figure of a disposal as a term. */
export function disposalTerm(row: Gain, key: keyof GainSum): Term {
  return figureTerm('disposal', row[key], {
    date: row.soldOn,
    transactionId: row.transactionId,
    assetId: row.assetId,
    quantity: row.quantity,
    ...(row.lotId === null ? {} : { lotId: row.lotId }),
  })
}

/** a - b, where both are known. */
export function difference(figure: string, formula: string, [first, second]: readonly [Term, Term]): Explanation {
  return { figure, formula, terms: first.amount === null || second.amount === null ? [] : [first, minus(second)] }
}
