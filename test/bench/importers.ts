/**
 * What an importer costs per row: `bun test/bench/importers.ts [code ...]`. Each of the six parses files of 10,000, 40,000 and 160,000 rows, plain
 * ones and such whose rows are all of one minute; beside it the same text split into cells, which is the least that reading can cost.
 */
import { brokerPlugins } from '#plugins/brim/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { openReport } from '#test/support/importers.ts'
import { importerFile, isMade, type Shape } from './importer-files.ts'

const SIZES = [10_000, 40_000, 160_000]
const SHAPES: readonly Shape[] = ['plain', 'alike']
const wanted = process.argv.slice(2)

function microseconds(rows: number, work: () => unknown): number {
  const start = performance.now()
  work()
  return ((performance.now() - start) * 1000) / rows
}

for (const plugin of brokerPlugins.filter(({ code }) => isMade(code) && (wanted.length === 0 || wanted.includes(code))))
  for (const shape of SHAPES) {
    const cells: string[] = []
    for (const size of SIZES) {
      const text = importerFile(plugin.code, size, shape)
      const [file] = await openReport(new TextEncoder().encode(text), 'report.csv')
      if (!file) throw new Error('no file')
      const raw = microseconds(size, () => text.split('\n').map((line) => line.split(',')))
      let made = 0
      const parsed = microseconds(size, () => {
        made = plugin.parse(file, {}, kit).transactions.length
      })
      cells.push(`${size}: ${parsed.toFixed(1)} us a row (${(parsed / raw).toFixed(0)} x split, ${made} drafts)`)
    }
    process.stdout.write(`${plugin.code} ${shape}: ${cells.join('; ')}\n`)
  }
