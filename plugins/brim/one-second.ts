/** Exchanges whose rows are changes of balances write an event as several rows of one moment; its legs may stand a second apart. */
import { type ColumnTitles, findHeader, parseDay, parseTime, remembered, trimmed } from '#plugins/kit/index.ts'
import type { ReportFile, Row, Table } from './contract.ts'

export type EventTitles = ColumnTitles<'moment' | 'kind' | 'wallet' | 'change'>

/** The rows of one kind, wallet and second; `sign`: what all of them do, fees apart, 0 where some come in and some go out. */
type Second = { readonly at: number; readonly name: string; readonly moment: string; readonly places: number[]; sign?: number }

type OfWallet = Second & { readonly event: string; readonly wallet: string }

type EventOf = (kind: string) => string | undefined
type IsFee = (kind: string) => boolean

const LONGEST_KIND = 60

/**
 * The file with the moment of the first leg in the second one, where nothing else of that event stands in either second. `eventOf` names the event
 * that a kind of row is a leg of; `undefined` for rows of their own. Fees of it (`isFee`) may stand in either second, and tell nothing.
 */
export function withOneMoment(file: ReportFile, titles: EventTitles, eventOf: EventOf, isFee: IsFee): ReportFile {
  const nameOf = remembered((kind) => eventOf(kind) ?? '', LONGEST_KIND)
  const known = [nameOf, remembered(isFee, LONGEST_KIND)] as const
  return { ...file, tables: file.tables.map((table) => joined(table, titles, ...known)) }
}

/** `eventOf` names none by an empty text. */
function joined(table: Table, titles: EventTitles, eventOf: (kind: string) => string, isFee: IsFee): Table {
  const columns = findHeader(table, titles, ['moment', 'kind', 'wallet', 'change'])?.columns
  if (columns === undefined) return table
  const { moment: at = 0, kind = 0, wallet = 0, change = 0 } = columns
  const seconds = new Map<string, OfWallet>()
  let last: OfWallet | undefined
  for (let place = 0; place < table.rows.length; place++) {
    const { cells } = table.rows[place] as Row
    const event = eventOf(trimmed(cells[kind]))
    if (event === '') continue
    const [moment, own] = [trimmed(cells[at]), trimmed(cells[wallet])]
    // Rows of one event stand together, mostly.
    if (last === undefined || last.moment !== moment || last.event !== event || last.wallet !== own) {
      const name = `${event} ${own}`
      const key = `${name} ${moment}`
      last = seconds.get(key) ?? { at: secondsOf(moment), name, moment, places: [], event, wallet: own }
      seconds.set(key, last)
    }
    last.places.push(place)
    const sign = trimmed(cells[change]).startsWith('-') ? -1 : 1
    if (!isFee(trimmed(cells[kind]))) last.sign = last.sign === undefined || last.sign === sign ? sign : 0
  }
  const rows = [...table.rows]
  for (const [later, moment] of pairsOf(seconds))
    for (const place of later.places) rows[place] = movedTo(rows[place] as Row, at, moment)
  return { ...table, rows }
}

/** Halves of events with the moment of the other half, one second before. Of an odd number in a row nothing tells which two belong together. */
function pairsOf(seconds: ReadonlyMap<string, Second>): [Second, string][] {
  const halves = new Map<string, Second>()
  for (const one of seconds.values()) if (one.sign === 1 || one.sign === -1) halves.set(`${one.name} ${one.at}`, one)
  const nextOf = (one: Second) => {
    const next = halves.get(`${one.name} ${one.at + 1}`)
    return next !== undefined && next.sign !== one.sign ? next : undefined
  }
  const pairs: [Second, string][] = []
  const taken = new Set<Second>()
  for (const first of [...halves.values()].toSorted((a, b) => a.at - b.at)) {
    if (taken.has(first)) continue
    const run: Second[] = []
    for (let one: Second | undefined = first; one !== undefined; one = nextOf(one)) run.push(one)
    for (const one of run) taken.add(one)
    for (const [place, later] of run.length % 2 === 0 ? run.entries() : [])
      if (place % 2 === 1) pairs.push([later, run[place - 1]?.moment ?? later.moment])
  }
  return pairs
}

const movedTo = ({ number, cells }: Row, at: number, moment: string): Row => ({ number, cells: cells.with(at, moment) })

function secondsOf(moment: string): number {
  return Date.parse(`${parseDay(moment, 'ymd')}T${parseTime(moment)}Z`) / 1000
}
