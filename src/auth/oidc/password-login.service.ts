import type { Deps } from '../../context.ts'
import { readSetting } from '../../settings/service.ts'
import { AppError } from '../../shared/errors.ts'
import { listOtherSuperusers } from './repository.ts'

/** Whether users sign in by password: always, where no provider is set up. */
export async function isPasswordLoginOn(deps: Deps): Promise<boolean> {
  return deps.config.oidc === null || (await readSetting(deps.reader, 'password_login'))
}

/**
 * Whether this user may sign in by password. Where passwords are switched off, a superuser may as long as no other superuser could come in by the
 * provider: whatever becomes of it, somebody can mend it.
 */
export async function mayUsePassword(
  deps: Deps,
  user: { readonly id: number; readonly isActive: boolean; readonly isSuperuser: boolean } | undefined,
): Promise<boolean> {
  if (await isPasswordLoginOn(deps)) return true
  if (!user?.isActive || !user.isSuperuser) return false
  const others = await listOtherSuperusers(deps.reader, user.id)
  return !others.some((other) => other.issuer === deps.config.oidc?.issuer)
}

/** Throws `auth/password-login-off` (403). */
export async function requirePasswordLogin(deps: Deps): Promise<void> {
  if (!(await isPasswordLoginOn(deps))) throw passwordLoginOff(deps)
}

/** The same for a wrong password, an unknown name and a right password that may not be used. */
export function passwordLoginOff({ config }: Pick<Deps, 'config'>): AppError {
  const name = config.oidc?.name ?? 'the provider'
  return new AppError(
    'forbidden',
    'auth/password-login-off',
    `Passwords are switched off here, but for the last superuser, whose password this is not. Sign in with ${name}.`,
  )
}
