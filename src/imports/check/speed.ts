import type { BrokerPlugin, ImportOptions, ReportFile } from '#plugins/brim/contract.ts'
import { readCsv } from '#plugins/kit/csv.ts'
import * as kit from '#plugins/kit/index.ts'

export type Speed = { readonly parse: number; readonly readCsv: number }

const ROUNDS = 2

/** (i) Milliseconds of parsing a CSV and of reading its cells, the quicker of two rounds; `undefined` for what is no CSV. */
export function speedOf(plugin: BrokerPlugin, file: ReportFile, options: ImportOptions): Speed | undefined {
  if (file.format !== 'csv') return undefined
  return { parse: quickest(() => plugin.parse(file, options, kit)), readCsv: quickest(() => readCsv(file.text)) }
}

function quickest(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...rounds)
}
