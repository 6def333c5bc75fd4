import type { Ask } from '../ask.ts'
import type { Line } from './world.ts'

/** An item of a batch that makes a line again. */
type Item = Record<string, unknown>

const FIELDS = [
  ...['broker_id', 'type', 'date', 'time', 'settled_on', 'asset_id', 'quantity', 'price', 'price_currency', 'fx_rate'],
  ...['amount', 'currency', 'fees', 'taxes', 'cost_basis', 'ratio', 'cost_share', 'external_id', 'description', 'account'],
] as const

/**
 * Lines as a batch makes them again: groups stay groups, and lots that are among the lines are named by them. `brokerOf` says where each
 * belongs. What they get are new ids; a file that they came from is theirs no longer.
 */
export function madeAgain(lines: readonly Line[], brokerOf: (line: Line) => number = (line) => line.broker_id): Item[] {
  const ids = new Set(lines.map(({ id }) => id))
  return lines.map((line) => ({
    ...Object.fromEntries(FIELDS.map((name) => [name, line[name as keyof Line]]).filter(([, value]) => value !== null)),
    broker_id: brokerOf(line),
    ...(line.tags.length > 0 && { tags: line.tags }),
    ...(line.group_id !== null && { group: line.group_id }),
    ...(line.lots !== null && { lots: line.lots.map((lot) => lotOf(lot, ids)) }),
    ref: refOf(line.id),
  }))
}

/** Lines that say which lots they take, as a batch lets them take the same again once `lines` are made again. */
export function namingAgain(namers: readonly Line[], lines: readonly Line[]): Item[] {
  const ids = new Set(lines.map(({ id }) => id))
  return namers.map(({ id, revision, lots }) => ({ id, revision, lots: lots?.map((lot) => lotOf(lot, ids)) }))
}

const refOf = (id: number) => `line-${id}`

function lotOf({ lot_id, quantity }: { lot_id: number; quantity: string }, ids: ReadonlySet<number>): Item {
  return ids.has(lot_id) ? { ref: refOf(lot_id), quantity } : { lot_id, quantity }
}

const MOST_LEGS = 100

/** These lines and the other legs of their groups, at whichever broker that the reader sees. Throws `Refusal`. */
export async function withLegs(ask: Ask, lines: readonly Line[]): Promise<Line[]> {
  const groups = new Set(lines.flatMap(({ group_id }) => group_id ?? []))
  const legs = groups.size === 0 ? [] : await legsOf(ask, [...groups])
  const all = new Map([...lines, ...legs].map((line) => [line.id, line]))
  return [...all.values()]
}

/** Without the brokers' ids those that the reader has not included would be left out. */
async function legsOf(ask: Ask, groups: readonly string[]): Promise<Line[]> {
  const brokers = [...(await ask('GET /brokers')), ...(await ask('GET /brokers', { query: { archived: true } }))]
  const given = { broker_ids: brokers.map(({ id }) => id), expand: 'asset', order: 'date_asc', limit: MOST_LEGS }
  const found = await Promise.all(groups.map((group_id) => ask('GET /transactions', { query: { ...given, group_id } })))
  return found.flat()
}
