import { z } from 'zod'
import { flag } from './variables.ts'

/** The variables of sign-in by a provider of OpenID Connect; part of the environment that `config.ts` reads. */
export const OIDC_VARIABLES = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((text) => !text.includes('/.well-known/'), 'must be the issuer itself, without /.well-known/openid-configuration')
    .refine((text) => !/[?#@]/.test(text), 'must be an address without user, query and fragment')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(2000).optional(),
  OIDC_NAME: z.string().min(1).max(50, 'must be at most 50 characters long').default('Single sign-on'),
  OIDC_SCOPES: z
    .string()
    .transform((text) => text.trim().split(/\s+/).join(' '))
    .refine((text) => ` ${text} `.includes(' openid '), 'must have openid among them, separated by spaces')
    .default('openid profile email'),
  OIDC_ADMIN_GROUP: z.string().min(1).max(200).optional(),
  OIDC_LINK_BY_EMAIL: flag.default(false),
}

type Given = Readonly<z.output<z.ZodObject<typeof OIDC_VARIABLES>>> & {
  readonly OFFLINE: boolean
}

/** A provider of OpenID Connect at which users may sign in. */
export type OidcConfig = Readonly<{
  issuer: string
  clientId: string
  /** `null`: a public client. */
  clientSecret: string | null
  /** What a page writes on the button. */
  name: string
  scopes: string
  /** Whoever has an account with the e-mail address that the provider has verified is that user. */
  linkByEmail: boolean
  /** Whoever is in this group is a superuser. */
  adminGroup: string | null
}>

/** What is missing for a sign-in by a provider. */
export function oidcFaults(given: Partial<Record<string, string>>): string[] {
  const [issuer, client] = [given['OIDC_ISSUER'], given['OIDC_CLIENT_ID']]
  if (issuer !== undefined && client === undefined) return ['OIDC_CLIENT_ID: must be set with OIDC_ISSUER']
  const others = Object.keys(given).filter((name) => name.startsWith('OIDC_') && name !== 'OIDC_ISSUER')
  return issuer === undefined && others.length > 0 ? [`OIDC_ISSUER: must be set with ${others.join(', ')}`] : []
}

/** `null` where nothing is set up, or nothing may be requested from anywhere (OFFLINE). */
export function oidcOf(given: Given): OidcConfig | null {
  if (given.OIDC_ISSUER === undefined || given.OIDC_CLIENT_ID === undefined || given.OFFLINE) return null
  return Object.freeze({
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID,
    clientSecret: given.OIDC_CLIENT_SECRET ?? null,
    name: given.OIDC_NAME,
    scopes: given.OIDC_SCOPES,
    linkByEmail: given.OIDC_LINK_BY_EMAIL,
    adminGroup: given.OIDC_ADMIN_GROUP ?? null,
  })
}
