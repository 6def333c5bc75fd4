import { coloured, visible } from '../table.ts'
import type { Warnings } from './kind.ts'

/** What is missing or stale behind a report, and the request that mends it where there is one. */
export function warningLines(warnings: Warnings, isColoured: boolean): string[] {
  if (warnings.length === 0) return []
  return [
    '',
    coloured({ text: `Warnings (${warnings.length})`, tone: 'strong' }, isColoured),
    ...warnings.map(({ code, detail, from, to }) => {
      const days = from === to ? from : `${from} to ${to}`
      return `${coloured({ text: code, tone: 'bad' }, isColoured)}  ${visible(detail)} (${days})`
    }),
  ]
}
