import { expect } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { headOf } from '#plugins/kit/head.ts'
import { openSample } from '#test/support/importers.ts'
import { sampleAt, samplesLike, testSamples } from '#test/support/samples.ts'

/** Who opens how many of the recorded reports of a folder, and how sure of it; whoever is not named here opens none of them. */
const OPENED = {
  'coinbase: coinbase': { files: 14, sure: 0.97 },
  'degiro: degiro': { files: 25, sure: 0.9 },
  'ghostfolio: ibkr': { files: 1, sure: 0.95 },
  'ibkr: ibkr': { files: 30, sure: 0.95 },
  'lande: broker_generic_csv': { files: 1, sure: 0.05 },
  'mintos: broker_generic_csv': { files: 1, sure: 0.05 },
  'revolut: broker_generic_csv': { files: 1, sure: 0.05 },
  'revolut: revolut': { files: 4, sure: 0.92 },
  'trading212: trading212': { files: 23, sure: 0.98 },
}

testSamples('every recorded report is opened by the importer of its broker and by no other', async () => {
  const found: Record<string, { files: number; sure: number }> = {}
  for (const path of samplesLike('*/*.{csv,json,txt,tsv,xlsx,xml}')) {
    const [file] = await openSample(sampleAt(path))
    if (!file) continue
    // Those made of layouts are held against each sample by the contract test.
    for (const plugin of brokerPlugins.filter(({ layouts }) => layouts === undefined)) {
      const sure = plugin.recognises(headOf(file))
      const key = `${path.split('/')[0]}: ${plugin.code}`
      if (sure > 0) found[key] = { files: (found[key]?.files ?? 0) + 1, sure: Math.min(sure, found[key]?.sure ?? 1) }
    }
  }
  expect(found).toEqual(OPENED)
})
