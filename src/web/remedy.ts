import type { Given } from './ask.ts'
import type { AnswerOf, Operation } from './operations.ts'
import { ownPath } from './own-path.ts'
import { ProblemView } from './parts/problem.tsx'
import type { Action, Posted } from './visit.ts'

export type Warning =
  | AnswerOf<'GET /portfolio/holdings'>['warnings'][number]
  | AnswerOf<'GET /brokers/{id}/summary'>['warnings'][number]
export type Remedy = NonNullable<Warning['remedy']>

/** The operations whose answers have warnings. */
const WARNED = [
  'GET /brokers/{id}/summary',
  'GET /portfolio/allocation',
  'GET /portfolio/cash-flows',
  'GET /portfolio/costs',
  'GET /portfolio/gains',
  'GET /portfolio/history',
  'GET /portfolio/holdings',
  'GET /portfolio/income',
  'GET /portfolio/performance',
  'GET /portfolio/performance/breakdown',
] as const
export type WarnedOperation = (typeof WARNED)[number]

/** What a remedy may send; all others are shown, not sent. */
const SENT: Readonly<Record<string, Operation>> = {
  syncFxCurrencies: 'POST /fx/currencies/sync',
  suggestPriceSources: 'POST /assets/price-sources/suggest',
  refreshPrices: 'POST /assets/prices/refresh',
  putManyPrices: 'PUT /assets/prices',
  putFxRates: 'PUT /fx/rates',
  changeBroker: 'PATCH /brokers/{id}',
  changeBrokers: 'PATCH /brokers/batch',
  createTransaction: 'POST /transactions',
  applyTransactionBatch: 'POST /transactions/batch',
}

/** By which a warning is found again in a later answer of the same report. */
export function warningKey({ code, pair, asset_id, affects }: Warning): string {
  return [code, pair ?? affects.pairs[0], asset_id ?? affects.assets[0]?.id, affects.brokers[0]?.id]
    .map((one) => one ?? '')
    .join('|')
}

/**
 * Sends what mends the cause of a warning. The form says which report warned and of what; the remedy itself is read from that report again, so that
 * no form holds its amounts, and nothing is sent that the interface does not propose.
 */
export const mend: Action = async (visit) => {
  const { ask, form, site, reader: r } = visit
  const back = ownPath(form.get('next'), site.hasPage)
  const remedy = await findRemedy(visit)
  const operation = remedy?.figures === 'missing' ? undefined : remedy && SENT[remedy.operation_id]
  if (!remedy || !operation) return { to: back }
  const id = /\/(\d+)$/.exec(remedy.path)?.[1]
  const tried = await ask.try(operation, { ...(id && { params: { id } }), body: remedy.body })
  if (!tried.ok)
    return { title: tried.problem.title, body: ProblemView({ r, problem: tried.problem, wait: undefined }), status: 409 }
  if (tried.job !== undefined && site.hasPage(`/jobs/${tried.job}`)) return { to: `/jobs/${tried.job}` }
  const [path = '/', query] = back.split('?')
  return { to: `${path}?${new URLSearchParams([...new URLSearchParams(query), ['done', '1']])}` }
}

async function findRemedy({ ask, form }: Posted): Promise<Remedy | null | undefined> {
  const operation = WARNED.find((one) => one === form.get('report'))
  if (!operation) return undefined
  const { warnings } = await ask<WarnedOperation>(operation, givenIn(form.get('given')))
  return [...warnings].find((one) => warningKey(one) === form.get('warning'))?.remedy
}

/** `{"params":...,"query":...}`, as the form had it. */
function givenIn(text: string): Given {
  try {
    const { params, query } = JSON.parse(text) as Given
    return { ...(params && { params }), ...(query && { query }) }
  } catch {
    return {}
  }
}
