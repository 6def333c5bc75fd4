/** Exchanges whose rows are changes of balances write an event as several rows of one moment; its legs may stand a second apart. */
import { type ColumnTitles, findHeader, parseDay, parseTime } from '#plugins/kit/index.ts'
import type { ReportFile, Row, Table } from './contract.ts'

export type EventTitles = ColumnTitles<'moment' | 'kind' | 'wallet' | 'change'>

/** The rows of one kind, wallet and second; `sign`: what all of them do, 0 where some come in and some go out. */
type Second = { readonly at: number; readonly name: string; readonly moment: string; readonly places: number[]; sign: number }

/**
 * The file with the moment of the first leg in the second one, where nothing else of that event stands in either second. `eventOf` names the event
 * that a kind of row is a leg of; `undefined` for rows of their own.
 */
export function withOneMoment(file: ReportFile, titles: EventTitles, eventOf: (kind: string) => string | undefined): ReportFile {
  return { ...file, tables: file.tables.map((table) => joined(table, titles, eventOf)) }
}

function joined(table: Table, titles: EventTitles, eventOf: (kind: string) => string | undefined): Table {
  const columns = findHeader(table, titles, ['moment', 'kind', 'wallet', 'change'])?.columns
  if (columns === undefined) return table
  const { moment: at = 0, kind = 0, wallet = 0, change = 0 } = columns
  const seconds = new Map<string, Second>()
  for (const [place, { cells }] of table.rows.entries()) {
    const event = eventOf(cells[kind] ?? '')
    if (event === undefined) continue
    const [moment = '', name] = [cells[at], `${event} ${cells[wallet]}`]
    const [key, sign] = [`${name} ${moment}`, cells[change]?.trim().startsWith('-') === true ? -1 : 1]
    const known = seconds.get(key)
    if (known === undefined) seconds.set(key, { at: secondsOf(moment), name, moment, places: [place], sign })
    else if (known.places.push(place) > 0 && known.sign !== sign) known.sign = 0
  }
  const rows = [...table.rows]
  for (const [later, moment] of pairsOf(seconds))
    for (const place of later.places) rows[place] = movedTo(rows[place] as Row, at, moment)
  return { ...table, rows }
}

/** Halves of events with the moment of the other half, one second before. */
function pairsOf(seconds: ReadonlyMap<string, Second>): [Second, string][] {
  const halves = new Map<string, Second>()
  for (const one of seconds.values()) if (one.sign !== 0) halves.set(`${one.name} ${one.at}`, one)
  const taken = new Set<Second>()
  return [...halves.values()]
    .toSorted((a, b) => a.at - b.at)
    .flatMap((first): [Second, string][] => {
      const second = halves.get(`${first.name} ${first.at + 1}`)
      if (second === undefined || second.sign === first.sign || taken.has(first)) return []
      taken.add(second)
      return [[second, first.moment]]
    })
}

const movedTo = ({ number, cells }: Row, at: number, moment: string): Row => ({ number, cells: cells.with(at, moment) })

function secondsOf(moment: string): number {
  return Date.parse(`${parseDay(moment, 'ymd')}T${parseTime(moment)}Z`) / 1000
}
