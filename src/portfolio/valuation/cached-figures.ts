import { type CacheInputs, type CachePolicy, cached } from '../../cache.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from './inputs.ts'
import type { Warned } from './warnings.ts'

/** What a figure is made of. */
export type FigureInputs = {
  /** What else it depends on, but for the currency and the brokers of the report. */
  readonly key: readonly unknown[]
  readonly assetIds: readonly number[]
  readonly lines: readonly Line[]
  /** Whether market values of the assets are requested. */
  readonly hasPrices: boolean
  readonly others?: CacheInputs
}

/**
 * What `make` computes of assets, with all that it warns of; computed again when one of their lines or closes, a fact of an asset, or a rate is
 * another one. `make` must look at nothing else.
 */
export function cachedFigure<T>(
  inputs: ReportInputs,
  request: ReportRequest,
  policy: CachePolicy<Warned<T>>,
  given: FigureInputs,
  make: () => T,
): T {
  if (inputs.generation === null || request.owned) return make()
  const { key, assetIds, lines, hasPrices, others = [] } = given
  const facts = assetIds.flatMap((id) => factsOf(inputs, id, hasPrices))
  const all = [inputs.generation, lines, ...facts, ...others]
  const text = JSON.stringify([request.currency, request.brokerIds, ...key])
  const { value, warnings } = cached(inputs.caches, policy, text, all, () => inputs.warnings.collect(make))
  inputs.warnings.addAll(warnings)
  return value
}

/** What warnings say of it. */
function namesOf({ assetOf }: ReportInputs, assetId: number): readonly string[] {
  const { symbol, name } = assetOf(assetId)
  return [symbol, name]
}

function factsOf(inputs: ReportInputs, assetId: number, hasPrices: boolean): CacheInputs {
  const currency = inputs.assetCurrencyOf(assetId)
  const isDoubtful = inputs.warnings.has('currency-gain-unknown', currency, inputs.currency)
  const facts = [assetId, currency, inputs.priceQuantityOf(assetId), ...namesOf(inputs, assetId), isDoubtful]
  return hasPrices ? [...facts, ...inputs.prices.inputsOf(assetId)] : facts
}
