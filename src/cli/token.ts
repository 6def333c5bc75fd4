import { Command } from 'commander'
import type { Ctx } from '../context.ts'
import { SCOPES } from '../shared/scopes.ts'
import { CreateTokenRequest } from '../tokens/schema.ts'
import { createTokenByOperator, listTokens, revokeToken, type Token } from '../tokens/service.ts'
import { parseId, parseInstant } from './arguments.ts'
import { checked } from './checked.ts'
import { chooseUser } from './choose.ts'
import { addExample } from './example.ts'
import type { AddCommand, Shell } from './shell.ts'
import { type Cell, tableLines } from './table.ts'

/** In the order of `holdfast help token`. */
const COMMANDS: readonly AddCommand[] = [addCreate, addList, addRevoke]

/** `holdfast token ...`. Faults are AppErrors. */
export function tokenCommand(shell: Shell): Command {
  const token = new Command('token').description('tokens with which programs act for a user: create, list, revoke')
  for (const add of COMMANDS) add(token, shell)
  return token
}

const WHOSE = 'whose token it is; not needed while there is one user'

type CreateWords = {
  readonly scope: string[]
  readonly broker?: readonly number[]
  readonly expires?: string
  readonly user?: string
  readonly json: boolean
}

function addCreate(family: Command, { withDeps, printLine }: Shell): void {
  addExample(family.command('create'), 'token create "Home Assistant" --scope read --user mira')
    .description('make a token and print it, this once')
    .argument('<name>', 'what it is for')
    .requiredOption('-s, --scope <scope...>', `what it may: ${SCOPES.join(', ')}`)
    .option('--broker <id>', 'of the brokers of the user it sees only this one; again for more', collectId)
    .option('--expires <day>', 'when it ends, such as 2027-06-30; without it never', parseInstant)
    .option('--user <name>', WHOSE)
    .option('--json', 'print all of it as JSON', false)
    .action(async (name: string, { scope, broker, expires, user, json }: CreateWords) => {
      const input = checked(CreateTokenRequest, { name, scopes: scope, broker_ids: broker, expires_at: expires })
      const made = await withDeps(async (deps) => {
        const ctx: Ctx = { ...deps, user: await chooseUser(deps, user) }
        const { broker_ids: brokerIds = null, expires_at: expiresAt = null, scopes } = input
        return await createTokenByOperator(ctx, { name: input.name, scopes, brokerIds, expiresAt })
      })
      const { text, ...rest } = made
      printLine(json ? JSON.stringify({ ...rest, token: text }, null, 2) : text)
    })
}

function collectId(text: string, before: readonly number[] = []): number[] {
  return [...before, parseId(text)]
}

const COLUMNS = [
  { title: 'id', align: 'right' },
  { title: 'name', align: 'left', most: 40 },
  { title: 'scopes', align: 'left' },
  { title: 'brokers', align: 'left' },
  { title: 'last used', align: 'left' },
  { title: 'ends', align: 'left' },
] as const

function addList(family: Command, { withDeps, printLine, isColoured }: Shell): void {
  addExample(family.command('list'), 'token list --user mira')
    .description('the tokens of a user, without the tokens themselves')
    .option('--user <name>', WHOSE)
    .option('--json', 'as JSON', false)
    .action(async ({ user, json }: { readonly user?: string; readonly json: boolean }) => {
      const tokens = await withDeps(async (deps) => await listTokens({ ...deps, user: await chooseUser(deps, user) }))
      if (json) printLine(JSON.stringify(tokens, null, 2))
      else for (const line of tableLines(COLUMNS, tokens.map(cellsOf), isColoured)) printLine(line)
    })
}

function cellsOf({ id, name, scopes, brokerIds, lastUsedAt, expiresAt }: Token): Cell[] {
  return [String(id), name, scopes.join(' '), brokerIds?.join(' ') ?? 'all', lastUsedAt ?? 'never', expiresAt ?? 'never'].map(
    (text) => ({ text }),
  )
}

function addRevoke(family: Command, { withDeps, printLine }: Shell): void {
  addExample(family.command('revoke'), 'token revoke 3 --user mira')
    .description('end a token at once')
    .argument('<id>', 'as `holdfast token list` says', parseId)
    .option('--user <name>', WHOSE)
    .action(async (id: number, { user }: { readonly user?: string }) => {
      await withDeps(async (deps) => await revokeToken({ ...deps, user: await chooseUser(deps, user) }, id))
      printLine(`Token ${id} was revoked.`)
    })
}
