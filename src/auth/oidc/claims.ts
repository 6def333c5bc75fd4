import { z } from 'zod'

/** Whoever signed in at the provider, as far as it says. */
export type Person = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** From which a username is made, the best first. */
  readonly names: readonly string[]
  readonly groups: readonly string[]
}

const text = z.string().max(1000).catch('')
const Claims = z.object({
  iss: z.string().min(1).max(1000),
  sub: z.string().min(1).max(255),
  email: z.email().max(254).nullable().catch(null),
  email_verified: z.boolean().catch(false),
  preferred_username: text,
  nickname: text,
  name: text,
  groups: z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([]),
})

/** The claims of an ID token, with those of the userinfo endpoint, as a person; `undefined` where issuer or subject cannot be used. */
export function personOf(claims: Readonly<Record<string, unknown>>): Person | undefined {
  const parsed = Claims.safeParse(claims)
  if (!parsed.success) return undefined
  const { iss, sub, email, preferred_username, nickname, name, groups } = parsed.data
  return {
    issuer: iss,
    subject: sub,
    email,
    isEmailVerified: email !== null && parsed.data.email_verified,
    names: [preferred_username, nickname, name, email ?? ''].filter((candidate) => candidate !== ''),
    groups,
  }
}

const MIN = 3
const MAX = 50

/** Usernames by the rules of registration, made of what the provider says, the best first; those with a number for when others are taken. */
export function* usernamesFor(names: readonly string[]): Generator<string> {
  const base = names.map(toUsername).find((name) => name.length >= MIN) ?? 'user'
  yield base
  for (let number = 2; number <= 50; number += 1) yield `${base.slice(0, MAX - 4)}-${number}`
  yield `${base.slice(0, MAX - 9)}-${crypto.randomUUID().slice(0, 8)}`
}

/** `Zoë Müller` is `Zoe-Muller`; of an e-mail address what stands before the @. */
function toUsername(name: string): string {
  const local = name.includes('@') ? name.slice(0, name.indexOf('@')) : name
  const plain = local.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX)
}
