/** That the checks of parts find importers that break their promise; the contract test holds every importer of ours against them. */
import { expect, test } from 'bun:test'
import type { BrokerPlugin, TransactionDraft } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import { changedByHours } from '#src/imports/check/hours.ts'
import { openReader } from '#src/imports/check/ledger.ts'
import { changedByParts } from '#src/imports/check/properties.ts'
import { createLog } from '#src/log.ts'
import { openReport } from '#test/support/importers.ts'

const layout = kit.layout({
  name: 'Deals',
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    date: kit.day('Day'),
    time: kit.clock('Time'),
    kind: kit.text('Kind'),
    symbol: kit.text('Symbol'),
    quantity: kit.number('Units'),
    amount: kit.number('Amount'),
    unit: kit.unit('Currency'),
  },
  rows: { Buy: 'BUY' },
})
// Only `parse` is turned into another below.
const { parseInSteps: _, ...deals } = kit.tableImporter(
  { code: 'deals', name: 'Deals', website: 'https://deals.example', description: '', docs: '' },
  [layout],
)

/** The same importer, which makes something else of its drafts. */
function turned(
  change: (draft: TransactionDraft, index: number, all: readonly TransactionDraft[]) => TransactionDraft,
): BrokerPlugin {
  const parse: BrokerPlugin['parse'] = (...given) => {
    const report = deals.parse(...given)
    return { ...report, transactions: [...report.transactions].map(change) }
  }
  return { ...deals, parse }
}

const ROWS = [
  '2024-03-04,09:00:00,Buy,ACME,1,-10,EUR',
  '2024-03-04,09:30:00,Buy,ACME,2,-20,EUR',
  '2024-03-04,10:00:00,Buy,ACME,3,-30,EUR',
  '2024-03-05,09:00:00,Buy,ACME,4,-40,EUR',
]

async function faultsOf(plugin: BrokerPlugin, rows: readonly string[], check: typeof changedByHours): Promise<string[]> {
  const text = ['Day,Time,Kind,Symbol,Units,Amount,Currency', ...rows, ''].join('\n')
  const [file] = await openReport(new TextEncoder().encode(text), 'deals.csv')
  if (file === undefined) throw new Error('no file')
  const log = createLog({ level: 'silent', format: 'json', write: () => {} })
  const reader = openReader({ plugin, options: {}, lastDay: '2030-12-31', log })
  return await check(reader, { file, result: plugin.parse(file, {}, kit) })
}

const FORMS = [ROWS, ROWS.toReversed()] as const

test('an importer whose rows say for themselves what they are keeps both promises, whichever row comes first', async () => {
  for (const rows of FORMS)
    for (const check of [changedByHours, changedByParts]) expect(await faultsOf(deals, rows, check)).toEqual([])
})

test('figures that follow from the number of rows of the day are found where a day is exported before its end', async () => {
  const costs = turned((draft, _, all) => ({ ...draft, fees: String(all.filter(({ date }) => date === draft.date).length) }))
  for (const rows of FORMS) {
    const [first, ...others] = await faultsOf(costs, rows, changedByHours)
    expect([first, others.length]).toEqual([expect.stringMatching(/^exported before row \d, and whole: /), 1])
    expect(await faultsOf(costs, rows, changedByParts)).toEqual([])
  }
})

test('an asset whose name and currency follow from where it stands in the file is found in parts', async () => {
  const named: BrokerPlugin = {
    ...deals,
    parse: (...given) => {
      const report = deals.parse(...given)
      const assets = report.assets.map((asset) => ({ ...asset, symbol: `${asset.symbol}-${[...report.transactions].length}` }))
      return { ...report, assets }
    },
  }
  const faults = await faultsOf(named, ROWS, changedByParts)
  expect(faults.join()).toContain('(another asset)')
})
