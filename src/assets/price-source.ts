import type { Deps } from '../context.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import type { PriceSource } from './asset.ts'

/** Throws `asset/price-source` (422) with every fault of a configuration. */
export function requireSource(deps: Pick<Deps, 'plugins'>, source: PriceSource, currency: string): void {
  const provider = deps.plugins.assets.find((one) => one.code === source.provider)
  const faults: readonly Fault[] = provider
    ? provider.check({ identifier: source.identifier, options: source.options, currency })
    : [{ pointer: '/provider', detail: 'There is no such provider; GET /assets/providers lists them.' }]
  if (faults.length === 0) return
  const errors = faults.map(({ pointer, detail }) => ({ pointer: `/price_source${pointer}`, detail }))
  throw new AppError('invalid', 'asset/price-source', 'The price source cannot work like this.', { errors })
}
