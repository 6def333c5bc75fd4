import type { Command } from 'commander'
import { type CoverageRow, listCoverage } from '../fx/coverage.ts'
import { coverageToWire } from '../fx/coverage.wire.ts'
import { routeKey } from '../fx/discovery.ts'
import { parseCode } from './arguments.ts'
import { chooseUser } from './choose.ts'
import { addExample } from './example.ts'
import type { Shell } from './shell.ts'
import { tableLines } from './table.ts'

const COLUMNS = [
  { title: 'Currency', align: 'left' },
  { title: 'To', align: 'left' },
  { title: 'Needed from', align: 'left' },
  { title: 'Held', align: 'left' },
  { title: 'Days missing', align: 'right' },
  { title: 'Route', align: 'left' },
] as const

type Options = { user?: string; currency?: string; json: boolean }

/** `holdfast fx coverage`. Faults are AppErrors. */
export function addCoverage(fx: Command, { withDeps, printLine, isColoured }: Shell): void {
  addExample(fx.command('coverage'), 'fx coverage', 'fx coverage --currency CHF --json')
    .description('which rates the brokers of a user need, and which are missing')
    .option('--user <name>', 'whose brokers and preferences; needed where there are several users')
    .option('--currency <code>', 'the currency of reports; default: that of their preferences', parseCode)
    .option('--json', 'as JSON', false)
    .action(async ({ user, currency, json }: Options) => {
      const rows = await withDeps(async (deps) => listCoverage({ ...deps, user: await chooseUser(deps, user) }, { currency }))
      if (json) printLine(JSON.stringify(rows.map(coverageToWire), null, 2))
      else for (const line of coverageLines(rows, isColoured)) printLine(line)
    })
}

function coverageLines(rows: readonly CoverageRow[], isColoured: boolean): string[] {
  if (rows.length === 0) return ['No other currency is needed.']
  const cells = rows.map(({ currency, to, neededFrom, heldFrom, heldTo, gapDays, route }) => [
    { text: currency },
    { text: to },
    { text: neededFrom },
    { text: heldFrom === null ? 'none' : `${heldFrom} to ${heldTo}` },
    { text: String(gapDays), tone: gapDays > 0 ? ('bad' as const) : null },
    { text: route === null ? 'none' : `${routeKey(route.steps)}${route.neededFrom === null ? '' : ' (automatic)'}` },
  ])
  const missing = rows.filter((row) => row.gapDays > 0).map((row) => row.detail)
  return [...tableLines(COLUMNS, cells, isColoured), ...(missing.length > 0 ? ['', ...missing] : [])]
}
