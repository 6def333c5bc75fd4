/** Problems name assets and brokers by name, never by an id alone. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const ROOT = new URL('../..', import.meta.url).pathname

test('409 for what would be short or overdrawn: the asset and the broker by name', async () => {
  const { app, user, line, broker_id } = await openPortfolio({ broker: { name: 'Depot', allowCashOverdraft: false } })
  const post = (body: object) => app.call(user, 'POST', '/transactions', body)
  const sold = await post({ ...line, type: 'SELL', date: '2024-01-03', quantity: '-3', price: '10' })
  expect([sold.status, sold.body.detail]).toEqual([
    409,
    'At the end of 2024-01-03 the holding of ACME name (ACME) at the broker "Depot" would be -3, and this broker does not allow shorting.',
  ])
  const paid = await post({ broker_id, type: 'WITHDRAWAL', date: '2024-01-03', amount: '-7', currency: 'EUR' })
  expect([paid.status, paid.body.detail]).toEqual([
    409,
    'At the end of 2024-01-03 the EUR balance at the broker "Depot" would be -7, and this broker does not allow an overdraft.',
  ])
})

test('409 for a listing that there is already: the asset by name', async () => {
  const { app, user } = await openPortfolio()
  const asset = { symbol: 'OAK', name: 'Oak Mills', type: 'STOCK', currency: 'EUR', isin: 'DE0007164600' }
  expect((await app.call(user, 'POST', '/assets', asset)).status).toBe(201)
  const again = await app.call(user, 'POST', '/assets', { ...asset, symbol: 'OAK2' })
  expect([again.status, again.body.detail]).toEqual([409, 'Oak Mills (OAK) has this ISIN, currency and exchange already.'])
})

/** Of ids that a request named and nothing is found by, and of the operator's own check of the data. */
const BY_ID = new Set(['There is no asset', 'broker $'])

test('no sentence of the source names an asset or a broker by an id of what there is', () => {
  const found = [...new Glob('{src,plugins}/**/*.ts').scanSync(ROOT)].flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/[^`'"\n]{0,40}\b(?:[Aa]sset|[Bb]roker) \$\{[^}]*\bid\b[^}]*\}/gi)].map(
      ([text]) => `${path}: ${text.trim()}`,
    ),
  )
  const unnamed = found.filter((one) => ![...BY_ID].some((allowed) => one.includes(allowed)))
  expect(unnamed).toEqual([])
})
