import type { Deps } from '#src/context.ts'
import { attempt } from '#src/webhooks/attempt.service.ts'
import { AT_ONCE, claimDue } from '#src/webhooks/queue.service.ts'
import { startWebhookSchedule } from '#src/webhooks/schedule.ts'
import type { SendTools } from '#src/webhooks/send.service.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'

export type Received = { readonly headers: Headers; readonly body: string; readonly path: string }

/** A listener on this machine that answers as `answer` says, by default 204. */
export function listenForHooks(answer: (nth: number, request: Request) => Response | Promise<Response> = () => new Response()) {
  const got: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      got.push({ headers: request.headers, body: await request.text(), path: pathname + search })
      return await answer(got.length, request)
    },
  })
  afterwards(() => server.stop(true))
  return { got, url: `http://127.0.0.1:${server.port}/hook` }
}

/** A service that may call this machine, with a clock that tests move. The first user is a superuser. */
export async function createHookApp(options: Parameters<typeof createTestApp>[0] = {}) {
  const time = { later: 0 }
  const app = await createTestApp({
    clock: () => new Date(Date.now() + time.later),
    ...options,
    deps: { fetch: globalThis.fetch, ...options.deps },
  })
  const root = await app.createUser({ username: 'root' })
  await app.call(root, 'PATCH', '/settings', { webhook_private_addresses: ['127.0.0.0/8'] })
  const hook = async (user: TestUser, url: string, events: readonly string[], more: object = {}) => {
    const made = await app.call(user, 'POST', '/webhooks', { url, events, ...more })
    if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
    return made.body as { readonly id: number; readonly secret: string | null }
  }
  const start = () => {
    const schedule = startWebhookSchedule(app.deps, 10)
    afterwards(() => schedule.stop())
    return schedule
  }
  /** Waits until it is so, for half a minute at most: a machine may do much else. */
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    const end = performance.now() + 30_000
    while (!(await isSo()) && performance.now() < end) await Bun.sleep(5)
  }
  const deliveries = async (user: TestUser, id: number) => (await app.call(user, 'GET', `/webhooks/${id}/deliveries`)).body
  return { ...app, time, root, hook, start, until, deliveries }
}

/** Sends what is due, one message of each user at once. Answers how many messages were taken. */
export async function sendDue(deps: Deps, tools: SendTools, random?: () => number): Promise<number> {
  const taken = await claimDue(deps, AT_ONCE)
  await Promise.all(taken.map(({ delivery, until }) => attempt(deps, tools, delivery, { until, random })))
  return taken.length
}
