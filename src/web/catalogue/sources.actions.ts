import { type FieldFault, typed } from '../form.ts'
import { submit } from '../submit.ts'
import type { Action, Posted } from '../visit.ts'
import { candidateKey } from './sources.page.tsx'

const MOST = 200
const PATH = '/assets/sources'

/** Looks for sources, gives assets those that are ticked and fetches their prices, or declines what was proposed for one. */
export const changeSources: Action = async (visit) => {
  const { ask, form } = visit
  const declined = form.get('decline')
  if (declined !== '') {
    await ask.try('DELETE /assets/price-sources/proposals/{asset_id}', { params: { asset_id: declined } })
    return { to: PATH }
  }
  if (form.get('do') === 'find') return await submit(visit, 'POST /assets/price-sources/suggest', { body: {}, to: PATH })
  return await assign(visit)
}

async function assign(visit: Posted): Promise<Awaited<ReturnType<Action>>> {
  const { ask, form, reader } = visit
  const ids = form.all('asset').map(Number)
  const proposals = await ask('GET /assets/price-sources/proposals', { query: { limit: MOST } })
  const items = proposals
    .filter(({ asset_id: id }) => ids.includes(id))
    .flatMap(({ asset_id: id, candidates }) => {
      const wished = form.get(`source-${id}`)
      const chosen = candidates.find((one) => candidateKey(one) === wished)
      return chosen
        ? [{ id, price_source: { provider: chosen.provider, identifier: chosen.identifier, options: chosen.options } }]
        : []
    })
  const none: FieldFault = { name: '', detail: reader.words.catalogue.noneTicked }
  if (items.length === 0) return { again: typed(form, { faults: [none] }) }
  const tried = await ask.try('PATCH /assets/batch', { body: items })
  if (!tried.ok) return { again: typed(form, { problem: tried.problem }) }
  const fetched = await ask.try('POST /assets/prices/refresh', { body: { asset_ids: items.map(({ id }) => id) } })
  const to = `${PATH}?done=1`
  return { to: fetched.ok && fetched.job !== undefined ? `/jobs/${fetched.job}?${new URLSearchParams({ next: to })}` : to }
}
