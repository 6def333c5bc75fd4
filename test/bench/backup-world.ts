/** What the bench of backups fills a service with, and reads out of it again. */
import type { Running } from '#test/support/binary.ts'
import { formOf } from '#test/support/binary.ts'

export const ACCOUNT = { username: 'otto', password: 'quiet-harbour-lantern-42' }
export type Client = ReturnType<Running['client']>
const BATCH = 5_000
const ASSETS = 40
const FIRST_DAY = Date.UTC(2010, 0, 1)
const DAYS = 5_800
const MIB = 1024 * 1024
/** Of nothing that changes by itself: up to a day that is over. */
const REPORTS = [
  ...['holdings?as_of=2025-12-31&', 'performance?from=2012-01-01&to=2025-12-31&', 'gains?from=2024-01-01&to=2025-12-31&'],
  ...['income?from=2010-01-01&to=2025-12-31&', 'cash-flows?from=2010-01-01&to=2025-12-31&', 'costs?to=2025-12-31&'],
  ...[
    'allocation?by=asset&as_of=2025-12-31&',
    'history?from=2010-01-01&to=2025-12-31&',
    'gains.csv?from=2025-01-01&to=2025-12-31&',
  ],
  ...['performance/breakdown?by=asset&from=2025-01-01&to=2025-12-31&', 'charts/history.svg?from=2010-01-01&to=2025-12-31&'],
].map((report) => `/portfolio/${report}broker_ids=1`)

export async function must(client: Client, method: string, path: string, body?: unknown) {
  const answer = await client(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 1_000)}`)
  return answer.body
}

export async function signIn(client: Client): Promise<Client> {
  await must(client, 'POST', '/auth/login', ACCOUNT)
  return client
}

const dayOf = (n: number): string => new Date(FIRST_DAY + (n % DAYS) * 86_400_000).toISOString().slice(0, 10)

/** A first broker with `lines` transactions and closes, a second that is written to later, and files of `mib` together. Answers the ids of the files. */
export async function fill(client: Client, size: { lines: number; files: number; mib: number }): Promise<string[]> {
  await must(client, 'POST', '/auth/register', { ...ACCOUNT, email: 'otto@example.org' })
  await signIn(client)
  await must(client, 'PATCH', '/settings', { requests_per_minute: 1_000_000, storage_quota_mb_per_user: 1_000_000 })
  for (const name of ['Main', 'Other'])
    await must(client, 'POST', '/brokers', { name, currency: 'EUR', allow_cash_overdraft: true })
  for (let n = 1; n <= ASSETS; n += 1)
    await must(client, 'POST', '/assets', { symbol: `SYM${n}`, name: `Company ${n}`, type: 'STOCK', currency: 'EUR' })
  for (let first = 0; first < size.lines; first += BATCH) {
    const create = Array.from({ length: Math.min(BATCH, size.lines - first) }, (_, at) => lineOf(first + at))
    await must(client, 'POST', '/transactions/batch', { create })
  }
  for (let n = 1; n <= ASSETS; n += 1) {
    const closes = Array.from({ length: DAYS / 29 }, (_, at) => ({ date: dayOf(at * 29), close: `${10 + ((at * n) % 17)}.25` }))
    await must(client, 'PUT', `/assets/${n}/prices`, closes)
  }
  const ids: string[] = []
  for (let n = 0; n < size.files; n += 1) ids.push(await upload(client, (size.mib * MIB) / size.files))
  return ids
}

function lineOf(n: number) {
  const trade = { broker_id: 1, date: dayOf(n * 7), asset_id: 1 + (n % ASSETS), currency: 'EUR' }
  if (n % 9 === 8) return { ...trade, type: 'DIVIDEND', amount: '3.17', taxes: '0.83' }
  return { ...trade, type: 'BUY', quantity: '2', price: `${10 + (n % 13)}.5`, fees: '1' }
}

/** A file that no compression makes much smaller. */
async function upload(client: Client, bytes: number): Promise<string> {
  const noise = Buffer.allocUnsafe(Math.ceil((bytes * 3) / 4))
  for (let at = 0; at < noise.byteLength; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536))
  const text = noise.toString('base64').replaceAll(/.{76}/g, '$&\n')
  return (await must(client, 'POST', '/uploads', formOf('noise.csv', `a,b\n${text}`))).id
}

/** Every report and file as the service answers it, by its path: what a restored one has to answer, too. */
export async function answersOf(client: Client, files: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const paths = [...REPORTS, '/transactions.csv?broker_ids=1', '/assets?limit=200', '/uploads?limit=200']
  for (const path of [...paths, ...files.map((id) => `/uploads/file/${id}`)]) {
    const { status, text } = await client('GET', path)
    answers.set(path, `${status} ${text.length} ${Bun.hash(text)}`)
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`)
  }
  return answers
}
