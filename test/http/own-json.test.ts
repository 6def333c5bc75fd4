import { expect, test } from 'bun:test'
import { readOwnJson } from '#src/http/own-json.ts'

const report = (rows: number) => ({
  currency: 'EUR',
  rows: Array.from({ length: rows }, (_, id) => ({ id, amount: `${id}.25`, tags: ['a'] })),
})

test('an answer is read whole, whatever its length', async () => {
  for (const rows of [0, 3, 20_000]) expect(await readOwnJson(Response.json(report(rows)))).toEqual(report(rows))
  expect(await readOwnJson(new Response(null, { status: 204 }))).toBeNull()
})

test('while a long answer is read others have their turn', async () => {
  const answer = Response.json(report(200_000))
  let [turns, isReading] = [0, true]
  const next = () => {
    turns += 1
    if (isReading) setImmediate(next)
  }
  setImmediate(next)
  await readOwnJson(answer)
  isReading = false
  expect(turns).toBeGreaterThan(3)
})
