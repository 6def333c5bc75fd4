import { Command } from 'commander'
import type { Deps } from '../context.ts'
import { addExample } from './example.ts'
import type { Holdings } from './report/holdings-text.ts'
import { holdingLines } from './report/holdings-text.ts'
import type { Kind, Warnings } from './report/kind.ts'
import { KINDS } from './report/kinds.ts'
import { addChart, addDay, addRange, addScope, addSubject, type ReportOptions } from './report/options.ts'
import { type Performance, performanceLines } from './report/performance-text.ts'
import { lookOf, runReport, subjectOf, textOf } from './report/run.ts'
import { warningLines } from './report/warnings-text.ts'
import type { Shell } from './shell.ts'
import { coloured, visible } from './table.ts'

const EXAMPLE = `
Figures are those of GET /portfolio/holdings and /portfolio/performance, rounded for the eye; --json has every digit.

Examples:
  $ holdfast report --broker "Example Broker" --currency EUR --from 2026-01-01 --to 2026-06-30
  $ holdfast report gains --from 2025-01-01 --to 2025-12-31
`

/** `holdfast report`, alone and with the name of one report. Faults are AppErrors. */
export function reportCommand(shell: Shell): Command {
  const { withDeps, isColoured, printLine } = shell
  const family = new Command('report')
    .enablePositionalOptions()
    .description('what is held, what it is worth and how it did, as tables')
  addScope(addRange(addSubject(family)))
    .option('--json', 'as JSON: {holdings, performance}, as the service answers them', false)
    .addHelpText('after', EXAMPLE)
    .action(async (options: ReportOptions) => {
      for (const line of await withDeps((deps) => summary(deps, options, isColoured))) printLine(line)
    })
  for (const kind of KINDS) addKind(family, kind, shell)
  return family
}

function addKind(family: Command, kind: Kind, { withDeps, isColoured, printLine }: Shell): void {
  const command = addSubject(family.command(kind.name).description(kind.description))
  addExample(command, `report ${kind.example}`)
  if (kind.days === 'day') addDay(command)
  else addRange(command)
  if (kind.hasScope) addScope(command)
  kind.addOptions?.(command)
  if (kind.hasExplain) command.option('--explain', 'with what every figure was made of', false)
  if (kind.chartOf !== undefined) addChart(command)
  command
    .option('--json', 'as the service answers it, with every digit', false)
    .option('--csv', 'the rows as CSV, with every digit', false)
    .action(async (options: ReportOptions, given: Command) => {
      if (options.csv && (options.json || options.explain))
        given.error("error: option '--csv' cannot be used with option '--json' or '--explain'")
      for (const line of await withDeps((deps) => runReport(deps, kind, options, isColoured))) printLine(line)
    })
}

/** Holdings and performance together. */
async function summary(deps: Deps, options: ReportOptions, isColoured: boolean): Promise<string[]> {
  const subject = await subjectOf(deps, options)
  const holdings: Holdings = JSON.parse(await textOf(subject, { name: 'holdings', lots: false, explain: false }))
  const order = { name: 'performance', benchmark: null, explain: false } as const
  const performance: Performance = JSON.parse(await textOf(subject, order))
  if (options.json) return [JSON.stringify({ holdings, performance }, null, 2)]
  const { request, title } = subject
  const look = await lookOf(subject, isColoured)
  const text = `${visible(title)}: ${request.from} to ${request.to}, ${request.currency}, ${request.method}`
  return [
    coloured({ text, tone: 'strong' }, isColoured),
    '',
    ...holdingLines(holdings, look),
    '',
    ...performanceLines(performance, look),
    ...warningLines(together(performance.warnings, holdings.warnings), isColoured),
  ]
}

/** What both warn of stands once. */
function together(some: Warnings, others: Warnings): Warnings {
  const known = new Set(some.map(keyOf))
  return [...some, ...others.filter((one) => !known.has(keyOf(one)))]
}

function keyOf({ code, severity, asset_id: assetId, pair }: Warnings[number]): string {
  return `${code}|${severity}|${assetId}|${pair}`
}
