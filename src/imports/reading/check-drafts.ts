import type { ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { createYielder, yieldToEventLoop } from '../../shared/event-loop.ts'
import type { Issue, KeyedDraft } from '../report.ts'
import { draftFault } from './draft-shape.ts'
import { placesOf } from './order.ts'
import { contractFault } from './stated.ts'

/** Drafts between two looks at the clock. */
const DRAFTS_A_LOOK = 50

/**
 * The drafts that the ledger could hold, with their keys and places, and an issue for each that it could not. `placeOf` tells the file and the row that
 * a row number stands for.
 */
export async function checkDrafts(
  opened: ReportFile,
  parsed: ParsedReport,
  placeOf: (row: number) => { readonly file: string | null; readonly row: number },
): Promise<{ drafts: KeyedDraft[]; faults: Issue[] }> {
  const refs = new Set(parsed.assets.map((asset) => asset.ref))
  const contracts = new Map(parsed.assets.map((asset) => [asset.ref, contractFault(asset)]))
  const nthOf = createCounter()
  const drafts: (KeyedDraft & { place: number })[] = []
  const faults: Issue[] = []
  const yieldWhenDue = createYielder()
  let index = 0
  for (const draft of parsed.transactions) {
    const pause = index++ % DRAFTS_A_LOOK === 0 ? yieldWhenDue() : undefined
    if (pause !== undefined) await pause
    const fault = draftFault(draft, refs) ?? (draft.asset === undefined ? undefined : contracts.get(draft.asset))
    const row = draft.rows[0]
    if (fault !== undefined) {
      faults.push({
        row,
        severity: 'error',
        code: 'draft-invalid',
        detail: `The import plugin made something that the ledger cannot hold: ${fault}`,
      })
      continue
    }
    const nth = nthOf(row)
    const { file, row: own } = placeOf(row)
    const number = nth === 1 ? String(own) : `${own}.${nth}`
    drafts.push({ key: file === null ? number : `${file}:${number}`, file, draft, place: 0 })
  }
  await yieldToEventLoop()
  const sound = faults.length === 0 ? parsed.transactions : drafts.map((entry) => entry.draft)
  const places = placesOf(opened, parsed, sound)
  for (let place = 0; place < places.length; place++) {
    const entry = drafts[places[place] ?? 0]
    if (entry !== undefined) entry.place = place
  }
  return { drafts, faults }
}

/** Counts the drafts of each row. Most files go from row to row: only those that come back to one need to remember them. */
function createCounter(): (row: number) => number {
  let [last, nth] = [0, 0]
  let counts: Map<number, number> | undefined
  const passed: number[] = []
  return (row) => {
    if (counts === undefined && row >= last) {
      nth = row === last ? nth + 1 : 1
      last = row
      passed.push(row)
      return nth
    }
    if (counts === undefined) {
      counts = new Map()
      for (const each of passed) counts.set(each, (counts.get(each) ?? 0) + 1)
    }
    const count = (counts.get(row) ?? 0) + 1
    counts.set(row, count)
    return count
  }
}
