import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Locale } from './locale.ts'
import type { ChartOptions } from './options.ts'

/** What a chart is drawn from: the inputs and the request of the report that it shows. */
export type Drawing = {
  readonly inputs: ReportInputs
  readonly request: ReportRequest
  readonly options: ChartOptions
  readonly locale: Locale
}
