import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AllocationKey } from '../../portfolio/allocation/report.ts'
import { SIZE, THEMES } from '../../portfolio/charts/options.ts'
import type { Interval } from '../../portfolio/history/report.ts'
import { REPORT_METHODS, type ReportMethod, type ReportScope } from '../../portfolio/ledger/request.ts'
import { parseCode, parseDay } from '../arguments.ts'

/** What the words of a report say; absent = as the interface has it. */
export type ReportOptions = {
  readonly broker?: readonly string[]
  readonly currency?: string
  readonly from?: string
  readonly to?: string
  readonly asOf?: string
  readonly method?: ReportMethod
  readonly scope?: ReportScope
  readonly owned?: boolean
  readonly user?: string
  readonly json: boolean
  readonly csv?: boolean
  readonly explain?: boolean
  readonly lots?: boolean
  readonly benchmark?: number
  readonly interval?: Interval
  readonly by?: AllocationKey
  readonly chart?: string
  readonly width?: number
  readonly height?: number
  readonly theme?: (typeof THEMES)[number]
}

/** Whose report it is, of which brokers, and by which rules. */
export function addSubject(command: Command): Command {
  return command
    .option('-b, --broker <name...>', 'only these brokers, by name or id; default: those that the user has included')
    .option('-c, --currency <code>', 'of every figure; default: the preference of the user', parseCode)
    .addOption(
      new Option('--method <method>', 'which lots a sale takes; default: the preference of the user').choices(REPORT_METHODS),
    )
    .option('--owned', 'count each broker by the user’s own share of it', false)
    .option('--user <name>', 'whose portfolio; not needed while there is one user')
}

export function addRange(command: Command): Command {
  return command
    .option('--from <day>', 'the first day that counts (YYYY-MM-DD); default: the first with a transaction', parseDay)
    .option('--to <day>', 'the last day that counts; default: today', parseDay)
}

export function addDay(command: Command): Command {
  return command.option('--as-of <day>', 'at the end of this day (YYYY-MM-DD); default: today', parseDay)
}

export function addScope(command: Command): Command {
  const text = 'total: with cash, deposits are flows; assets: holdings only, purchases are flows; default: total'
  return command.addOption(new Option('--scope <scope>', text).choices(['total', 'assets']))
}

export function addChart(command: Command): Command {
  return command
    .option('--chart <file>', 'write a picture of it too, as .svg or .png', parsePicture)
    .option('--width <pixels>', `of the picture; default: ${SIZE.width.default}`, pixels(SIZE.width))
    .option('--height <pixels>', `of the picture; default: ${SIZE.height.default}`, pixels(SIZE.height))
    .addOption(new Option('--theme <theme>', 'of the picture; default: the preference of the user').choices(THEMES))
}

function parsePicture(path: string): string {
  if (/\.(svg|png)$/i.test(path)) return path
  throw new InvalidArgumentError('Must be a file that ends in .svg or .png.')
}

function pixels({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }) {
  return (text: string): number => {
    const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
    if (count >= minimum && count <= maximum) return count
    throw new InvalidArgumentError(`Must be ${minimum} to ${maximum}.`)
  }
}

export function parseId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be the id of an asset.')
}
