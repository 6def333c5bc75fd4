import { expect, test } from 'bun:test'
import { toRows } from '#src/prices/rows.ts'
import { ONE } from '#src/shared/decimal.ts'
import { ROWS_A_PIECE } from '#src/shared/pieces.ts'

test('very many prices become rows in pieces, in their order', async () => {
  const count = 40 * ROWS_A_PIECE
  const prices = Array.from({ length: count }, (_, n) => ({
    date: new Date(Date.UTC(1980, 0, 1 + n)).toISOString().slice(0, 10),
    close: ONE,
  }))
  let [turns, running] = [0, true]
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const rows = await toRows(prices, { currency: 'EUR', today: '2026-01-01', createdBy: 1 })
  running = false
  expect(rows.map((row) => row.date)).toEqual(prices.map((price) => price.date))
  expect(turns).toBeGreaterThanOrEqual(39)
})
