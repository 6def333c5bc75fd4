import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { type Proof, proveCredentials } from './credentials.ts'
import { type GivenCode, proveFactor } from './factor/prove.service.ts'
import { noteLogin } from './login-notice.service.ts'
import { isPasswordLoginOn, mayUsePassword, passwordLoginOff } from './oidc/password-login.service.ts'
import { findAccountByName } from './repository.ts'
import { openSession, requireActive, type Session } from './service.ts'

/**
 * Opens a session for a username or e-mail address. A wrong name and a wrong password are the same `auth/invalid-credentials` after
 * the same work; the rest only after the right password: `auth/second-factor-needed`, `auth/second-factor-wrong`, then
 * `auth/account-disabled`. `auth/password-login-off` whatever was given, where passwords are switched off. Throws
 * `auth/too-many-attempts`, `auth/busy`.
 */
export async function login(
  deps: Deps,
  input: { name: string; password: string; address: string } & GivenCode,
): Promise<Session> {
  const account = await findAccountByName(deps.reader, input.name)
  const guesser = { name: account ? `#${account.id}` : input.name.toLowerCase(), address: input.address }
  const mayEnter = await mayUsePassword(deps, account)
  const password = { given: input.password, hash: mayEnter ? account?.passwordHash : undefined }
  const proof = await proveCredentials(deps, guesser, password, async (isKnown) =>
    account ? proveFactor(deps, account.id, input, isKnown) : 'right',
  )
  if (!account || proof !== 'right') {
    deps.log.warn('login refused', { address: input.address, user_id: account?.id ?? null, why: proof })
    if (proof === 'wrong-password' && !(await isPasswordLoginOn(deps))) throw passwordLoginOff(deps)
    throw refusedLogin(proof)
  }
  requireActive(deps, account, input.address)
  deps.log.info('login', { address: input.address, user_id: account.id })
  await noteLogin(deps, account, input.address, 'password')
  return openSession(deps, account)
}

function refusedLogin(proof: Proof): AppError {
  if (proof === 'code-needed')
    return new AppError(
      'unauthenticated',
      'auth/second-factor-needed',
      'The password is right. Send it again with code, of your authenticator app, or with recovery_code.',
    )
  if (proof === 'wrong-code')
    return new AppError('unauthenticated', 'auth/second-factor-wrong', 'The code is wrong, or was used before.')
  return new AppError('unauthenticated', 'auth/invalid-credentials', 'The username or the password is wrong.')
}
