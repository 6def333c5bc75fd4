import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import { checkFolder } from '#src/cli/plugin-check.ts'
import { checkImporterFile } from '#src/cli/plugin-check-one.ts'
import { type RunCheck, runApart } from '#src/cli/plugin-check-process.ts'
import { outcomeLines } from '#src/cli/plugin-check-text.ts'
import { type ListedImporter, listLines } from '#src/cli/plugin-list.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const LIMITS = { look: 20_000, work: 20_000, resident: 2 ** 31 }
/** As the process does it that is started for it, without one. */
const runHere: RunCheck = async (order, hear) => {
  await checkImporterFile(order, hear)
  return undefined
}
const within =
  (limits: Partial<typeof LIMITS>): RunCheck =>
  (order, hear) =>
    runApart(order, hear, { ...LIMITS, ...limits })
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** An importer of one layout; `change` is what a layout says beside its columns. */
const importer = (change = '', code = 'harbour', titles = "date: day('Day'), kind: text('What')") => `
export default ({ tableImporter, layout, day, text, number, isin }) => tableImporter(
  { code: '${code}', name: 'Harbour', broker: 'Harbour Bank', website: '', version: '3', extensions: ['csv'], languages: ['en'], description: 'Statements.', docs: 'Statements.' },
  [layout({
    name: 'Statement', dates: 'ymd', numbers: 'dot', amounts: 'net', currency: 'EUR',
    columns: { ${titles}, isin: isin('ISIN'), quantity: number('Units'), price: number('Price'), amount: number('Total') },
    kind: (line) => line.kind, rows: { Buy: 'BUY', Sell: 'SELL', Cash: 'MOVE' }, ${change}
  })])`

/** The same by hand, from what its functions do. */
const byHand = (recognises: string, parse: string) => `
export default {
  code: 'harbour', name: 'Harbour', broker: 'Harbour', website: '', version: '1', extensions: ['csv'], languages: ['en'], description: 'Statements.',
  docs: '', sampleColumns: [], assets: {}, recognises: (head) => { ${recognises} }, parse: (file, options, kit) => { ${parse} },
}`

const REPORT = [
  'Day,What,ISIN,Units,Price,Total',
  '2024-01-02,Cash,,,,1000',
  '2024-01-03,Buy,US0378331005,4,20,-80',
  '2024-02-05,Sell,US0378331005,-1,25,25',
  '2024-03-05,Riddle,,,,3',
  '2024-04-05,Cash,,,,-100',
  '2024-05-05,Buy,US0378331005,1,30,-30',
].join('\n')

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-check-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const check = (
  files: Readonly<Record<string, string>>,
  run = runHere,
  order: { isPartial?: boolean; options?: ImportOptions } = {},
) => checkFolder(folderOf(files), { options: {}, isPartial: false, ...order }, run)

async function faultsOf(files: Readonly<Record<string, string>>, run = runHere): Promise<string[]> {
  const outcome = await check(files, run)
  return outcomeLines(outcome, false).lines.filter((line) => line.startsWith('FAULT '))
}

