import { expect, setDefaultTimeout, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { accountedFor, parseSample } from '#test/support/importers.ts'
import { importerFile, isMade } from '../../bench/importer-files.ts'

setDefaultTimeout(120_000)

for (const plugin of brokerPlugins.filter(({ code }) => isMade(code)))
  test(`${plugin.code}: of ten thousand rows of one minute each is accounted for, and each six make the same`, async () => {
    const drafts = async (rows: number) => {
      const { file, confidence, result } = await parseSample(
        plugin,
        new TextEncoder().encode(importerFile(plugin.code, rows, 'alike')),
      )
      expect(confidence).toBeGreaterThanOrEqual(0.5)
      expect(accountedFor(file, result)).toEqual([])
      return result.transactions.length
    }
    const [few, many] = [await drafts(2_400), await drafts(9_600)]
    expect(Math.abs(many - 4 * few)).toBeLessThanOrEqual(many / 100)
  })
