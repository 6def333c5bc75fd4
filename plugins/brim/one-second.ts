/** Exchanges whose rows are changes of balances write an event as several rows of one moment; its legs may stand a second apart. */
import { type ColumnTitles, findHeader, parseDay, parseTime, remembered, trimmed } from '#plugins/kit/index.ts'
import type { ReportFile, Row, Table } from './contract.ts'

export type EventTitles = ColumnTitles<'moment' | 'kind' | 'wallet' | 'change'>

/** The rows of one event, wallet and second; `sign`: what all of them do, fees apart, 0 where some come in and some go out. */
type Second = {
  readonly event: string
  readonly wallet: string
  readonly moment: string
  readonly places: number[]
  sign: number | undefined
  /** Another event or wallet in the same second. */
  readonly next: Second | undefined
}
type Half = { readonly of: Second; readonly at: number }

/** What a kind of row is: a leg of `event`, or a fee of it, which tells nothing. */
export type Kind = { readonly event: string; readonly isFee: boolean }

const LONGEST_KIND = 60

/**
 * The file with the moment of the first leg in the second one, where nothing else of that event stands in either second. Fees of it may stand in either
 * second. `kindOf` answers nothing for rows of their own.
 */
export function withOneMoment(file: ReportFile, titles: EventTitles, kindOf: (kind: string) => Kind | undefined): ReportFile {
  const known = remembered((kind) => kindOf(kind) ?? 'alone', LONGEST_KIND)
  return { ...file, tables: file.tables.map((table) => joined(table, titles, known)) }
}

function joined(table: Table, titles: EventTitles, kindOf: (kind: string) => Kind | 'alone'): Table {
  const columns = findHeader(table, titles, ['moment', 'kind', 'wallet', 'change'])?.columns
  if (columns === undefined) return table
  const { moment: at = 0, kind: kindAt = 0, wallet: walletAt = 0, change = 0 } = columns
  const seconds = new Map<string, Second>()
  let last: Second | undefined
  for (let place = 0; place < table.rows.length; place++) {
    const { cells } = table.rows[place] as Row
    const kind = kindOf(trimmed(cells[kindAt]))
    if (kind === 'alone') continue
    const { event, isFee } = kind
    const moment = trimmed(cells[at])
    const wallet = trimmed(cells[walletAt])
    // Rows of one event stand together, mostly.
    if (last === undefined || last.moment !== moment || last.event !== event || last.wallet !== wallet)
      last = secondIn(seconds, moment, event, wallet)
    last.places.push(place)
    const sign = trimmed(cells[change]).startsWith('-') ? -1 : 1
    if (!isFee) last.sign = last.sign === undefined || last.sign === sign ? sign : 0
  }
  const rows = [...table.rows]
  for (const [later, moment] of pairsOf(seconds.values()))
    for (const place of later.places) rows[place] = movedTo(rows[place] as Row, at, moment)
  return { ...table, rows }
}

function secondIn(seconds: Map<string, Second>, moment: string, event: string, wallet: string): Second {
  const next = seconds.get(moment)
  for (let one = next; one !== undefined; one = one.next) if (one.event === event && one.wallet === wallet) return one
  const second: Second = { event, wallet, moment, places: [], sign: undefined, next }
  seconds.set(moment, second)
  return second
}

/** Halves of events with the moment of the other half, one second before. Of an odd number in a row nothing tells which two belong together. */
function pairsOf(seconds: Iterable<Second>): [Second, string][] {
  const halves = new Map<string, Half>()
  const keyOf = ({ event, wallet }: Second, at: number) => `${event} ${wallet} ${at}`
  for (const same of seconds)
    for (let one: Second | undefined = same; one !== undefined; one = one.next) {
      const half = one.sign === 1 || one.sign === -1 ? { of: one, at: secondsOf(one.moment) } : undefined
      if (half !== undefined) halves.set(keyOf(one, half.at), half)
    }
  const nextOf = ({ of, at }: Half) => {
    const next = halves.get(keyOf(of, at + 1))
    return next !== undefined && next.of.sign !== of.sign ? next : undefined
  }
  const pairs: [Second, string][] = []
  const taken = new Set<Half>()
  for (const first of [...halves.values()].toSorted((a, b) => a.at - b.at)) {
    if (taken.has(first)) continue
    const run: Half[] = []
    for (let one: Half | undefined = first; one !== undefined; one = nextOf(one)) run.push(one)
    for (const one of run) taken.add(one)
    for (const [place, { of }] of run.length % 2 === 0 ? run.entries() : [])
      if (place % 2 === 1) pairs.push([of, run[place - 1]?.of.moment ?? of.moment])
  }
  return pairs
}

const movedTo = ({ number, cells }: Row, at: number, moment: string): Row => ({ number, cells: cells.with(at, moment) })

function secondsOf(moment: string): number {
  return Date.parse(`${parseDay(moment, 'ymd')}T${parseTime(moment)}Z`) / 1000
}
