import type { Ask } from '../ask.ts'
import type { AnswerOf } from '../operations.ts'

export type Asset = AnswerOf<'GET /assets'>[number]

/** What a text means: one asset, several that are to be chosen from, or none. */
export type FoundAsset =
  | { readonly kind: 'one'; readonly asset: Asset }
  | { readonly kind: 'several'; readonly assets: readonly Asset[] }
  | { readonly kind: 'none' }

const MOST = 20
const MAX_TEXT = 200

/** Looks for a name, symbol or ISIN. `choice`: the id that was chosen of several. Throws `Refusal`. */
export async function findAsset(ask: Ask, text: string, choice = ''): Promise<FoundAsset> {
  const assets = await ask('GET /assets', { query: { q: text.slice(0, MAX_TEXT), limit: MOST } })
  const chosen = assets.find(({ id }) => String(id) === choice)
  if (chosen) return { kind: 'one', asset: chosen }
  const wanted = text.trim().toLowerCase()
  const same = assets.filter(({ name, symbol, isin }) => [name, symbol, isin].some((one) => one?.toLowerCase() === wanted))
  const fitting = same.length > 0 ? same : assets
  const [first] = fitting
  if (first === undefined) return { kind: 'none' }
  return fitting.length === 1 ? { kind: 'one', asset: first } : { kind: 'several', assets: fitting }
}
