/** A service with some of everything, and who may do all with it. */
import type { Running } from '#test/support/binary.ts'
import { formOf } from '#test/support/binary.ts'

const ACCOUNT = { username: 'root', password: 'quiet-harbour-lantern-42' }
const EACH = 4
const REPORT = 'date,type,amount,currency,external_id\n2024-02-02,DEPOSIT,5,EUR,a\n2024-02-03,FEE,-1,EUR,b\n'

export type World = {
  /** Of a superuser, with all scopes. */
  readonly token: string
  /** Of the same superuser, as a header. */
  readonly cookie: string
  /** Ids of uploads, reports, jobs and backups. */
  readonly ids: readonly string[]
}

/** Fills a new service over its own interface. Throws with the first answer that is no success. */
export async function fill(service: Running): Promise<World> {
  const client = service.client()
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await client(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 2_000)}`)
    return answer.body
  }
  await must('POST', '/auth/register', { ...ACCOUNT, email: 'root@example.org' })
  const { cookie } = await client('POST', '/auth/login', ACCOUNT)
  await must('PATCH', '/settings', { requests_per_minute: 1_000_000 })
  await must('POST', '/users', { username: 'mira', email: 'mira@example.org', password: ACCOUNT.password })
  const scopes = ['read', 'write', 'import', 'share', 'admin']
  const { token } = await must('POST', '/auth/tokens', { name: 'fuzz', scopes })
  const ids: string[] = []
  for (let number = 1; number <= EACH; number += 1) ids.push(...(await furnish(must, number)))
  await must('POST', '/fx/providers/routes', { chain_steps: [{ from: 'EUR', to: 'USD', provider: 'MANUAL' }] })
  await must('PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2024-01-02', rate: '1.1' }])
  ids.push((await must('POST', '/backup')).id, ...(await must('GET', '/jobs')).map(({ id }: { id: string }) => id))
  return { token, cookie, ids }
}

type Must = (method: string, path: string, body?: unknown) => Promise<ReturnType<typeof JSON.parse>>

/** A broker with a ledger and a report, an asset with closes and an event, a file, a webhook. */
async function furnish(must: Must, number: number): Promise<string[]> {
  const currency = number % 2 === 0 ? 'USD' : 'EUR'
  const broker = await must('POST', '/brokers', { name: `Broker ${number}`, currency, allow_cash_overdraft: true })
  const stock = { symbol: `SYM${number}`, name: `Company ${number}`, type: 'STOCK', currency }
  const asset = await must('POST', '/assets', stock)
  const line = { broker_id: broker.id, currency, asset_id: asset.id }
  const create = [
    { broker_id: broker.id, type: 'DEPOSIT', date: '2024-01-02', amount: '10000', currency },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '51.25', fees: '4.9' },
    { ...line, type: 'SELL', date: '2025-02-03', quantity: '-4', price: '60' },
    { ...line, type: 'DIVIDEND', date: '2025-03-03', amount: '7.5', taxes: '1.5' },
  ]
  await must('POST', '/transactions/batch', { create })
  await must('PUT', `/assets/${asset.id}/prices`, [
    { date: '2024-01-02', close: '50' },
    { date: '2026-01-02', close: '70.5' },
  ])
  await must('POST', `/assets/${asset.id}/events`, { type: 'SPLIT', date: '2025-06-17', ratio: '4:1' })
  await must('POST', '/webhooks', { url: `https://hooks.example.org/${number}`, events: ['import.done'] })
  const stored = await must('POST', `/brokers/import/upload?broker_id=${broker.id}&import=true`, formOf('report.csv', REPORT))
  const upload = await must('POST', '/uploads', formOf('rows.csv', `a,b\n${number},2\n`))
  return [stored.report?.id ?? stored.id, upload.id]
}
