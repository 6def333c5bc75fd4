import { requestText, sourceError } from '#plugins/kit/http.ts'
import type { PriceTools } from '../contract.ts'

/** What Yahoo wants of callers that it does not know: a cookie and the crumb that belongs to it. */
export type Session = { readonly cookie: string; readonly crumb: string }

const TIMEOUT_MS = 10_000

/** Gets both. Throws AppError `source/refused` when either does not come. */
export async function openSession(tools: PriceTools): Promise<Session> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = tools.signal ? AbortSignal.any([tools.signal, timeout]) : timeout
  const response = await tools.fetch('https://fc.yahoo.com/', { redirect: 'manual', signal }).catch((cause: unknown) => {
    tools.signal?.throwIfAborted()
    throw sourceError('unreachable', 'Yahoo Finance gives no cookie: the connection failed.', { cause })
  })
  await response.body?.cancel()
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  if (cookie === '') throw sourceError('refused', 'Yahoo Finance gives no cookie.')
  const url = 'https://query2.finance.yahoo.com/v1/test/getcrumb'
  const crumb = (await requestText(tools, { url, expect: 'text', headers: { Cookie: cookie }, maxBytes: 4096, retries: 1 })) ?? ''
  if (!/^\S{1,64}$/.test(crumb.trim())) throw sourceError('refused', 'Yahoo Finance gives no crumb.')
  return { cookie, crumb: crumb.trim() }
}
