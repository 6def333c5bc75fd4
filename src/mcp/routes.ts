import { countInBudget } from '../http/budget.ts'
import { boundedBody } from '../http/limits.ts'
import { createRouter } from '../http/route.ts'
import { requireOwnOrigin } from '../http/security-headers.ts'
import { combineSteps } from '../http/steps.ts'
import { requireToken } from '../session/guard.ts'
import type { Fetch } from './interface.answer.ts'

const MAX_BYTES = 256 * 1024
const body = { content: { 'application/json': { schema: {} } }, 'x-max-bytes': MAX_BYTES }

/**
 * `POST /mcp`, outside `/api/v1`: the Model Context Protocol over HTTP, without sessions and streams, for tokens with the scope `read`. `fetch` answers
 * requests to the interface. The library is loaded for who is let in, never for strangers.
 */
export function mcpRoutes(fetch: Fetch) {
  const router = createRouter()
  const guards = combineSteps(requireOwnOrigin, requireToken('read'), countInBudget, boundedBody({ request: { body } }))
  router.post('/mcp', guards, async (c) => (await import('./serve.answer.ts')).answerMessages(c, fetch))
  return router
}
