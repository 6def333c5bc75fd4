import { afterAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IDENTIFIABLE_KINDS } from '#plugins/assets/contract.ts'
import openfigi from '#plugins/assets/openfigi/index.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { serve } from './serve.ts'

const folder = fileURLToPath(recorded('samples/prices2/'))
const { isThere, test } = needing('samples/prices2/')
let read = 0
afterAll(() => {
  if (isThere) console.log(`${read} recorded answers of OpenFIGI read`)
})

function sample(name: string): string {
  read += 1
  return readFileSync(`${folder}openfigi/${name}.json`, 'utf8')
}

const give = (name: string, query: Parameters<typeof openfigi.identify>[0][number]) =>
  openfigi.identify([query], serve(() => sample(name)).tools)

test('the listings of a ticker, an ISIN on one market, and a CUSIP', async () => {
  const cases = [
    ['mapping_TICKER_AAPL_US', { kind: 'TICKER', value: 'AAPL' }, 'AAPL US'],
    ['mapping_ISIN_US0378331005_EUR_XETR', { kind: 'ISIN', value: 'US0378331005', mic: 'XETR', currency: 'EUR' }, 'APC GY'],
    ['mapping_CUSIP_IBM_US', { kind: 'CUSIP', value: '459200101' }, 'IBM US'],
  ] as const
  const expected: { file: string; value: string }[] = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'))
  for (const [name, query, listed] of cases) {
    const [answer] = await give(name, query)
    const found = answer?.listings.map((one) => [`${one.symbol} ${one.exchange}`, one.figi, one.type])
    const figi = expected.find((one) => one.file === `openfigi/${name}.json`)?.value
    expect(found).toEqual([[listed, figi, 'STOCK']])
  }
})

test('jobs that are wrong, what is no answer to a mapping, and the kinds that it knows', async () => {
  const query = { kind: 'ISIN', value: 'X' } as const
  expect(await give('mapping_invalid_idValue', query)).toEqual([
    { listings: [], fault: 'OpenFIGI says: Invalid idValue format.' },
  ])
  expect(await give('mapping_invalid_idType', query)).toEqual([
    { listings: [], fault: 'OpenFIGI says: Invalid value for idType.' },
  ])
  await expect(give('filter_no_data', query)).rejects.toMatchObject({ code: 'source/format' })
  const { values } = JSON.parse(sample('mapping_values_idType'))
  const { tools, calls } = serve(() => JSON.stringify(IDENTIFIABLE_KINDS.map(() => ({ warning: 'No identifier found.' }))))
  await openfigi.identify(
    IDENTIFIABLE_KINDS.map((kind) => ({ kind, value: 'X' })),
    tools,
  )
  for (const { idType } of JSON.parse(calls[0]?.body ?? '[]')) expect(values).toContain(idType)
})
