import type { PriceProvider } from '#plugins/assets/contract.ts'
import type { Ctx } from '../context.ts'
import { listProviderStates, type ProviderState } from './refresh.repository.ts'

export type ListedProvider = { readonly provider: PriceProvider; readonly state: ProviderState | null; readonly hasKey: boolean }

/** The price providers with how each fares. A source at addresses that users give has a state for each host: together they are its state. */
export async function listPriceProviders(ctx: Ctx): Promise<ListedProvider[]> {
  const states = Map.groupBy(await listProviderStates(ctx.reader), ({ code }) => code.split(' ')[0])
  return ctx.plugins.assets.map((provider) => ({
    provider,
    state: (states.get(provider.code) ?? []).reduce<ProviderState | null>(together, null),
    hasKey: provider.key !== undefined && ctx.config.sourceKeys[provider.key.setting] !== undefined,
  }))
}

/** The last attempt and success of both; failures are those of the worse. */
function together(one: ProviderState | null, other: ProviderState): ProviderState {
  if (one === null) return other
  const [older, newer] = (one.lastAttempt ?? '') < (other.lastAttempt ?? '') ? [one, other] : [other, one]
  const worse = one.failures < other.failures ? other : one
  return {
    ...newer,
    lastSuccess: laterOf(older.lastSuccess, newer.lastSuccess),
    lastError: worse.failures > 0 ? worse.lastError : newer.lastError,
    failures: worse.failures,
    closedUntil: laterOf(older.closedUntil, newer.closedUntil),
  }
}

function laterOf(a: string | null, b: string | null): string | null {
  return (a ?? '') > (b ?? '') ? a : b
}
