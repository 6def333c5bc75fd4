import { Command } from 'commander'
import { newPasswordInput, RegisterRequest } from '../auth/schema.ts'
import {
  createUserByOperator,
  listUsersByOperator,
  promoteByOperator,
  resetFactorByOperator,
  setPasswordByOperator,
} from '../users/service.ts'
import { checked } from './checked.ts'
import { addExample } from './example.ts'
import { type PasswordSource, readNewPassword, standardInput } from './password-input.ts'
import type { Shell } from './shell.ts'

/** `holdfast user create|password|reset-factor|promote|list`; passwords are read from `source`, the standard input by default. Faults are AppErrors. */
export function userCommand(shell: Shell, source?: PasswordSource): Command {
  const { withDeps, printLine } = shell
  const user = new Command('user').description('users of the service: create, list, promote, set a password')
  addExample(user.command('create'), 'user create mira --email mira@example.org')
    .description('make a user; the password is typed, or read from standard input')
    .argument('<username>')
    .requiredOption('--email <address>')
    .option('--superuser', 'may administer users, settings and backups (the first user always is)', false)
    .action(async (username: string, options: { email: string; superuser: boolean }) => {
      const password = await readNewPassword(source ?? standardInput())
      const input = checked(RegisterRequest, { username, email: options.email, password })
      const made = await withDeps((deps) => createUserByOperator(deps, { ...input, isSuperuser: options.superuser }), {
        begins: true,
      })
      printLine(`${made.username} was created with id ${made.id}${made.isSuperuser ? ', as superuser' : ''}.`)
    })
  addExample(user.command('password'), 'user password mira')
    .description('set a new password and end all sessions of the user')
    .argument('<user>', 'username or e-mail address')
    .action(async (name: string) => {
      const password = checked(newPasswordInput, await readNewPassword(source ?? standardInput()), 'password')
      const changed = await withDeps((deps) => setPasswordByOperator(deps, name, password))
      printLine(`The password of ${changed.username} was changed; all sessions have ended.`)
    })
  addReset(user, shell)
  addReports(user, shell)
  return user
}

function addReset(user: Command, { withDeps, printLine }: Shell): void {
  addExample(user.command('reset-factor'), 'user reset-factor mira')
    .description('take the second factor of a user away, who then signs in by password alone')
    .argument('<user>', 'username or e-mail address')
    .action(async (name: string) => {
      const { user: found, removed } = await withDeps((deps) => resetFactorByOperator(deps, name))
      printLine(removed ? `${found.username} has no second factor any more.` : `${found.username} has no second factor.`)
    })
}

function addReports(user: Command, { withDeps, printLine }: Shell): void {
  addExample(user.command('promote'), 'user promote mira')
    .description('make a user an active superuser')
    .argument('<user>', 'username or e-mail address')
    .action(async (name: string) => {
      const promoted = await withDeps((deps) => promoteByOperator(deps, name))
      printLine(`${promoted.username} is a superuser now.`)
    })
  addExample(user.command('list'), 'user list --json')
    .description('every user, one a line: id, username, e-mail address, status')
    .option('--json', 'as JSON', false)
    .action(async (options: { json: boolean }) => {
      const users = await withDeps(listUsersByOperator)
      if (options.json) printLine(JSON.stringify(users, null, 2))
      else for (const entry of users) printLine([entry.id, entry.username, entry.email, statusOf(entry)].join('\t'))
    })
}

function statusOf(entry: { isActive: boolean; isSuperuser: boolean }): string {
  if (!entry.isActive) return 'disabled'
  return entry.isSuperuser ? 'superuser' : 'user'
}
