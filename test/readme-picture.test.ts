/** The picture at the head of the README is a chart that the service draws from invented figures. `PICTURE_UPDATE=true` draws it again. */
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const PICTURE = new URL('../src/portfolio/charts/example.svg', import.meta.url)
const DAYS = 547
const CHART = '/portfolio/charts/history.svg?currency=EUR&from=2024-01-01&theme=light&width=640&height=280'

function dayOf(index: number): string {
  return new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
}

/** A price that rises slowly and swings around that. */
function closeOf(index: number, start: number, swing: number): string {
  const waves = Math.sin(index / 55) + Math.cos(index / 17) / 2 + Math.sin(index / 3.7) / 5
  return (start * (1 + index / 2_000) * (1 + swing * waves)).toFixed(2)
}

test('the picture of the README is what the service draws', async () => {
  const app = await createTestApp({ clock: () => new Date('2025-06-30T12:00:00Z') })
  const mira = await app.createUser()
  const broker = await createBroker(app, mira, { name: 'Northwind Brokerage' })
  const assets = [
    {
      id: await createAsset(app, { symbol: 'LANT', name: 'Lantern World ETF', type: 'ETF' }),
      start: 52,
      swing: 0.05,
      quantity: '40',
    },
    { id: await createAsset(app, { symbol: 'HARB', name: 'Harbour Steel' }), start: 31, swing: 0.11, quantity: '25' },
  ]
  const days = Array.from({ length: DAYS }, (_, index) => index)
  for (const { id, start, swing } of assets) {
    const closes = days.map((index) => ({ date: dayOf(index), close: closeOf(index, start, swing) }))
    expect((await app.call(mira, 'PUT', `/assets/${id}/prices`, closes)).status).toBe(200)
  }
  const create = [0, 120, 260, 400].flatMap((index) => [
    { broker_id: broker, type: 'DEPOSIT', date: dayOf(index), amount: '3500', currency: 'EUR' },
    ...assets.map(({ id, start, swing, quantity }) => {
      const trade = { type: 'BUY', date: dayOf(index + 3), quantity, price: closeOf(index + 3, start, swing) }
      return { broker_id: broker, asset_id: id, currency: 'EUR', ...trade }
    }),
  ])
  expect((await app.call(mira, 'POST', '/transactions/batch', { create })).status).toBeLessThan(300)
  const { text, status } = await app.call(mira, 'GET', CHART)
  expect(status).toBe(200)
  if (process.env['PICTURE_UPDATE'] === 'true') writeFileSync(PICTURE, text)
  expect(text).toBe(readFileSync(PICTURE, 'utf8'))
})
