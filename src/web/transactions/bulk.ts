import type { Ask } from '../ask.ts'
import type { Reader } from '../reader.ts'
import { madeAgain, withLegs } from './again.ts'
import type { Line } from './world.ts'

/** What can be done with several lines at once. */
export type BulkWish =
  | { readonly does: 'tag'; readonly tag: string }
  | { readonly does: 'move'; readonly brokerId: string }
  | { readonly does: 'delete' }

export const MOST_TICKED = 100

/** What the address wants done; without its tag or broker `undefined`. */
export function wishOf(query: URLSearchParams): BulkWish | undefined {
  const does = query.get('do')
  if (does === 'delete') return { does }
  const [tag, brokerId] = [(query.get('tag') ?? '').trim(), query.get('broker_id') ?? '']
  if (does === 'move') return brokerId === '' ? undefined : { does, brokerId }
  return tag === '' ? undefined : { does: 'tag', tag }
}

/** The lines that are ticked. Throws `Refusal` where one of them is not there. */
export async function tickedLines(ask: Ask, r: Reader): Promise<Line[]> {
  const ids = [...new Set(r.query.getAll('ids').filter((id) => /^\d{1,15}$/.test(id)))].slice(0, MOST_TICKED)
  return Promise.all(ids.map((id) => ask('GET /transactions/{id}', { params: { id }, query: { expand: 'asset' } })))
}

export type Plan = {
  readonly batch: Readonly<Record<string, unknown>>
  /** Every line that it touches, other legs of groups among them. */
  readonly touched: readonly Line[]
}

/** The batch that does it. Throws `Refusal`. */
export async function planOf(ask: Ask, lines: readonly Line[], wish: BulkWish): Promise<Plan> {
  if (wish.does === 'tag') {
    const update = lines
      .filter(({ tags }) => !tags.includes(wish.tag))
      .map(({ id, revision, tags }) => ({ id, revision, tags: [...tags, wish.tag] }))
    return { batch: { update }, touched: lines }
  }
  const touched = await withLegs(ask, lines)
  const ids = touched.map(({ id }) => id)
  if (wish.does === 'delete') return { batch: { delete: ids }, touched }
  const ticked = new Set(lines.map(({ id }) => id))
  const moves = (line: Line) => ticked.has(line.id) || line.type !== 'TRANSFER'
  const create = madeAgain(touched, (line) => (moves(line) ? Number(wish.brokerId) : line.broker_id))
  return { batch: { delete: ids, create }, touched }
}
