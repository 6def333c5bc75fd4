import { Command, Option } from 'commander'
import type { Ctx, Deps } from '../context.ts'
import { holdingsOf } from '../portfolio/holdings/report.ts'
import { holdingsAnswer } from '../portfolio/holdings/wire.ts'
import type { ReportMethod } from '../portfolio/ledger/request.ts'
import { resolveQuery } from '../portfolio/ledger/request.ts'
import { performanceAnswer } from '../portfolio/performance/wire.ts'
import { performanceOf } from '../portfolio/returns/performance.ts'
import { loadInputs } from '../portfolio/valuation/load.ts'
import { parseCode, parseDay } from './arguments.ts'
import { chooseBroker, chooseUser } from './choose.ts'
import { reportLines } from './report-text.ts'
import type { Shell } from './shell.ts'

const METHODS: readonly ReportMethod[] = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO']

const EXAMPLE = `
Figures are those of GET /portfolio/holdings and /portfolio/performance, rounded for the eye; --json has every digit.

Example:
  $ holdfast report --broker "Example Broker" --currency EUR --from 2026-01-01 --to 2026-06-30
`

type ReportOptions = {
  readonly broker?: string[]
  readonly currency?: string
  readonly from?: string
  readonly to?: string
  readonly method?: ReportMethod
  readonly user?: string
  readonly json: boolean
}

/** `holdfast report`. Faults are AppErrors. */
export function reportCommand({ withDeps, isColoured, printLine }: Shell): Command {
  return new Command('report')
    .description('what is held, what it is worth and how it did, as tables')
    .option('-b, --broker <name...>', 'only these brokers, by name or id; default: those that the user has included')
    .option('-c, --currency <code>', 'of every figure; default: the preference of the user', parseCode)
    .option('--from <day>', 'the first day that counts (YYYY-MM-DD); default: the first with a transaction', parseDay)
    .option('--to <day>', 'the last day that counts; default: today', parseDay)
    .addOption(new Option('--method <method>', 'which lots a sale takes; default: the preference of the user').choices(METHODS))
    .option('--user <name>', 'whose portfolio; not needed while there is one user')
    .option('--json', 'as JSON: {holdings, performance}, as the service answers them', false)
    .addHelpText('after', EXAMPLE)
    .action(async (options: ReportOptions) => {
      for (const line of await withDeps((deps) => report(deps, options, isColoured))) printLine(line)
    })
}

async function report(deps: Deps, options: ReportOptions, isColoured: boolean): Promise<string[]> {
  const ctx: Ctx = { ...deps, user: await chooseUser(deps, options.user) }
  const brokers = options.broker && (await Promise.all(options.broker.map(async (name) => await chooseBroker(ctx, name))))
  const { currency, from, to, method } = options
  const request = await resolveQuery(ctx, { brokerIds: brokers?.map(({ id }) => id), currency, from, to, method })
  const open = () => loadInputs(ctx, request, { closes: 'all' })
  if (options.json) {
    const { body: holdings } = holdingsAnswer(await open(), request, false)
    const { body: performance } = performanceAnswer(await open(), request, undefined)
    return [JSON.stringify({ holdings, performance }, null, 2)]
  }
  const inputs = await open()
  const figures = { holdings: holdingsOf(inputs, request), performance: performanceOf(inputs, request, undefined) }
  const title = brokers === undefined ? ctx.user.username : brokers.map(({ name }) => name).join(', ')
  return reportLines({ inputs, request, ...figures, title, isColoured })
}
