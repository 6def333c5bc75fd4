import { ZERO } from '../../shared/decimal.ts'
import { costChangeOf } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportScope } from '../ledger/request.ts'
import type { Booking } from '../returns/flows.ts'
import { bookedTerm, type Explainer, inKindTerms, minus, type Term } from './explainer.ts'

/** What a line moved before fees and taxes. Lines that move units without a trade move no money but their costs. */
function grossTerms({ inputs }: Explainer, line: Line): Term[] {
  if (line.quantity !== ZERO && line.type !== 'BUY' && line.type !== 'SELL') return []
  return [
    bookedTerm(inputs, 'amount', line.amount, line),
    bookedTerm(inputs, 'fees', line.fees, line),
    bookedTerm(inputs, 'taxes', line.taxes, line),
  ].filter((term) => term.amountIn !== ZERO)
}

/** Dividends and interest, gross; in kind at the market value. */
export function incomeTerms(explainer: Explainer, line: Line): Term[] {
  return [...grossTerms(explainer, line), ...stayingTerms(explainer, line), ...inKindTerms(explainer, line)]
}

/** Income that stays in a fund. */
export function stayingTerms({ inputs }: Explainer, line: Line): Term[] {
  const stays = costChangeOf(line)
  return stays === null ? [] : [bookedTerm(inputs, 'added to the cost', stays, line)]
}

/** Fees of a line, as a cost; refunds are negative. */
export function feeTerms(explainer: Explainer, line: Line): Term[] {
  if (line.type === 'TAX') return []
  if (line.type === 'FEE') return standaloneTerms(explainer, line)
  const { inputs } = explainer
  const isTrade = line.quantity === ZERO || line.type === 'BUY' || line.type === 'SELL'
  if (isTrade) return line.fees === ZERO ? [] : [bookedTerm(inputs, 'fees', line.fees, line)]
  return [bookedTerm(inputs, 'amount', line.amount, line), bookedTerm(inputs, 'taxes', line.taxes, line)]
    .filter((term) => term.amountIn !== ZERO)
    .map(minus)
}

/** Taxes of a line, as a cost; refunds are negative. */
export function taxTerms(explainer: Explainer, line: Line): Term[] {
  if (line.type === 'FEE') return []
  if (line.type === 'TAX') return standaloneTerms(explainer, line)
  return line.taxes === ZERO ? [] : [bookedTerm(explainer.inputs, 'taxes', line.taxes, line)]
}

function standaloneTerms(explainer: Explainer, line: Line): Term[] {
  return [bookedTerm(explainer.inputs, 'amount', line.amount, line), ...inKindTerms(explainer, line)]
    .filter((term) => term.amountIn !== ZERO)
    .map(minus)
}

/** The owner's money that came (positive) or went with a line. */
export function flowTerms(explainer: Explainer, { line, isInternal }: Booking, scope: ReportScope): Term[] {
  const paid = line.amount === ZERO ? [] : [minus(bookedTerm(explainer.inputs, 'amount', line.amount, line))]
  const traded = scope === 'assets' ? paid : []
  const found = broughtTerms(explainer, { line, isInternal }, traded)
  return scope === 'total' && line.isUntracked ? [...paid, ...found] : found
}

function broughtTerms(explainer: Explainer, { line, isInternal }: Pick<Booking, 'line' | 'isInternal'>, traded: Term[]): Term[] {
  switch (line.type) {
    case 'DEPOSIT':
    case 'WITHDRAWAL':
      return grossTerms(explainer, line)
    case 'TRANSFER':
      if (line.quantity === ZERO) return isInternal ? [] : grossTerms(explainer, line)
      return isInternal ? traded : [...traded, ...inKindTerms(explainer, line)]
    case 'EXCHANGE':
      return isInternal ? traded : [...traded, ...inKindTerms(explainer, line)]
    case 'ADJUSTMENT':
      return [...traded, ...inKindTerms(explainer, line)]
    default:
      return traded
  }
}
