import { type Output, writeOutput } from '../../shared/output.ts'
import type { Task } from '../../task.ts'
import type { ChosenNow } from '../choices/choices.ts'
import { importersFor } from '../reading/importers.ts'
import type { Report } from '../report.ts'
import { previewRestToWire } from '../wire.ts'
import { buildPreview, type ReportState } from './preview.ts'

type Page = Parameters<typeof previewRestToWire>[1]
type Input = { readonly report: Report; readonly choice: ChosenNow; readonly page: Page }

const ITEMS_AT_ONCE = 200

/** A preview as JSON but for its `report`, which is written first, and the state that the report comes into. */
export const previewTask: Task<Input, { readonly state: ReportState; readonly output: Output }> = {
  name: 'imports/preview',
  readsFiles: true,
  importersFor: ({ report, choice }) => importersFor(report, choice),
  run: async (ctx, { report, choice, page }) => {
    const { state, rest } = await buildPreview(ctx, report, choice)
    return { state, output: writeOutput(membersOf(previewRestToWire(rest, page)), ctx.folders.temporary) }
  },
}

/** What stands in an object after a first member, up to its end; lists in pieces. */
function* membersOf(body: object): Iterable<string> {
  for (const [key, value] of Object.entries(body)) {
    yield `,${JSON.stringify(key)}:`
    if (Array.isArray(value)) yield* itemsOf(value)
    else yield JSON.stringify(value)
  }
  yield '}'
}

function* itemsOf(items: readonly unknown[]): Iterable<string> {
  yield '['
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE)
    yield (at === 0 ? '' : ',') + JSON.stringify(items.slice(at, at + ITEMS_AT_ONCE)).slice(1, -1)
  yield ']'
}
