import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { requireRole } from '../access/service.ts'
import { requireProof } from '../auth/proof.service.ts'
import { type Ctx, type Deps, now } from '../context.ts'
import { createBearer, hashBearer } from '../session/bearer.service.ts'
import { AppError, invalid } from '../shared/errors.ts'
import type { Scope } from '../shared/scopes.ts'
import { deleteAllTokens, deleteToken, insertToken, listTokenRows, type Token } from './repository.ts'

export type { Token }

/** `text` is the token itself, which nobody can say again. */
export type NewToken = Token & { readonly text: string }

/** `expiresAt`: an instant as RFC 3339, of any offset. */
export type TokenInput = {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** `null`: all that the user is a member of, also later. */
  readonly brokerIds: readonly number[] | null
  readonly expiresAt: string | null
}

/** What one user may have. */
export const MAX_TOKENS = 100

/** The caller's tokens, in the order in which they were made. */
export async function listTokens(ctx: Ctx): Promise<Token[]> {
  return await listTokenRows(ctx.reader, ctx.user.id)
}

/**
 * Makes a token with which programs act for the caller. Throws `auth/password-needed`, `auth/wrong-password`, `auth/superuser-only` (scope `admin`),
 * `token/expires-at`, `token/broker-ids` (422), `broker/not-found`, `token/too-many` (409).
 */
export async function createToken(
  ctx: Ctx,
  input: TokenInput,
  proof: { password: string | undefined; address: string },
): Promise<NewToken> {
  await requireProof(ctx, proof)
  return await createTokenByOperator(ctx, input)
}

/** For the command line: the same without a proof of who the user is. */
export async function createTokenByOperator(ctx: Ctx, input: TokenInput): Promise<NewToken> {
  const expiresAt = requireFuture(ctx, input.expiresAt)
  if (input.scopes.includes('admin') && !ctx.user.isSuperuser)
    throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may have a token with the scope admin.')
  const text = createBearer()
  const hash = hashBearer(text)
  if (hash === undefined) throw new Error('a new token has the shape of one')
  const made = await inTransaction(ctx, async (ctx) => {
    if ((await listTokenRows(ctx.db, ctx.user.id)).length >= MAX_TOKENS)
      throw new AppError('conflict', 'token/too-many', `A user may have ${MAX_TOKENS} tokens. Revoke one first.`)
    const brokerIds = await requireBrokers(ctx, input)
    const { name, scopes } = input
    return await insertToken(ctx.db, { userId: ctx.user.id, name, scopes, brokerIds, hash, createdAt: now(ctx), expiresAt })
  })
  ctx.log.info('token created', { user_id: ctx.user.id, bearer_id: made.id, scopes: made.scopes })
  return { ...made, text }
}

/** Ends a token of the caller at once. Throws `token/not-found`. */
export async function revokeToken(ctx: Ctx, id: number): Promise<void> {
  if (!(await deleteToken(ctx.db, ctx.user.id, id)))
    throw new AppError('not-found', 'token/not-found', 'There is no such token, or it is not yours.')
  ctx.log.info('token revoked', { user_id: ctx.user.id, bearer_id: id })
}

/** Ends every token of everybody: after a restore ids may be other people's. */
export async function endAllTokens(db: Tx): Promise<void> {
  await deleteAllTokens(db)
}

/** The brokers that a token is narrowed to, each of which its user is a member of. */
async function requireBrokers(ctx: Ctx, { brokerIds, scopes }: TokenInput): Promise<readonly number[] | null> {
  if (brokerIds === null) return null
  if (scopes.includes('admin'))
    throw invalid('token/broker-ids', '/broker_ids', 'A token with the scope admin cannot be narrowed to brokers.')
  const ids = [...new Set(brokerIds)].sort((a, b) => a - b)
  for (const id of ids) await requireRole(ctx, id, 'VIEWER')
  return ids
}

function requireFuture({ clock }: Deps, expiresAt: string | null): string | null {
  if (expiresAt === null) return null
  const instant = new Date(expiresAt)
  if (instant <= clock()) throw invalid('token/expires-at', '/expires_at', 'Must be an instant that is still to come.')
  return instant.toISOString()
}
