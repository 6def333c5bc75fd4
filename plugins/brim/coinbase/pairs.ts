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
const NONE: readonly Entry[] = []

/** What came in, by kind and moment. */
type Incoming = Map<number, Set<Entry>>

/** Books the pairs among the entries and returns the rest. */
export function settlePairs(book: Book, entries: readonly Entry[]): Entry[] {
  const incoming: Incoming = new Map()
  for (const entry of entries) {
    const kind = entry.quantity > 0n ? KINDS.get(entry.type) : undefined
    if (kind === undefined) continue
    const key = keyOf(kind, entry, 0)
    const bucket = incoming.get(key) ?? new Set()
    incoming.set(key, bucket.add(entry))
  }
  const settled = new Set<Entry>()
  for (const out of entries) {
    const kind = out.quantity > 0n ? undefined : KINDS.get(out.type)
    const into = kind && partnerOf(kind, out, incoming)
    if (!kind || !into) continue
    incoming.get(keyOf(kind, into, 0))?.delete(into)
    settled.add(out).add(into)
    bookRows(book, [out, into], () => settle(book, out, into))
  }
  return settled.size === 0 ? [...entries] : entries.filter((entry) => !settled.has(entry))
}

/** A number of its own for each kind and each five seconds. */
function keyOf(kind: Kind, { instant }: Entry, offset: number): number {
  return (Math.floor(instant / WINDOW_MILLISECONDS) + offset) * NAMES.length + NAMES.indexOf(kind)
}

function neighbours(kind: Kind, out: Entry, incoming: Incoming): Entry[] {
  const near: Entry[] = []
  for (const offset of OFFSETS) {
    let looked = 0
    for (const entry of incoming.get(keyOf(kind, out, offset)) ?? NONE) {
      if (near.length === MOST_NEIGHBOURS) return near
      if (++looked > MOST_NEIGHBOURS) break
      if (Math.abs(entry.instant - out.instant) <= WINDOW_MILLISECONDS) near.push(entry)
    }
  }
  return near
}

function partnerOf(kind: Kind, out: Entry, incoming: Incoming): Entry | undefined {
  const near = neighbours(kind, out, incoming)
  if (near.length === 0) return undefined
  if (kind === 'convert') {
    const sameNotes = near.filter((entry) => entry.asset !== out.asset && entry.notes === out.notes)
    return only(sameNotes.filter((entry) => entry.id !== '' && entry.id === out.id)) ?? only(sameNotes)
  }
  const opposite = negate(out.quantity)
  const mirror = near.filter((entry) => entry.quantity === opposite)
  if (kind === 'ether') return mirror.find((entry) => isEther(entry.asset, out.asset))
  if (kind === 'sub-account') return mirror.find((entry) => entry.asset === out.asset) ?? only(mirror)
  const isRenamed = (entry: Entry) => entry.asset !== out.asset
  return only(mirror.filter(isRenamed)) ?? only(near.filter(isRenamed))
}

function only(entries: readonly Entry[]): Entry | undefined {
  return entries.length === 1 ? entries[0] : undefined
}

function settle(book: Book, out: Entry, into: Entry): void {
  const part = (entry: Entry) => ({ entry, symbol: entry.asset, quantity: absolute(entry.quantity) })
  const reason = `${out.label}: ${out.asset} moved within Coinbase, the holding stays the same`
  if (KINDS.get(out.type) === 'convert') addSwap(book, part(out), part(into))
  else if (out.asset !== into.asset) addExchange(book, part(out), part(into))
  else for (const entry of [out, into]) ignore(book, entry, reason)
}