test('an importer that does what it should: what it booked, left out and refused, cash and holdings, and no fault', async () => {
  const outcome = await check({
    'harbour.ts': importer(),
    'report.csv': `${REPORT}\n`,
    'notes.md': 'not a report',
    'types.d.ts': 'nonsense (',
  })
  const [one] = outcome.importers
  expect(one?.importer).toEqual({ code: 'harbour', name: 'Harbour', version: '3', extensions: ['csv'], languages: ['en'] })
  const [report] = one?.reports ?? []
  expect({ ...report, multiple: undefined, errors: report?.errors.map(({ code, rows }) => [code, rows]) }).toEqual({
    ...{ filename: 'report.csv', rows: 7, refused: null, confidence: 1, faults: [], warnings: [], multiple: undefined },
    transactions: { BUY: 2, DEPOSIT: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: { header: 1 },
    errors: [['unknown-type', [5]]],
    cash: { EUR: '815' },
    holdings: { US0378331005: '4' },
  })
  const { lines, faults } = outcomeLines(outcome, false)
  expect(faults).toBe(0)
  expect(lines.join('\n')).toMatch(/refused +unknown-type +1 {2}row 5: "Riddle" is no booking/)
  expect(lines.at(-1)).toBe('1 importer, 1 report: all is well.')
})

test('each broken promise is a fault of its report, with an example', async () => {
  const lost = byHand(
    'return head.text.startsWith("Day") ? 1 : 0',
    'return { transactions: [], assets: [], issues: [], ignored: [] }',
  )
  expect((await faultsOf({ 'a.ts': lost, 'r.csv': REPORT }))[0]).toBe(
    'FAULT r.csv: not each row accounted for, with drafts that the ledger allows: row 1 is lost',
  )
  const wrong = importer('').replace(
    "Buy: 'BUY'",
    "Buy: (line, book) => book.add({ type: 'BUY', asset: book.asset({ isin: line.isin }), quantity: '-1', amount: '5', currency: 'EUR' })",
  )
  expect((await faultsOf({ 'a.ts': wrong, 'r.csv': REPORT }))[0]).toContain('row 3: quantity: Not possible here')
  const short = REPORT.replace('Buy,US0378331005,4,20,-80', 'Sell,US0378331005,-4,20,80')
  expect((await faultsOf({ 'a.ts': importer(), 'r.csv': short }))[0]).toBe(
    'FAULT r.csv: not no holding below zero: 2024-01-03: -4 of US0378331005',
  )
  expect(
    (await check({ 'a.ts': importer(), 'r.csv': short }, runHere, { isPartial: true })).importers[0]?.reports[0]?.faults,
  ).toEqual([])
  const degiro = importer("when: (head) => head.filename === 'r.csv',")
  expect((await faultsOf({ 'a.ts': degiro, 'r.csv': REPORT }))[0]).toContain(
    'named download.csv it is recognised with 0 instead of 1',
  )
})

test('a file that no importer recognises is a fault that names what it lacks; one that two recognise, and two with one code, are faults', async () => {
  const foreign = await faultsOf({ 'a.ts': importer(), 'r.csv': REPORT.replace('Day,', 'Jour,') })
  expect(foreign).toEqual([expect.stringMatching(/^FAULT No importer here recognises r\.csv\. a\.ts: .* without "Day"/)])
  const twins = await faultsOf({ 'a.ts': importer(), 'b.ts': importer(), 'r.csv': REPORT })
  expect(twins).toEqual(['FAULT a.ts and b.ts have the same code, harbour.', 'FAULT r.csv is recognised by a.ts and b.ts.'])
  expect(await faultsOf({ 'a.ts': importer() })).toEqual([])
  await expect(check({ 'r.csv': REPORT })).rejects.toMatchObject({ code: 'plugins/no-importer' })
})

test.each([
  ['does not load', "throw new Error('no such luck')", /no such luck/],
  ['is no plugin', 'export default {}', /code must be lower case/],
  ['has the code of a built-in one', importer('', 'degiro'), /degiro already/],
  ['throws while it looks', byHand("throw new Error('short-sighted')", ''), /r\.csv: short-sighted \(line \d+ of a\.ts\)/],
  ['says more than certain', byHand('return 7', ''), /recognises must give a number from 0 to 1/],
  [
    'throws while it parses',
    byHand('return 1', 'return file.nothing.at(0)'),
    /r\.csv: undefined is not an object.*\(line \d+ of a\.ts\)/,
  ],
  ['gives nothing', byHand('return 1', ''), /parse must give an object/],
  ['gives no lists', byHand('return 1', 'return { transactions: 3 }'), /a list of transactions/],
  [
    'gives drafts without rows',
    byHand('return 1', 'return { transactions: [{}], assets: [], issues: [], ignored: [] }'),
    /must have rows/,
  ],
])('an importer that %s is one fault that says so', async (_, text, wanted) => {
  const faults = await faultsOf({ 'a.ts': text, 'r.csv': REPORT })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(wanted)
})

test('an importer that never ends, leaves or takes all memory is ended and named; those after it are checked', async () => {
  const endless = await check(
    { 'a.ts': byHand('return 1', 'for (;;) {}'), 'b.ts': importer('', 'bay'), 'r.csv': REPORT },
    within({ work: 700 }),
  )
  expect(endless.importers[0]?.faults).toEqual([
    expect.stringMatching(/^While checking r\.csv: .*: it took longer than 0\.7 seconds\.$/),
  ])
  expect(endless.importers[1]?.importer?.code).toBe('bay')
  const leaving = byHand('return 1', 'process.exit(0)')
  expect(await faultsOf({ 'a.ts': leaving, 'r.csv': REPORT }, within({}))).toEqual([
    expect.stringMatching(/^FAULT While checking r\.csv: each row.*: its process ended with 0\.$/),
  ])
  const greedy = byHand('return 1', 'const all = []; for (;;) { all.push(new Uint8Array(2 ** 24).fill(1)); Bun.sleepSync(5) }')
  const [fault] = await faultsOf({ 'a.ts': greedy, 'r.csv': REPORT }, within({ resident: 2 ** 28 }))
  expect(fault).toMatch(/it took more than 256 MiB of memory/)
})

test('an option that is missing is named; given, it is used', async () => {
  const text = importer()
    .replace(
      "docs: 'Statements.' }",
      "docs: 'Statements.', options: [{ name: 'currency', description: 'Of the account', type: 'currency', required: true }] }",
    )
    .replace("currency: 'EUR'", "currency: { option: 'currency' }")
  expect((await faultsOf({ 'a.ts': text, 'r.csv': REPORT }))[0]).toMatch(
    /r\.csv: The importer Harbour cannot do without: currency.*Of the account/,
  )
  const { importers } = await check({ 'a.ts': text, 'r.csv': REPORT }, runHere, { options: { currency: 'CHF' } })
  expect(importers[0]?.reports[0]?.cash).toEqual({ CHF: '815' })
})

test('the commands: check exits with 1 on a fault and needs nothing; what an importer prints does not get among the outcome; list has one’s own', async () => {
  const holdfast = async (words: readonly string[], env: Record<string, string> = {}) => {
    const child = Bun.spawn([process.execPath, MAIN, 'plugins', ...words], {
      stdout: 'pipe',
      stderr: 'pipe',
      env,
      cwd: folderOf({}),
    })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { code: await child.exited, out, err }
  }
  const good = folderOf({ 'harbour.ts': `console.log('look at me')\n${importer()}`, 'report.csv': REPORT })
  const checked = await holdfast(['check', good, '--json'])
  expect([checked.code, JSON.parse(checked.out).importers[0].reports[0].transactions.BUY, checked.err]).toEqual([
    0,
    2,
    'look at me\n',
  ])
  const bad = await holdfast(['check', folderOf({ 'a.ts': 'export default {}' })])
  expect([bad.code, bad.out.split('\n').at(-2)]).toEqual([1, '1 importer, 0 reports: 1 faults.'])

  const data = folderOf({})
  mkdirSync(join(data, 'plugins/brim'), { recursive: true })
  writeFileSync(join(data, 'plugins/brim/harbour.ts'), importer())
  writeFileSync(join(data, 'plugins/brim/broken.ts'), 'export default {}')
  const listed = await holdfast(['list', '--json'], { DATA_DIR: data })
  expect([listed.code, listed.err.includes('broken.ts')]).toEqual([0, true])
  const all: ListedImporter[] = JSON.parse(listed.out)
  expect(all.at(-1)).toMatchObject({ code: 'harbour', own: true, docs: 'Statements.' })
  expect(all.filter(({ own }) => own)).toHaveLength(1)
  const lines = listLines(all, false).join('\n')
  expect(lines).toMatch(/^harbour +Harbour +csv +en +your own +3$/m)
  expect(lines).toMatch(/^kucoin +KuCoin +csv +en +beta +\d/m)
})
