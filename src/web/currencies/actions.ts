import type { Tried } from '../ask.ts'
import { changeHeaders, typed } from '../form.ts'
import type { Operation } from '../operations.ts'
import type { Action, Again, Lead, Posted } from '../visit.ts'
import { stepsOf } from './chain.tsx'

type Outcome = Promise<Lead | Again>

/** Fetches rates, sends what brings missing ones, moves and removes routes. */
export const changeCurrencies: Action = (visit) => {
  const does = DOES[visit.form.get('do')]
  return does ? does(visit) : Promise.resolve({ to: '/currencies' })
}

const DOES: Readonly<Record<string, (visit: Posted) => Outcome>> = {
  sync: (visit) => fetchRates(visit, {}, 'synced'),
  mend,
  first: tryFirst,
  remove: async ({ ask, form }) =>
    leadOr(form, await ask.try('DELETE /fx/providers/routes/{id}', { params: { id: form.get('id') } }), 'removed'),
}

function leadOr<O extends Operation>(form: Posted['form'], tried: Tried<O>, done: string): Lead | Again {
  return tried.ok ? { to: `/currencies?done=${done}` } : { again: typed(form, { problem: tried.problem }) }
}

/** Fetches rates; where that takes longer, leads to the job. */
async function fetchRates({ ask, form, site }: Posted, body: unknown, done: string): Outcome {
  const tried = await ask.try('POST /fx/currencies/sync', { body })
  if (tried.ok && tried.job !== undefined)
    return { to: site.hasPage(`/jobs/${tried.job}`) ? `/jobs/${tried.job}` : '/currencies?done=started' }
  return leadOr(form, tried, done)
}

/** Sends the remedy of a currency, as the interface proposes it now. */
async function mend(visit: Posted): Outcome {
  const { ask, form } = visit
  const remedy = (await ask('GET /fx/coverage')).find(({ currency }) => currency === form.get('currency'))?.remedy
  if (!remedy || remedy.figures === 'missing') return { to: '/currencies' }
  if (remedy.operation_id === 'putFxRates') return leadOr(form, await ask.try('PUT /fx/rates', { body: remedy.body }), 'entered')
  return remedy.operation_id === 'syncFxCurrencies' ? fetchRates(visit, remedy.body, 'synced') : register(visit, remedy.body)
}

/** Registers a route and fetches its rates. */
async function register(visit: Posted, body: unknown): Outcome {
  const { ask, form } = visit
  const added = await ask.try('POST /fx/providers/routes', { body, headers: changeHeaders(form) })
  if (!added.ok) return { again: typed(form, { problem: added.problem }) }
  const currencies = [...new Set(added.body.chain_steps.flatMap(({ from, to }) => [from, to]))]
  const fetched = await fetchRates(visit, { currencies }, 'added')
  return 'to' in fetched ? fetched : { to: '/currencies?done=later' }
}

/** Adds a route that was found. */
export const addRoute: Action = (visit) => register(visit, { chain_steps: stepsOf(visit.form.get('route')) })

/** Puts a route before the others of its pair. */
async function tryFirst({ ask, form }: Posted): Outcome {
  const routes = await ask('GET /fx/providers/routes')
  const chosen = routes.find(({ id }) => String(id) === form.get('id'))
  const others = routes.filter(({ pair, id, automatic }) => pair === chosen?.pair && id !== chosen.id && !automatic)
  for (const [index, { id, priority }] of (chosen ? [chosen, ...others] : []).entries()) {
    if (priority === index + 1) continue
    const tried = await ask.try('PATCH /fx/providers/routes/{id}', { params: { id }, body: { priority: index + 1 } })
    if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  }
  return { to: '/currencies?done=moved' }
}
