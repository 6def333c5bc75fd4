import { bodyOf, changeHeaders, typed } from '../form.ts'
import { submit } from '../submit.ts'
import type { Action, Again, Lead, Posted } from '../visit.ts'
import { ASSET_KINDS } from './fields.tsx'
import { assetId } from './read.ts'

/** Fetches the prices of an asset, or settles a close that was held back. */
export const changePrices: Action = async (visit) => {
  const id = assetId(visit)
  const to = `/assets/${id}`
  if (visit.form.get('do') !== 'refresh') return await settleSuspect(visit, id, to)
  return await submit(visit, 'POST /assets/prices/refresh', { body: { asset_ids: [Number(id)] }, to: `${to}?done=1` })
}

/** Uses a close that was held back, or rejects it. */
export async function settleSuspect({ form, ask }: Posted, id: string, path: string): Promise<Lead | Again> {
  const [date, close, currency] = [form.get('date'), form.get('close'), form.get('currency')]
  const isRejected = form.get('do') === 'reject'
  // Without a day all of them would be meant.
  const day = date === '' ? '-' : date
  const tried = isRejected
    ? await ask.try('DELETE /assets/{id}/prices/suspect', { params: { id }, query: { from: day, to: day } })
    : await ask.try('PUT /assets/{id}/prices', { params: { id }, body: [{ date, close, currency }] })
  return tried.ok ? { to: `${path}?done=${isRejected ? 'rejected' : '1'}` } : { again: typed(form, { problem: tried.problem }) }
}

/** Adds an asset and leads to it. */
export const createAsset: Action = async (visit) =>
  await submit(visit, 'POST /assets', { kinds: ASSET_KINDS, to: ({ body }) => `/assets/${body.id}` })

/** Changes an asset or its price source, archives or removes it. */
export const changeAsset: Action = async (visit) => {
  const { form } = visit
  const id = assetId(visit)
  const given = { params: { id }, to: `/assets/${id}?done=1` }
  const does = form.get('do')
  if (does === 'asset') return await submit(visit, 'PATCH /assets/{id}', { ...given, kinds: ASSET_KINDS })
  if (does === 'source') return await changeSource(visit)
  if (form.get('how') === 'delete') return await submit(visit, 'DELETE /assets/{id}', { params: { id }, to: '/assets' })
  return await submit(visit, 'PATCH /assets/{id}', { ...given, body: { archived: form.get('how') === 'archive' } })
}

/** Without a provider it has no source; options of a source that stays the same stay. */
const changeSource: Action = async (visit) => {
  const { ask, form, reader } = visit
  const id = assetId(visit)
  const { body } = bodyOf(form, { '/price_source/provider': 'text', '/price_source/identifier': 'text' }, reader)
  const wished = form.get('/price_source/provider') === '' ? null : Object(body['price_source'])
  const asset = await ask('GET /assets/{id}', { params: { id } })
  const options = wished?.provider === asset.price_source?.provider ? asset.price_source?.options : undefined
  const source = wished === null ? null : { ...wished, ...(options && { options }) }
  const headers = changeHeaders(form)
  const tried = await ask.try('PATCH /assets/{id}', { params: { id }, headers, body: { price_source: source } })
  return tried.ok ? { to: `/assets/${id}?done=1` } : { again: typed(form, { problem: tried.problem }) }
}

/** Makes one asset of two, and leads to the one that stays. */
export const mergeAsset: Action = async (visit) => {
  const into = Number(visit.form.get('into'))
  return await submit(visit, 'POST /assets/{id}/merge', {
    params: { id: assetId(visit) },
    body: { into },
    to: `/assets/${into}?done=1`,
  })
}
