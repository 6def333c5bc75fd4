import type { Command } from 'commander'
import type { z } from 'zod'
import type { ChartOrder } from '../../portfolio/charts/chart.task.ts'
import type { explained } from '../../portfolio/explain/schema.ts'
import type { ReportOrder } from '../../portfolio/report.task.ts'
import type { requestRange } from '../../portfolio/schema.ts'
import type { Writer } from './figures.ts'
import type { ReportOptions } from './options.ts'

/** Who reads a report, and how. */
export type Look = {
  readonly writer: Writer
  readonly isColoured: boolean
  readonly brokerNameOf: (id: number) => string
  /** What an asset is called: its symbol, or its name where that says more than an ISIN. */
  readonly assetNameOf: (id: number, symbol: string) => string
}

export type Explanations = z.infer<typeof explained.explain>
/** A row whose figures are explained. */
export type ExplainedRow = { readonly title: string; readonly row: { readonly explain: Explanations } }

export type Warnings = z.infer<typeof requestRange.warnings>

/** What every report says about itself. */
export type Echo = {
  readonly as_of?: string
  readonly from?: string
  readonly to?: string
  readonly currency: string
  readonly method: string
  readonly owned: boolean
  readonly scope?: string
  readonly warnings: Warnings
}

/** A report of the command line: that of the interface, `A`, in lines. */
type Definition<A> = {
  readonly name: string
  readonly description: string
  /** Of several days, or at the end of one. */
  readonly days: 'range' | 'day'
  readonly hasScope: boolean
  readonly example: string
  /** Adds options of its own. */
  readonly addOptions?: (command: Command) => unknown
  readonly orderOf: (options: ReportOptions) => ReportOrder
  readonly chartOf?: (options: ReportOptions) => ChartOrder
  readonly lines: (answer: A, look: Look) => readonly string[]
  /** Assets that the lines name. */
  readonly assetIds?: (answer: A) => readonly (number | null)[]
  /** What `--explain` explains. */
  readonly explained?: (answer: A) => readonly ExplainedRow[]
}

/** The same for an answer as text. */
export type Kind = Omit<Definition<never>, 'lines' | 'explained' | 'assetIds'> & {
  readonly hasExplain: boolean
  readonly read: (text: string) => {
    readonly echo: Echo
    readonly lines: (look: Look) => readonly string[]
    readonly assetIds: readonly (number | null)[]
    readonly explained: () => readonly ExplainedRow[]
  }
}

export function kindOf<A extends Echo>({ lines, explained, assetIds, ...rest }: Definition<A>): Kind {
  return {
    ...rest,
    hasExplain: explained !== undefined,
    read: (text) => {
      const answer: A = JSON.parse(text)
      return {
        echo: answer,
        lines: (look) => lines(answer, look),
        assetIds: assetIds?.(answer) ?? [],
        explained: () => explained?.(answer) ?? [],
      }
    },
  }
}
