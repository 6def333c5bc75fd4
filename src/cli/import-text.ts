import type { Choices } from '../imports/choices/choices.ts'
import type { importStored } from '../imports/lifecycle.ts'
import type { Template } from '../imports/reading/template.ts'
import { visible } from './table.ts'

/** What became of a report, and of the template that its mapping was to become. */
export type Imported = { readonly result: Awaited<ReturnType<typeof importStored>>; readonly saved: Template | null }

type Order = Pick<Choices, 'plugin' | 'options'> & { readonly dryRun: boolean }

/** The same as lines of a terminal. */
export function importLines({ result, saved }: Imported, broker: string, { dryRun, plugin, options }: Order): string[] {
  const { rows, notes, refused, prices, otherChanges } = result
  const others =
    otherChanges.length === 0 ? '' : ` and ${otherChanges.length} other ${otherChanges.length === 1 ? 'broker' : 'brokers'}`
  const template = plugin === undefined && options === undefined ? notes.template : null
  return [
    `${dryRun ? 'Would import' : 'Imported'} ${result.imported} transactions into ${broker}${others}; ${result.duplicates} duplicates and ${result.skipped} others left out; ${result.assetsMade} new assets.`,
    ...(refused === null ? [] : [`It would be refused: ${refused.detail}`]),
    `Rows: ${rows.total} = ${rows.transactions} transactions + ${rows.parts} parts of them + ${rows.ignored} ignored + ${rows.issues} with issues.`,
    ...(prices.given === 0
      ? []
      : [
          `Closes in it: ${prices.given} = ${prices.added} stored + ${prices.present} on days that have one + ${prices.leftOut} left out.`,
        ]),
    ...(template === null ? [] : [`Read by your template "${template}".`]),
    ...(saved === null
      ? []
      : [`${dryRun ? 'Would save' : 'Saved'} the template "${saved.name}": it reads files with this header.`]),
    ...result.issues.map((issue) => `${issue.severity}: ${issue.row === null ? '' : `row ${issue.row}: `}${issue.detail}`),
  ].map(visible)
}
