/** What becomes of a report that was exported in the midst of a day and comes again later, whole. */
import type { ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import { bodyOf, shapeOf, withRows } from './forms.ts'
import { importAll, type Reader } from './ledger.ts'
import { differences, type Parsed } from './properties.ts'

const MOST_CUTS = 10

/**
 * (g) The older rows of a file, up to some hour of a day, and then the whole file: the same money and units as the file alone. Ids and texts may be those of the
 * part. Only where the rows stand in the order of time below one row of titles, and at places where the clock goes on and nothing is torn apart.
 */
export async function changedByHours(reader: Reader, { file, result }: Parsed): Promise<string[]> {
  const shape = shapeOf(reader.plugin, file, result)
  const rows = bodyOf(file, shape).map(({ number }) => number)
  if (shape.headers.size !== 1 || new Set(rows).size !== rows.length) return []
  const booked = byRow(result.transactions)
  const moments = rows.flatMap((row) => booked.get(row)?.slice(0, 1).map(momentOf) ?? [])
  const isNewestFirst = (moments[0] ?? '') > (moments.at(-1) ?? '')
  const inTime = isNewestFirst ? rows.toReversed() : rows
  const lastPlaces = lastPlacesOf(inTime, booked)
  let reach = -1
  const cuts = inTime.flatMap((row, at) => {
    const isWhole = reach < at
    reach = Math.max(reach, ...eventsOf(row, booked).map((event) => lastPlaces.get(event) ?? at))
    return isWhole && goesOn(booked.get(inTime[at - 1] ?? 0)?.[0], booked.get(row)?.[0]) ? [at] : []
  })
  if (cuts.length === 0) return []
  const step = Math.ceil(cuts.length / MOST_CUTS)
  const whole = figuresOf(await importAll(reader, [file]))
  const faults: string[] = []
  for (const at of cuts.filter((_, index) => index % step === 0)) {
    const older = new Set(inTime.slice(0, at))
    const part: ReportFile = withRows(file, shape, (row) => older.has(row))
    const both = figuresOf(await importAll(reader, [part, file]))
    faults.push(...differences(`exported before row ${inTime[at]}, and whole`, whole, both))
  }
  return faults
}

function byRow(drafts: readonly TransactionDraft[]): ReadonlyMap<number, readonly TransactionDraft[]> {
  const found = new Map<number, TransactionDraft[]>()
  for (const draft of drafts) for (const row of draft.rows) found.set(row, [...(found.get(row) ?? []), draft])
  return found
}

function momentOf({ date, time = '' }: TransactionDraft): string {
  return `${date} ${time}`
}

type Event = TransactionDraft | string

/** The drafts of a row, those of a group as one. */
function eventsOf(row: number, booked: ReturnType<typeof byRow>): Event[] {
  return (booked.get(row) ?? []).map((draft) => draft.group ?? draft)
}

/** Where each event ends. */
function lastPlacesOf(rows: readonly number[], booked: ReturnType<typeof byRow>): ReadonlyMap<Event, number> {
  return new Map(rows.flatMap((row, at) => eventsOf(row, booked).map((event) => [event, at] as const)))
}

/** Whether two rows are of the same day, and the clock went on between them. */
function goesOn(before: TransactionDraft | undefined, after: TransactionDraft | undefined): boolean {
  if (before?.time === undefined || after?.time === undefined) return false
  return before.date === after.date && before.time !== after.time
}

function figuresOf(drafts: readonly TransactionDraft[]): string[] {
  const figures = drafts.map(({ type, date, asset, quantity, amount, currency, fees, taxes, ratio }) =>
    JSON.stringify({ type, date, asset, quantity, amount, currency, fees, taxes, ratio }),
  )
  return figures.sort()
}
