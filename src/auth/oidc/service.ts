import type { Ctx, Deps, SessionUser } from '../../context.ts'
import type { OidcConfig } from '../../oidc-config.ts'
import { AppError } from '../../shared/errors.ts'
import { noteLogin } from '../login-notice.service.ts'
import { requireProof } from '../proof.service.ts'
import { openSession, type Session } from '../service.ts'
import { findOrCreateAccount } from './accounts.service.ts'
import { identify } from './identify.service.ts'
import { isLinked, link } from './link.service.ts'
import { findProvider } from './provider.service.ts'
import { takeSignIn } from './sign-ins.ts'
import { readState, type SignInState, signState } from './state.ts'

/** Where a browser goes to sign in at the provider, and the token that it keeps meanwhile. */
export type Departure = { readonly url: string; readonly token: string }

/** `origin` is where the browser sees this service; `returnTo` a path there. */
type From = { readonly origin: string; readonly returnTo: string | null }

/** Begins a sign-in. Throws `auth/oidc-off` (401), `auth/oidc-unavailable` (502). */
export function beginSignIn(deps: Deps, from: From): Promise<Departure> {
  return depart(deps, from, null)
}

/**
 * Begins the linking of the caller with who they are at the provider. Throws `auth/oidc-linked` (409), `auth/password-needed`, `auth/wrong-password`,
 * `auth/too-many-attempts`, and as `beginSignIn`.
 */
export async function beginLink(
  ctx: Ctx,
  from: From,
  proof: { password: string | undefined; address: string },
): Promise<Departure> {
  requireOidc(ctx, true)
  await requireProof(ctx, proof)
  if (await isLinked(ctx))
    throw new AppError(
      'conflict',
      'auth/oidc-linked',
      'You are linked already. Take the link away first: DELETE /auth/oidc/link.',
    )
  return depart(ctx, from, ctx.user.id)
}

/** The state that the browser brings back, if it is one of ours and not too old. */
export function readDeparture(deps: Deps, token: string | undefined): Promise<SignInState | undefined> {
  return readState(token, deps.config.jwtSecret, seconds(deps))
}

/**
 * What came of a sign-in at the provider: a session, or `null` where the user was linked, who must be the caller still. `search` is the query that
 * the browser was sent back with. Throws `auth/oidc-state`, `auth/oidc-refused` (401), `auth/oidc-denied` (403), `auth/oidc-taken` (409),
 * `auth/too-many-attempts`, and as `findOrCreateAccount`.
 */
export async function finishSignIn(
  deps: Deps,
  input: { state: SignInState | undefined; search: string; address: string; caller: SessionUser | undefined },
): Promise<Session | null> {
  const config = requireOidc(deps)
  const { state, address } = input
  await takeSignIn(deps, address)
  if (state === undefined || (state.linkFor !== null && state.linkFor !== input.caller?.id)) throw strangeState(config)
  const person = await identify(deps, config, state, input.search)
  if (state.linkFor !== null) {
    await link(deps, state.linkFor, person)
    return null
  }
  const account = await findOrCreateAccount(deps, config, person, address)
  deps.log.info('login', { address, user_id: account.id, by: 'oidc' })
  await noteLogin(deps, account, address, 'oidc')
  return openSession(deps, account)
}

async function depart(deps: Deps, { origin, returnTo }: From, linkFor: number | null): Promise<Departure> {
  const config = requireOidc(deps)
  const { library, configuration } = await findProvider(deps, config)
  const state: SignInState = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
    redirectUri: `${origin}${deps.config.basePath}/api/v1/auth/oidc/callback`,
    returnTo,
    linkFor,
  }
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: state.redirectUri,
    scope: scopesOf(config, configuration.serverMetadata().scopes_supported ?? []),
    state: state.state,
    nonce: state.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(state.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, token: await signState(state, deps.config.jwtSecret, seconds(deps)) }
}

/** Groups are requested where they decide something and the provider has a scope for them. */
function scopesOf({ scopes, adminGroup }: OidcConfig, supported: readonly string[]): string {
  const needsGroups = adminGroup !== null && supported.includes('groups') && !scopes.split(' ').includes('groups')
  return needsGroups ? `${scopes} groups` : scopes
}

/** Whoever has no session learns that there is this way to none: 401, as of any operation that needs one. */
function requireOidc({ config }: Pick<Deps, 'config'>, isSignedIn = false): OidcConfig {
  if (config.oidc) return config.oidc
  const kind = isSignedIn ? 'not-found' : 'unauthenticated'
  throw new AppError(kind, 'auth/oidc-off', 'Single sign-on is not set up here: see OIDC_ISSUER in the documentation.')
}

function strangeState({ name }: OidcConfig): AppError {
  const detail = `This sign-in at ${name} was not begun in this browser, or more than ten minutes ago. Begin again.`
  return new AppError('unauthenticated', 'auth/oidc-state', detail)
}

function seconds({ clock }: Pick<Deps, 'clock'>): number {
  return Math.floor(clock().getTime() / 1000)
}
