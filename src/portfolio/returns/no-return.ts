import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { NoReturn } from './twr.ts'

const OWED = {
  total:
    'what was invested is not more than what is owed. Enter the deposits that are missing, or say that the cash of the broker is not-tracked, or ask with scope=assets: there purchases are the flows.',
  assets: 'what is held is not worth more than what was sold short.',
} as const

/** Says why there is no time-weighted return, from `day` on where that is known; a missing price or rate is warned of where it is missed. */
export function warnOfNoReturn(
  inputs: ReportInputs,
  { scope, to }: ReportRequest,
  reason: NoReturn | null,
  day: string | null,
): void {
  if (reason === 'base-not-positive')
    inputs.warnings.add(
      { code: 'return-base-not-positive', detail: `From ${day ?? to} on there is no time-weighted return: ${OWED[scope]}` },
      day ?? to,
    )
  if (reason === 'out-of-range')
    inputs.warnings.add(
      {
        code: 'return-out-of-range',
        detail:
          'The time-weighted return is more than 1,000 % a year, which is not shown. Look at the amounts and prices of the first days.',
      },
      day ?? to,
    )
}
