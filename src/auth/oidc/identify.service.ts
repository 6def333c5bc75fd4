import type { Deps } from '../../context.ts'
import type { OidcConfig } from '../../oidc-config.ts'
import { AppError } from '../../shared/errors.ts'
import { type Person, personOf } from './claims.ts'
import { findProvider, type Provider, reasonOf, standardCode, unavailable } from './provider.service.ts'
import type { SignInState } from './state.ts'

/**
 * Who signed in at the provider: the code of the answer is exchanged for an ID token, of which signature, issuer, audience, nonce and times are checked; claims come
 * from it and from the userinfo endpoint. Throws `auth/oidc-refused` (401), `auth/oidc-denied` (403), `auth/oidc-unavailable` (502).
 */
export async function identify(deps: Deps, config: OidcConfig, state: SignInState, search: string): Promise<Person> {
  const provider = await findProvider(deps, config)
  try {
    const person = personOf(await readClaims(provider, state, new URL(`${state.redirectUri}${search}`)))
    if (person) return person
  } catch (error) {
    deps.log.warn('sign-in by the provider refused', { issuer: config.issuer, why: reasonOf(error) })
    throw problemOf(provider, config, error)
  }
  throw refused(config)
}

async function readClaims({ library, configuration }: Provider, state: SignInState, answer: URL) {
  const tokens = await library.authorizationCodeGrant(configuration, answer, {
    pkceCodeVerifier: state.verifier,
    expectedState: state.state,
    expectedNonce: state.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('an ID token is expected')
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return { ...more, ...claims }
}

function problemOf({ library }: Provider, config: OidcConfig, error: unknown): AppError {
  if (error instanceof library.AuthorizationResponseError)
    return new AppError('forbidden', 'auth/oidc-denied', `${config.name} did not sign you in: ${standardCode(error.error)}.`)
  const isSilent = error instanceof TypeError || (error instanceof library.ClientError && error.code === 'OAUTH_TIMEOUT')
  return isSilent ? unavailable(config) : refused(config)
}

function refused({ name }: OidcConfig): AppError {
  const detail = `What ${name} answered is not a valid sign-in. Begin again; the log says more.`
  return new AppError('unauthenticated', 'auth/oidc-refused', detail)
}
