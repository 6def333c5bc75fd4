import { getUserByName } from '../auth/service.ts'
import { listBrokers } from '../brokers/service.ts'
import type { Ctx, Deps, SessionUser } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { listUsersByOperator } from '../users/service.ts'

const MOST_NAMES = 8

/** The user with that name; without one the only user there is. Throws `user/not-found`, `user/ambiguous`. */
export async function chooseUser(deps: Deps, name: string | undefined): Promise<SessionUser> {
  if (name !== undefined) return getUserByName(deps, name)
  const [user, ...others] = await listUsersByOperator(deps)
  if (!user)
    throw new AppError('not-found', 'user/not-found', 'There is no user yet. Make one: holdfast user create NAME --email ADDRESS')
  if (others.length > 0)
    throw new AppError(
      'invalid',
      'user/ambiguous',
      `There are several users (${namesOf([user, ...others])}): say which one with --user NAME.`,
    )
  return getUserByName(deps, user.username)
}

/** Whoever runs commands on the data reads all of it. */
function namesOf(users: readonly { readonly username: string }[]): string {
  const names = users.slice(0, MOST_NAMES).map(({ username }) => username)
  return users.length > MOST_NAMES ? `${names.join(', ')}, …` : names.join(', ')
}

/** One of the user's brokers, archived ones too, by name or id. Throws `broker/not-found` with the names that there are. */
export async function chooseBroker(ctx: Ctx, wanted: string): Promise<{ id: number; name: string }> {
  const brokers = [...(await listBrokers(ctx, false)), ...(await listBrokers(ctx, true))]
  const key = wanted.trim().toLowerCase()
  const broker = brokers.find((entry) => entry.name.toLowerCase() === key) ?? brokers.find((entry) => String(entry.id) === key)
  if (broker) return broker
  const names = [...new Set(brokers.map((entry) => `"${entry.name}"`))].join(', ')
  const detail = `${ctx.user.username} has no broker "${wanted}"; ${names === '' ? 'there is none yet' : `there are ${names}`}.`
  throw new AppError('not-found', 'broker/not-found', detail)
}
