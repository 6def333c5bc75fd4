import { Transaction } from '#src/transactions/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

/** A broker of one user with an asset; `post` adds a line there, `add` expects that to work, `batch` sends a batch. */
export async function setUp(fields: Parameters<typeof createBroker>[2] & { priceQuantity?: string; clock?: () => Date } = {}) {
  const app = await createTestApp(fields.clock ? { clock: fields.clock } : {})
  const user = await app.createUser()
  const broker_id = await createBroker(app, user, fields)
  const asset_id = await createAsset(app, fields.priceQuantity === undefined ? {} : { priceQuantity: fields.priceQuantity })
  const post = (body: object, headers: Record<string, string> = {}) =>
    app.call(user, 'POST', '/transactions', { broker_id, ...body }, headers)
  const add = async (body: object) => {
    const answer = await post({ currency: 'EUR', ...body })
    if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`)
    return answer.as(Transaction)
  }
  const patch = (id: number, body: object, headers: Record<string, string> = {}) =>
    app.call(user, 'PATCH', `/transactions/${id}`, body, headers)
  const batch = (body: object, headers: Record<string, string> = {}) =>
    app.call(user, 'POST', '/transactions/batch', body, headers)
  const list = async (query = '') => (await app.call(user, 'GET', `/transactions${query}`)).as(Transaction.array())
  return { ...app, app, user, broker_id, asset_id, post, add, patch, batch, list }
}
