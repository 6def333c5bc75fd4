import { afterAll, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const ASSETS = 500
const MOST_BYTES = 60_000
const DAY = 86_400_000

/** A number between 0 and `below` that looks like no other, so that packing finds little in common. */
const made = (seed: number, below: number) => (Math.imul(seed + 1, 2_654_435_761) >>> 0) % below
const letters = (seed: number) => made(seed, 36 ** 4).toString(36)
const decimal = (seed: number) => `${made(seed, 900) + 3}.${made(seed + 1, 100_000)}`

/** A reader who holds 500 assets, two thirds with income, a quarter in another currency. */
async function openWide() {
  const app = await createTestApp()
  const user = await app.createUser()
  const must = async (method: string, path: string, body: unknown) => {
    const answer = await app.call(user, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const day = (back: number) => new Date(app.deps.clock().getTime() - back * DAY).toISOString().slice(0, 10)
  const { id: broker } = await must('POST', '/brokers', { name: 'Many' })
  const line = { broker_id: broker, currency: 'EUR' }
  const lines: object[] = [{ ...line, type: 'DEPOSIT', date: day(900), amount: '90000000' }]
  await must('PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: day(900), rate: '1.0837' }])
  for (let n = 0; n < ASSETS; n++) {
    const { id } = await must('POST', '/assets', {
      symbol: `${letters(n).slice(0, 3).toUpperCase()}${n}`,
      name: `${letters(n + 1)} ${letters(n + 2)} ${n % 3 ? 'Holding plc' : 'UCITS ETF (Accumulating)'}`,
      type: n % 3 ? 'STOCK' : 'ETF',
      currency: n % 4 ? 'EUR' : 'USD',
    })
    await must('PUT', `/assets/${id}/prices`, [{ date: day(n % 5), close: decimal(n + 3) }])
    const of = { ...line, asset_id: id }
    lines.push({ ...of, type: 'BUY', date: day(100 + n), quantity: decimal(n + 4), price: decimal(n + 5), fees: '1.5' })
    if (n % 3) lines.push({ ...of, type: 'DIVIDEND', date: day(50), amount: `${made(n, 90) + 1}.${made(n + 6, 90) + 10}` })
  }
  await must('POST', '/transactions/batch', { create: lines })
  return { app, user }
}

const { app, user } = await openWide()
afterAll(takeOver())

/** The bytes of a page as they are sent. */
async function sizeOf(path: string, encoding: string): Promise<number> {
  const headers = { Cookie: `session=${user.token}`, 'Accept-Encoding': encoding, 'Accept-Language': 'en' }
  const answer = await app.app.request(`http://localhost${path}`, { headers })
  expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, encoding])
  return (await answer.arrayBuffer()).byteLength
}

test('500 holdings are at most 60 kB on the wire, with their lots too', async () => {
  for (const path of ['/holdings', '/holdings?sort=name', '/holdings?lots=true'])
    for (const encoding of ['gzip', 'zstd']) {
      const size = await sizeOf(path, encoding)
      expect([path, encoding, size > MOST_BYTES && size]).toEqual([path, encoding, false])
    }
})

test('short rows say every figure that long ones say', async () => {
  const { holdings } = (await app.call(user, 'GET', '/portfolio/holdings')).body
  const reader = createReader(app, user)
  const { text, html } = await reader.get('/holdings')
  const written = (amount: string) =>
    new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(Number(amount)).replace('-', '\u2212')
  expect(holdings).toHaveLength(ASSETS)
  for (const one of holdings) {
    expect(html).toContain(`<a href="/assets/${one.asset_id}"><b>${one.symbol}</b> ${one.name}</a>`)
    for (const key of ['market_value', 'cost_basis', 'unrealised_gain', 'income', 'total_gain'])
      expect([one.symbol, key, text.includes(written(one[key]))]).toEqual([one.symbol, key, true])
  }
  const toned = (amount: string) => (amount.startsWith('-') ? 'loss' : 'gain')
  const [first] = holdings
  expect(html).toContain(`<td class="g ${toned(first.total_gain)}">`)
})

test('short rows have neither amounts nor their colours in privacy mode', async () => {
  const { holdings } = (await app.call(user, 'GET', '/portfolio/holdings')).body
  const reader = createReader(app, user)
  reader.cookies.set('private', '1')
  const { html } = await reader.get('/holdings?lots=true')
  const plain = html.replaceAll(',', '')
  for (const { market_value, cost_basis } of holdings)
    for (const amount of [market_value, cost_basis]) expect(plain).not.toContain(Number(amount).toFixed(2))
  expect(html).not.toMatch(/<td class="[^"]*(gain|loss)/)
})
