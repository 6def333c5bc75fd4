/** Rows that belong together: coins that only changed their name or their sub-account, and conversions in two rows. */
import { ignore } from '#plugins/kit/index.ts'
import { absolute, negate } from '#src/shared/decimal.ts'
import { type Book, bookRows } from './book.ts'
import { addExchange, addSwap, isEther } from './converts.ts'
import type { Entry } from './entry.ts'

const NAMES = ['sub-account', 'migration', 'convert', 'ether'] as const
type Kind = (typeof NAMES)[number]

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>(
  Object.entries({
    'retail staking transfer': 'sub-account',
    'retail unstaking transfer': 'sub-account',
    'retail eth2 deprecation': 'migration',
    'retail eth deprecation': 'migration',
    'asset migration': 'migration',
    'wrap asset': 'migration',
    'unwrap asset': 'migration',
    convert: 'convert',
    'retail mgx dex trade': 'convert',
    send: 'ether',
    receive: 'ether',
  } as const),
)
/** Whether rows of this type (in lower case) may be half of something. */
export function isHalf(type: string): boolean {
  return KINDS.has(type)
}

/** The halves are stamped at the same instant or a second apart. */
export const WINDOW_MILLISECONDS = 5000

/** Of rows at one instant so many are looked at: a bound, not a limit that real histories reach. */
const MOST_NEIGHBOURS = 100

const OFFSETS = [0, -1, 1]
const NONE: readonly Half[] = []

type Half = { readonly entry: Entry; readonly kind: Kind }

/** Books the pairs among the entries and returns the rest. */
export function settlePairs(book: Book, entries: readonly Entry[]): Entry[] {
  const halves: Half[] = []
  for (const entry of entries) {
    const kind = KINDS.get(entry.type)
    if (kind !== undefined) halves.push({ entry, kind })
  }
  const came = halves.filter(({ entry }) => entry.quantity > 0n)
  const incoming = Map.groupBy(came, (half) => keyOf(half, 0))
  const settled = new Set<Entry>()
  for (const out of halves) {
    const into = out.entry.quantity > 0n ? undefined : partnerOf(out, incoming)
    if (into === undefined) continue
    const alike = incoming.get(keyOf(into, 0))
    alike?.splice(alike.indexOf(into), 1)
    settled.add(out.entry).add(into.entry)
    bookRows(book, [out.entry, into.entry], () => settle(book, out.entry, into.entry))
  }
  return settled.size === 0 ? [...entries] : entries.filter((entry) => !settled.has(entry))
}

/** A number of its own for each kind and each five seconds. */
function keyOf({ kind, entry: { instant } }: Half, offset: number): number {
  return (Math.floor(instant / WINDOW_MILLISECONDS) + offset) * NAMES.length + NAMES.indexOf(kind)
}

function neighbours(out: Half, incoming: ReadonlyMap<number, Half[]>): Half[] {
  const near: Half[] = []
  for (const offset of OFFSETS)
    for (const half of incoming.get(keyOf(out, offset))?.slice(0, MOST_NEIGHBOURS) ?? NONE) {
      if (near.length === MOST_NEIGHBOURS) return near
      if (Math.abs(half.entry.instant - out.entry.instant) <= WINDOW_MILLISECONDS) near.push(half)
    }
  return near
}

function partnerOf(half: Half, incoming: ReadonlyMap<number, Half[]>): Half | undefined {
  const near = neighbours(half, incoming)
  if (near.length === 0) return undefined
  const { entry: out, kind } = half
  if (kind === 'convert') {
    const sameNotes = near.filter(({ entry }) => entry.asset !== out.asset && entry.notes === out.notes)
    return only(sameNotes.filter(({ entry }) => entry.id !== '' && entry.id === out.id)) ?? only(sameNotes)
  }
  const opposite = negate(out.quantity)
  const mirror = near.filter(({ entry }) => entry.quantity === opposite)
  if (kind === 'ether') return mirror.find(({ entry }) => isEther(entry.asset, out.asset))
  if (kind === 'sub-account') return mirror.find(({ entry }) => entry.asset === out.asset) ?? only(mirror)
  const isRenamed = ({ entry }: Half) => entry.asset !== out.asset
  return only(mirror.filter(isRenamed)) ?? only(near.filter(isRenamed))
}

function only(halves: readonly Half[]): Half | undefined {
  return halves.length === 1 ? halves[0] : undefined
}

function settle(book: Book, out: Entry, into: Entry): void {
  const part = (entry: Entry) => ({ entry, symbol: entry.asset, quantity: absolute(entry.quantity) })
  const reason = `${out.label}: ${out.asset} moved within Coinbase, the holding stays the same`
  if (KINDS.get(out.type) === 'convert') addSwap(book, part(out), part(into))
  else if (out.asset !== into.asset) addExchange(book, part(out), part(into))
  else for (const entry of [out, into]) ignore(book, entry, reason)
}
