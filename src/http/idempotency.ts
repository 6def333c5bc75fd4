import type { MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { tellPeers } from '../peers.ts'
import { AppError } from '../shared/errors.ts'
import { fingerprintForm, fingerprintText, fingerprintWholeForm } from './fingerprint.ts'
import { claimKey, type FirstAnswer, releaseKey, storeAnswer } from './idempotency.repository.ts'
import type { HttpContext, HttpEnv } from './route.ts'

const RETENTION_MILLISECONDS = 24 * 3_600_000
const STORED_HEADERS = ['content-type', 'location', 'etag', 'link']

/**
 * `Idempotency-Key` on a POST that creates: the same key and body of the same user within 24 h answers the first result again, with
 * `Idempotent-Replay: true`, as long as they are a member of every broker that it speaks of (else 404). Another body is 422, a first request
 * still under way 409. Refusals are not stored: they may be repeated. The keys of a token that does not see all brokers of its user are its own.
 */
export const repeatable: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const header = c.req.header('idempotency-key')
  if (header === undefined) return next()
  const given = header.replace(/^"(.*)"$/, '$1')
  if (!/^[\x21-\x7e]{1,255}$/.test(given))
    throw new AppError('invalid', 'request/idempotency-key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  const { db, clock, user, concerned = [] } = c.var.ctx
  const key = user.onlyBrokers === undefined ? given : `${given} of token ${user.bearer?.id}`
  const time = clock()
  // What takes no form was read as a whole already, whatever it says of itself.
  const isForm = !c.req.raw.bodyUsed && (c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false)
  const text = isForm ? null : await fingerprintText(c)
  const claim = {
    userId: user.id,
    key,
    fingerprint: text ?? '',
    now: time.toISOString(),
    before: new Date(time.getTime() - RETENTION_MILLISECONDS).toISOString(),
  }
  const { deps } = c.var
  tellPeers(deps, { claim: { userId: user.id, key, isHeld: true } })
  const first = await claimKey(db, claim)
  if (first) {
    tellPeers(deps, { claim: { userId: user.id, key, isHeld: false } })
    return replay(c, first, text ?? (await fingerprintWholeForm(c)))
  }
  const form = isForm ? fingerprintForm(c) : null
  try {
    await next()
  } finally {
    if (c.res.ok && c.error === undefined)
      await storeAnswer(db, {
        userId: user.id,
        key,
        fingerprint: text ?? form?.of() ?? '',
        brokerIds: concerned,
        ...(await copyOf(c.res)),
      })
    else await releaseKey(db, user.id, key)
    tellPeers(deps, { claim: { userId: user.id, key, isHeld: false } })
  }
}

function replay(c: HttpContext, first: FirstAnswer, fingerprint: string): Response {
  if (first.status === null)
    throw new AppError('conflict', 'request/in-progress', 'The first request with this Idempotency-Key is still under way.')
  if (first.fingerprint !== fingerprint)
    throw new AppError('invalid', 'request/idempotency-key', 'This Idempotency-Key was used for another request. Use a new one.')
  if (!first.isTheirs)
    throw new AppError('not-found', 'broker/not-found', 'There is no such broker, or you have no access to it.')
  return c.body(first.body, first.status as ContentfulStatusCode, { ...first.headers, 'Idempotent-Replay': 'true' })
}

async function copyOf(response: Response) {
  const headers = Object.fromEntries(
    STORED_HEADERS.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name) ?? '']] : [])),
  )
  return { status: response.status, headers, body: await response.clone().text() }
}
