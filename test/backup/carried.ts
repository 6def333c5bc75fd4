import { expect } from 'bun:test'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import scheduledYield from '#plugins/assets/scheduled-yield/index.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import manual from '#plugins/fx/manual/index.ts'
import alpha from '#test/golden/fx/alpha.ts'
import beta from '#test/golden/fx/beta.ts'
import { type Answer, createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'

export const NOW = '2026-06-30T12:00:00.000Z'

/** An instance whose clock stands still. */
export function openInstance(): Promise<TestApp> {
  const plugins = { brim: [genericCsv], fx: [alpha, beta, manual], assets: [scheduledYield] }
  return createTestApp({ clock: () => new Date(NOW), deps: { plugins } })
}

export async function exportOf({ call }: TestApp, user: TestUser, query = ''): Promise<Uint8Array> {
  const answer = await call(user, 'GET', `/backup/export${query}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return answer.bytes
}

/** The answer, or the problem, also where it became a job. */
export async function importInto(
  app: TestApp,
  user: TestUser,
  archive: Uint8Array,
  query = '',
): Promise<{ status: number; body: Answer['body'] }> {
  const form = new FormData()
  form.set('file', new File([archive.slice()], 'export.zip', { type: 'application/zip' }))
  const answer = await app.call(user, 'POST', `/backup/import${query}`, form)
  if (answer.status !== 202) return answer
  for (;;) {
    const { body } = await app.call(user, 'GET', `/jobs/${answer.body.id}`)
    if (body.state === 'succeeded') return { status: 200, body: body.result }
    if (body.state === 'failed') return { status: body.problem.status, body: body.problem }
    await Bun.sleep(50)
  }
}

/** The files of an archive, by name. */
export async function filesOf(archive: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false }).getEntries())
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()))
  return files
}

const DAY = 'to=2026-06-30'
const PATHS = [
  ...['FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'S104'].flatMap((method) => [
    `gains?${DAY}&method=${method}`,
    `holdings?as_of=2026-06-30&lots=true&method=${method}`,
  ]),
  ...['holdings?as_of=2025-01-31', `performance?${DAY}`, `performance?${DAY}&scope=assets`, `performance?${DAY}&owned=true`],
  ...[`income?${DAY}`, `costs?${DAY}`, `cash-flows?${DAY}`, `history?${DAY}`, 'allocation?by=country&as_of=2026-06-30'],
]

/** What an instance numbers, dates and calls by itself. */
const OWN = /(^|_)ids?$|_at$|^warnings$|^remedy|^group$|broker_name|^brokers$|^names?_of/

/** Ratios are binary numbers: those of chained rates may differ in their last digits. */
function bare(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9))
  if (Array.isArray(value)) return value.map(bare).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OWN.test(key))
      .map(([key, one]) => [key, bare(one)]),
  )
}

/** Reports in some currencies, without what each instance numbers for itself. */
export async function figuresOf({ call }: TestApp, user: TestUser, currencies: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const currency of currencies)
    for (const path of PATHS) {
      const { status, body, text } = await call(user, 'GET', `/portfolio/${path}&currency=${currency}`)
      expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
      found.set(`${path} ${currency}`, JSON.stringify(bare(body), null, 1))
    }
  return found
}
