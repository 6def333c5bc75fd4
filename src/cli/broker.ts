import { Command } from 'commander'
import { BrokerCreate } from '../brokers/schema.ts'
import { type Broker, createBroker, listBrokers } from '../brokers/service.ts'
import { brokerToWire, inputOf } from '../brokers/wire.ts'
import type { Ctx } from '../context.ts'
import { parseCode } from './arguments.ts'
import { checked } from './checked.ts'
import { chooseUser } from './choose.ts'
import { addExample } from './example.ts'
import type { AddCommand, Shell } from './shell.ts'
import { tableLines, visible } from './table.ts'

/** In the order of `holdfast help broker`. */
const COMMANDS: readonly AddCommand[] = [addCreate, addList]

/** `holdfast broker ...`. Faults are AppErrors. */
export function brokerCommand(shell: Shell): Command {
  const broker = new Command('broker').description('brokerage accounts: create, list')
  for (const add of COMMANDS) add(broker, shell)
  return broker
}

type CreateWords = {
  readonly currency?: string
  readonly description?: string
  readonly website?: string
  readonly plugin?: string
  /** Commander's name for `--no-overdraft`. */
  readonly overdraft: boolean
  readonly shorting: boolean
  readonly user?: string
  readonly json: boolean
}

function addCreate(family: Command, { withDeps, printLine }: Shell): void {
  addExample(family.command('create'), 'broker create "Main depot" --currency EUR')
    .description('make a broker; the user becomes its OWNER')
    .argument('<name>', 'unique among the brokers of the user')
    .option('-c, --currency <code>', 'in which its summary is shown', parseCode)
    .option('--description <text>', 'what it is for')
    .option('--website <address>', 'of the broker')
    .option('--plugin <code>', 'the importer that is tried first for its reports; `holdfast plugins list` has them')
    .option('--no-overdraft', 'refuse what would let cash end a day below zero')
    .option('--shorting', 'let holdings end a day below zero', false)
    .option('--user <name>', 'whose broker it is; not needed while there is one user')
    .option('--json', 'print the broker as JSON', false)
    .action(async (name: string, { user, json, plugin, overdraft, shorting, ...words }: CreateWords) => {
      const rules = { allow_cash_overdraft: overdraft, allow_asset_shorting: shorting }
      const input = checked(BrokerCreate, { ...words, ...rules, name, import_plugin: plugin })
      const line = await withDeps(async (deps) => {
        const ctx: Ctx = { ...deps, user: await chooseUser(deps, user) }
        const made = await createBroker(ctx, { ...inputOf(input), name: input.name })
        if (json) return JSON.stringify(brokerToWire(ctx, made), null, 2)
        return `${visible(made.name)} was created with id ${made.id}, for ${ctx.user.username}.`
      })
      printLine(line)
    })
}

const COLUMNS = [
  { title: 'Id', align: 'right' },
  { title: 'Name', align: 'left', most: 40 },
  { title: 'Currency', align: 'left' },
  { title: 'Role', align: 'left' },
  { title: 'Members', align: 'right' },
  { title: 'Transactions', align: 'right' },
  { title: '', align: 'left' },
] as const

function addList(family: Command, { withDeps, printLine, isColoured }: Shell): void {
  addExample(family.command('list'), 'broker list --user mira')
    .description('the brokers that a user may see, with the role of the user')
    .option('--archived', 'archived ones instead', false)
    .option('--user <name>', 'whose brokers; not needed while there is one user')
    .option('--json', 'as JSON', false)
    .action(async ({ archived, user, json }: { archived: boolean; user?: string; json: boolean }) => {
      const lines = await withDeps(async (deps) => {
        const ctx: Ctx = { ...deps, user: await chooseUser(deps, user) }
        const brokers = await listBrokers(ctx, archived)
        if (json)
          return [
            JSON.stringify(
              brokers.map((one) => brokerToWire(ctx, one)),
              null,
              2,
            ),
          ]
        if (brokers.length > 0) return tableLines(COLUMNS, brokers.map(cellsOf), isColoured)
        return [archived ? 'No broker is archived.' : 'There is no broker yet. Make one: holdfast broker create NAME']
      })
      for (const line of lines) printLine(line)
    })
}

function cellsOf({ id, name, currency, role, memberCount, transactionCount, included }: Broker) {
  const texts = [String(id), name, currency ?? '-', role, String(memberCount), transactionCount.toLocaleString('en')]
  return [...texts, included ? '' : 'not included in reports'].map((text) => ({ text }))
}
