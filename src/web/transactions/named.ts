import type { Ask } from '../ask.ts'
import { nextCursor } from '../parts/tables.tsx'
import type { Line } from './world.ts'

const PAGE = 500
/** Sales that are looked through at most: 10,000 of the assets in question. */
const MOST_PAGES = 20

/** The other transactions that say in `lots` that they take units of one of these lines. Throws `Refusal`. */
export async function namersOf(ask: Ask, lines: readonly Line[]): Promise<Line[]> {
  const opened = lines.filter(({ quantity }) => /^[^-]*[1-9]/.test(quantity))
  if (opened.length === 0) return []
  const [ids, own] = [opened, lines].map((some) => new Set(some.map(({ id }) => id)))
  const asset_ids = [...new Set(opened.flatMap(({ asset_id }) => asset_id ?? []))]
  const from = opened.map(({ date }) => date).sort()[0]
  const broker_ids = [...new Set(opened.map(({ broker_id }) => broker_id))]
  const namers: Line[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { asset_ids, broker_ids, types: ['SELL', 'TRANSFER'], from, limit: PAGE, cursor }
    const tried = await ask.try('GET /transactions', { query })
    if (!tried.ok) break
    namers.push(...tried.body.filter(({ id, lots }) => !own?.has(id) && lots?.some(({ lot_id }) => ids?.has(lot_id))))
    cursor = nextCursor(tried.headers)
    if (cursor === null) break
  }
  return namers
}
