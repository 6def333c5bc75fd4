import type { Given } from '../ask.ts'
import { bodyOf, changeHeaders, typed } from '../form.ts'
import { submit } from '../submit.ts'
import type { Action } from '../visit.ts'
import { settleSuspect } from './actions.ts'
import { assetId } from './read.ts'

/** A pasted text as CSV; tabs, as spreadsheets copy them, and semicolons count as commas. */
function csvOf(text: string): NonNullable<Given['stream']> {
  const lines = text.replace(/\r\n?/g, '\n').trim()
  const header = lines.split('\n')[0] ?? ''
  const sign = ['\t', ';'].find((one) => header.includes(one))
  return { body: new Blob([`${sign === undefined ? lines : lines.replaceAll(sign, ',')}\n`]).stream(), type: 'text/csv' }
}

/** Stores closes of one asset. */
export const enterCloses: Action = async (visit) => {
  const { ask, form, reader } = visit
  const params = { id: assetId(visit) }
  const given = { params, headers: changeHeaders(form) }
  const to = `/assets/${params.id}?done=1`
  if (form.get('do') === 'many') {
    const tried = await ask.try('PUT /assets/{id}/prices', { ...given, stream: csvOf(form.get('csv')) })
    return tried.ok ? { to } : { again: typed(form, { problem: tried.problem }) }
  }
  const { body, faults } = bodyOf(form, { '/0/date': 'text', '/0/close': 'number', '/0/currency': 'text' }, reader)
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const tried = await ask.try('PUT /assets/{id}/prices', { ...given, body: [body['0']] })
  return tried.ok ? { to } : { again: typed(form, { problem: tried.problem }) }
}

/** Fetches the prices of all, settles a close that was held back, or stores pasted closes of many assets. */
export const changeAllPrices: Action = async (visit) => {
  const { ask, form } = visit
  const path = '/assets/prices'
  const to = `${path}?done=1`
  const does = form.get('do')
  if (does === 'take' || does === 'reject')
    return await settleSuspect(visit, assetId({ params: { id: form.get('asset') } }), path)
  if (does !== 'paste') return await submit(visit, 'POST /assets/prices/refresh', { body: {}, to })
  const tried = await ask.try('PUT /assets/prices', { headers: changeHeaders(form), stream: csvOf(form.get('csv')) })
  return tried.ok ? { to } : { again: typed(form, { problem: tried.problem }) }
}
