import { inTransaction } from '#db/transaction.ts'
import { type Deps, now } from '../../context.ts'
import type { OidcConfig } from '../../oidc-config.ts'
import { AppError } from '../../shared/errors.ts'
import { NO_PASSWORD } from '../credentials.ts'
import { type Account, findAccount, findAccountByName, findTaken, hasUsers, insertAccount } from '../repository.ts'
import { requireActive, requireMayRegister } from '../service.ts'
import { type Person, usernamesFor } from './claims.ts'
import { findIdentity, findIdentityOf, listOtherSuperusers, storeIdentity, updateAdminByGroup } from './repository.ts'

/**
 * The account of a person at the provider: the one that is linked, else the one with their verified e-mail address where the operator wants that, else a
 * new one where strangers may register. What the provider says of groups is applied. Throws `auth/account-disabled`, `auth/oidc-email-taken`,
 * `auth/oidc-email-missing`, `auth/registration-disabled`, `auth/setup-code`.
 */
export function findOrCreateAccount(deps: Deps, config: OidcConfig, person: Person, address: string): Promise<Account> {
  return inTransaction(deps, async (deps) => {
    const identity = await findIdentity(deps.db, person.issuer, person.subject)
    const account = identity ? await findAccount(deps.db, identity.userId) : await adopt(deps, config, person)
    if (!account) throw new Error('an identity goes with its user')
    requireActive(deps, account, address)
    await applyGroup(deps, config, person, account)
    return (await findAccount(deps.db, account.id)) ?? account
  })
}

type InTransaction = Deps & { readonly db: Parameters<typeof storeIdentity>[0] }

async function adopt(deps: InTransaction, config: OidcConfig, person: Person): Promise<Account> {
  const known = person.email === null ? undefined : await findAccountByName(deps.db, person.email)
  if (known && !(await mayAdopt(deps, config, person, known))) throw emailTaken()
  const account = known ?? (await createAccount(deps, person))
  await storeIdentity(deps.db, { userId: account.id, issuer: person.issuer, subject: person.subject, at: now(deps) })
  if (known) deps.log.info('user linked by e-mail address', { user_id: account.id })
  return account
}

/** Never by an address that the provider has not verified, and nobody who is somebody else there. */
async function mayAdopt(deps: InTransaction, config: OidcConfig, person: Person, account: Account): Promise<boolean> {
  if (!config.linkByEmail || !person.isEmailVerified) return false
  return (await findIdentityOf(deps.db, account.id))?.issuer !== person.issuer
}

async function createAccount(deps: InTransaction, person: Person): Promise<Account> {
  await requireMayRegister(deps, undefined)
  if (person.email === null)
    throw new AppError(
      'forbidden',
      'auth/oidc-email-missing',
      'The provider gives no e-mail address of you: an account needs one. Its administrator must release the claim email.',
    )
  const isFirst = !(await hasUsers(deps.db))
  const account = await insertAccount(deps.db, {
    username: await freeUsername(deps, person),
    email: person.email,
    passwordHash: NO_PASSWORD,
    isActive: true,
    isSuperuser: isFirst,
    createdAt: now(deps),
  })
  deps.log.info('user created', { user_id: account.id, superuser: account.isSuperuser, by: 'oidc' })
  return account
}

async function freeUsername(deps: InTransaction, person: Person): Promise<string> {
  for (const username of usernamesFor(person.names)) if (!(await findTaken(deps.db, { username })).username) return username
  throw new Error('a random name is free')
}

/** Only what a group gave is taken away again, and never from the last superuser. */
async function applyGroup(deps: InTransaction, { adminGroup }: OidcConfig, person: Person, account: Account): Promise<void> {
  const isInGroup = adminGroup !== null && person.groups.includes(adminGroup)
  if (isInGroup === account.isSuperuser) return
  const identity = await findIdentityOf(deps.db, account.id)
  if (!isInGroup && identity?.isAdminByGroup !== true) return
  if (!isInGroup && (await listOtherSuperusers(deps.db, account.id)).length === 0) {
    deps.log.warn('the last superuser is in the group of superusers no more, and stays one', { user_id: account.id })
    return
  }
  await updateAdminByGroup(deps.db, account.id, isInGroup, now(deps))
  deps.log.info('user changed', { user_id: account.id, superuser: isInGroup, by: 'oidc' })
}

function emailTaken(): AppError {
  return new AppError(
    'conflict',
    'auth/oidc-email-taken',
    'There is an account with your e-mail address. Sign in to it and link it: POST /auth/oidc/link.',
  )
}
