import { Command, InvalidArgumentError } from 'commander'
import { catalogueOf, pairOf } from '../fx/catalogue.ts'
import { type Conversion, convertOne } from '../fx/conversion.ts'
import { prepareSync, type SyncResult } from '../fx/sync.ts'
import { conversionToWire, providerToWire, syncToWire } from '../fx/wire.ts'
import { dayOf } from '../shared/date.ts'
import { type Decimal, formatDecimal, tryDecimal } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { parseCode, parseDay } from './arguments.ts'
import { chooseUser } from './choose.ts'
import { addExample } from './example.ts'
import { addCoverage } from './fx-coverage.ts'
import type { AddCommand, Shell } from './shell.ts'

/** In the order of `holdfast help fx`. */
const COMMANDS: readonly AddCommand[] = [addSync, addConvert, addCoverage, addProviders]

/** `holdfast fx ...`. Faults are AppErrors. */
export function fxCommand(shell: Shell): Command {
  const fx = new Command('fx').description('exchange rates: fetch, convert, list the sources')
  for (const add of COMMANDS) add(fx, shell)
  return fx
}

function addProviders(fx: Command, { withDeps, printLine }: Shell): void {
  addExample(fx.command('providers'), 'fx providers --json')
    .description('every source of rates, one a line: code, name, own currency, number of others, first day')
    .option('--json', 'as JSON', false)
    .action(async (options: { json: boolean }) => {
      const providers = await withDeps(async (deps) => catalogueOf(deps).providers.map((one) => providerToWire(deps, one)))
      if (options.json) printLine(JSON.stringify(providers, null, 2))
      else
        for (const { code, name, base_currencies: own, target_currencies: others, history_from: first } of providers)
          printLine([code, name, own.join(' ') || '-', others.length, first ?? '-'].join('\t'))
    })
}

type SyncOptions = { provider?: string[]; currency?: string[]; from?: string; to?: string; acceptJumps: boolean; json: boolean }

function addSync(fx: Command, { withDeps, printLine, watch }: Shell): void {
  addExample(fx.command('sync'), 'fx sync', 'fx sync --provider ECB --currency USD GBP --from 2025-01-01')
    .description('fetch rates: of the registered routes, or all that the named providers publish')
    .option('-p, --provider <code...>', 'these providers')
    .option('-c, --currency <code...>', 'only series of these currencies', parseCodes)
    .option('--from <day>', 'from this day (YYYY-MM-DD); default: from the last stored one', parseDay)
    .option('--to <day>', 'up to this day; default: today', parseDay)
    .option('--accept-jumps', 'take rates ten times and more away from their neighbours too', false)
    .option('--json', 'as JSON', false)
    .action(async ({ provider, currency, from, to, acceptJumps, json }: SyncOptions) => {
      const request = { providers: provider?.map((code) => code.toUpperCase()), currencies: currency, from, to, acceptJumps }
      const result = await withDeps(async (deps) => {
        const sync = await prepareSync(deps, request)
        return await watch('Rates', ({ progress }) => sync({ progress: (done, total, note) => progress(done, { total, note }) }))
      })
      if (json) printLine(JSON.stringify(syncToWire(result), null, 2))
      else for (const line of syncLines(result)) printLine(line)
      if (result.failed.length > 0)
        throw new AppError('bad-gateway', 'fx/sync-incomplete', `${result.failed.length} providers failed; the rest is stored.`)
    })
}

function syncLines({ from, to, pairs, failed, rejected, rejectedCount }: SyncResult): string[] {
  return [
    `${from} to ${to}`,
    ...pairs.map(
      (one) => `${pairOf(one)}\t${one.provider}\t${one.added} added\t${one.updated} updated\tlatest ${one.latest ?? 'none'}`,
    ),
    ...rejected.map((one) => `held back\t${one.provider}\t${one.detail}`),
    ...(rejectedCount > rejected.length ? [`held back\t${rejectedCount - rejected.length} more`] : []),
    ...failed.map((one) => `failed\t${one.provider}\t${one.detail}`),
  ]
}

function addConvert(fx: Command, { withDeps, printLine }: Shell): void {
  addExample(fx.command('convert'), 'fx convert 100 USD EUR --date 2025-12-31')
    .description('convert an amount with the stored rates')
    .argument('<amount>', 'plain decimal such as 12.5', parseAmount)
    .argument('<from>', 'currency code', parseCode)
    .argument('<to>', 'currency code', parseCode)
    .option('--date <day>', 'at the rates of this day; default: today', parseDay)
    .option('--user <name>', 'with the rates by hand and routes of this user; default: those for all')
    .option('--json', 'as JSON', false)
    .action(async (amount: Decimal, from: string, to: string, options: { date?: string; user?: string; json: boolean }) => {
      const conversion = await withDeps(async (deps) => {
        const { date = dayOf(deps.clock()), user } = options
        const ctx = user === undefined ? deps : { ...deps, user: await chooseUser(deps, user) }
        return convertOne(ctx, { from, to, amount, date })
      })
      if (options.json) printLine(JSON.stringify(conversionToWire(conversion), null, 2))
      else for (const line of conversionLines(conversion)) printLine(line)
    })
}

function conversionLines(conversion: Conversion): string[] {
  const { from, to, sourceAmount, amount, steps } = conversion
  return [
    `${formatDecimal(sourceAmount)} ${from} = ${formatDecimal(amount)} ${to}`,
    ...steps.map((step) => {
      const pair = step.inverted ? `${step.to}/${step.from}` : `${step.from}/${step.to}`
      return `  ${step.from} -> ${step.to}\t${step.provider}\t${pair} ${step.rate} of ${step.rateDate}`
    }),
  ]
}

function parseCodes(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), parseCode(text)]
}

function parseAmount(text: string): Decimal {
  const amount = tryDecimal(text)
  if (typeof amount !== 'string') return amount
  throw new InvalidArgumentError('Must be a plain decimal such as 12.5, with at most 12 places.')
}
