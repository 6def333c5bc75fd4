import type { ClientAuth, Configuration, CustomFetchOptions, ServerMetadata } from 'openid-client'
import type { Deps } from '../../context.ts'
import { memoryKey } from '../../memory.ts'
import type { OidcConfig } from '../../oidc-config.ts'
import { AppError } from '../../shared/errors.ts'

const TIMEOUT_SECONDS = 10
const MAX_ANSWER_BYTES = 1024 * 1024
/** What the provider says of itself is read again after this, what it failed to say sooner. */
const KNOWN_MILLISECONDS = 60 * 60_000
const FAILED_MILLISECONDS = 5_000
/** Clocks of machines in one house differ by so much. */
const CLOCK_TOLERANCE_SECONDS = 30

type Library = typeof import('openid-client')
/** The library, loaded with the first sign-in, and what it knows of the provider. */
export type Provider = { readonly library: Library; readonly configuration: Configuration }
type Known = { last: { readonly until: number; readonly provider: Promise<Provider> } | undefined }

const known = memoryKey('auth/oidc', (): Known => ({ last: undefined }))

/** The provider, as it describes itself; requested at most once an hour. Throws `auth/oidc-unavailable` (502). */
export async function findProvider(deps: Deps, config: OidcConfig): Promise<Provider> {
  const memory = deps.memory.of(known)
  const time = performance.now()
  if (memory.last === undefined || memory.last.until <= time) {
    const provider = discover(deps, config)
    const entry = { until: time + KNOWN_MILLISECONDS, provider }
    memory.last = entry
    provider.catch(() => {
      if (memory.last === entry) memory.last = { until: performance.now() + FAILED_MILLISECONDS, provider }
    })
  }
  try {
    return await memory.last.provider
  } catch (error) {
    deps.log.warn('the provider of single sign-on does not answer', { issuer: config.issuer, why: reasonOf(error) })
    throw unavailable(config)
  }
}

async function discover(deps: Deps, config: OidcConfig): Promise<Provider> {
  const library = await import('openid-client')
  const request = boundedFetch(deps)
  const isPlain = config.issuer.startsWith('http:')
  const found = await library.discovery(new URL(config.issuer), config.clientId, undefined, library.None(), {
    [library.customFetch]: request,
    timeout: TIMEOUT_SECONDS,
    ...(isPlain ? { execute: [library.allowInsecureRequests] } : {}),
  })
  const server = found.serverMetadata()
  const metadata = { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const configuration = new library.Configuration(server, config.clientId, metadata, authenticationOf(library, config, server))
  configuration.timeout = TIMEOUT_SECONDS
  configuration[library.customFetch] = request
  library.enableNonRepudiationChecks(configuration)
  if (isPlain) library.allowInsecureRequests(configuration)
  return { library, configuration }
}

/** How we prove that we are the client: as the provider takes it, and by a header where it says nothing, as its standard has it. */
function authenticationOf(library: Library, { clientSecret }: OidcConfig, server: ServerMetadata): ClientAuth {
  if (clientSecret === null) return library.None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (!methods.includes('client_secret_basic')) return library.ClientSecretPost(clientSecret)
  return (_, client, __, headers) => {
    const pair = `${formEncoded(client.client_id)}:${formEncoded(clientSecret)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }
}

/** The library would escape hyphens too, and some providers, whose client ids are UUIDs, unescape nothing. */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice('='.length)
}

/** Requests of the library: none follows a redirect, takes long or reads much. The address is the operator's, so it may be of a private network. */
function boundedFetch(deps: Deps) {
  return async (url: string, options: CustomFetchOptions): Promise<Response> => {
    const signal = AbortSignal.any([...(options.signal ? [options.signal] : []), AbortSignal.timeout(TIMEOUT_SECONDS * 1000)])
    const response = await deps.fetch(url, { ...options, redirect: 'manual', signal } as RequestInit)
    const body = await readBounded(response)
    const type = response.headers.get('content-type')
    const isEmpty = response.status === 204 || response.status === 304
    return new Response(isEmpty ? null : body, {
      status: response.status,
      headers: type === null ? {} : { 'Content-Type': type },
    })
  }
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** What is logged of an error of the library: of what the provider or a browser sent nothing but the code of the standard, such as `invalid_client`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  return `${code}${error.message}`.slice(0, 300) + ('error' in error ? ` (${standardCode(error.error)})` : '')
}

/** A code of OAuth as it is, anything else as `unknown`. */
export function standardCode(code: unknown): string {
  return typeof code === 'string' && /^[a-z_]{1,50}$/.test(code) ? code : 'unknown'
}

export function unavailable({ name }: OidcConfig): AppError {
  return new AppError('bad-gateway', 'auth/oidc-unavailable', `${name} does not answer. Try again later; the log says more.`)
}
