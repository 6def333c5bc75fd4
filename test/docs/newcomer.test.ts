/** What plugins/README.md tells somebody who has a file and no importer, step by step. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkFolder } from '#src/cli/plugin-check.ts'
import { checkImporterFile } from '#src/cli/plugin-check-one.ts'
import { outcomeLines } from '#src/cli/plugin-check-text.ts'
import { openBytes } from '#test/plugins/brim/sample.ts'
import { skeletonOf } from '#test/plugins/brim/tools/skeleton.ts'

const readme = await Bun.file(new URL('../../plugins/README.md', import.meta.url)).text()
const block = (kind: string) => new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? ''
const root = mkdtempSync(join(tmpdir(), 'newcomer-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What `holdfast plugins check` prints of an importer beside the report of the README. */
async function check(folder: string, importer: string): Promise<{ readonly lines: readonly string[]; readonly faults: number }> {
  await Bun.write(join(root, folder, 'acme.ts'), importer)
  await Bun.write(join(root, folder, 'statement.csv'), block('csv'))
  const outcome = await checkFolder(join(root, folder), { options: {}, isPartial: false }, async (order, hear) => {
    await checkImporterFile(order, hear)
    return undefined
  })
  return outcomeLines(outcome, false)
}

test('the importer and the report of the README give what the README shows', async () => {
  const { lines, faults } = await check('single-file', block('ts'))
  const [command, ...shown] = (/```\n(\$ holdfast[\s\S]*?)```/.exec(readme)?.[1] ?? '').trimEnd().split('\n')
  expect(command).toBe('$ holdfast plugins check .')
  expect(lines.map((line) => line.replace(/in [\d.]+ times/, 'in … times'))).toEqual(shown)
  expect(faults).toBe(0)
})

test('what `bun run importer new` writes of that report reads it as it stands, but for the kinds that no word tells', async () => {
  const [table] = (await openBytes(new TextEncoder().encode(block('csv')), 'statement.csv')).tables
  if (table === undefined) throw new Error('the README shows no report')
  const { importer } = skeletonOf('acme', table, undefined)
  const alone = importer
    .replace(/^import \{ (.*) \} from .*$/m, 'export default ({ $1 }) => {')
    .replace('export const acme =', 'return')
    .replace("description: ''", "description: 'Statement'")
  expect(importer).toContain("// 'Riddle': { skip: 'why nothing is made of it' },")
  // The report does not say its currency.
  const { lines, faults } = await check(
    'skeleton',
    `${alone.replace("numbers: 'comma',", "numbers: 'comma', currency: 'EUR',")}}\n`,
  )
  expect(faults).toBe(0)
  const text = lines.join('\n').replace(/ +/g, ' ')
  for (const part of ['BUY 1', 'DEPOSIT 1', 'SELL 1', 'unknown-type 2 rows 6, 7', 'cash EUR 939.5', 'holdings US0378331005 2'])
    expect(text).toContain(part)
})

test('what `bun run importer new` writes tells the change of a balance from the balance, which it has checked', async () => {
  const report =
    'Date,Type,BalanceChange,Balance,Exchange\n2024-02-01,Deposit,120.00,120.00,XETR\n2024-02-05,Deposit,5.50,125.50,XETR\n'
  const [table] = (await openBytes(new TextEncoder().encode(report), 'statement.csv')).tables
  if (table === undefined) throw new Error('the report has no table')
  const { importer } = skeletonOf('acme', table, undefined)
  for (const part of ["amount: number('BalanceChange')", "balance: number('Balance')", "  stated: { balance: 'balance' },"])
    expect(importer).toContain(part)
})

test('every command of the README that begins with `bun run importer` is one that there is', async () => {
  const named = [...new Set([...readme.matchAll(/`bun run importer (\w+)/g)].map(([, word]) => word ?? ''))].sort()
  const source = await Bun.file(new URL('../plugins/brim/tools/importer.ts', import.meta.url)).text()
  expect(named).toEqual(['golden', 'new', 'table'])
  for (const word of named) expect(source).toContain(`command === '${word}'`)
})
