import { expect, test } from 'bun:test'
import { createTermCounter } from '#src/portfolio/explain/bounds.ts'
import type { Explanation } from '#src/portfolio/explain/explainer.ts'
import { historyAnswer } from '#src/portfolio/history/wire.ts'
import { createInputs } from '#src/portfolio/valuation/inputs.ts'
import { AppError } from '#src/shared/errors.ts'

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
  return undefined
}

test('422 for an explanation of more than 20,000 transactions, before anything is computed', () => {
  expect(codeOf(() => createTermCounter(20_000))).toBe(undefined)
  expect(codeOf(() => createTermCounter(20_001))).toBe('portfolio/explain-too-long')
})

test('422 when the terms of all rows, with the transactions that they name, are more than 300,000', () => {
  const count = createTermCounter(10)
  const row = (events: number): Explanation[] => [
    {
      figure: 'cost',
      formula: '',
      terms: [{ label: 'pool', amount: null, events: Array.from({ length: events }, (_, id) => id) }],
    },
  ]
  for (let rows = 0; rows < 3; rows++) expect(codeOf(() => count(row(99_999)))).toBe(undefined)
  expect(codeOf(() => count(row(0)))).toBe('portfolio/explain-too-long')
})

test('422 for a history of too many points with explain, without looking at a line, a price or a rate', () => {
  const looked: string[] = []
  const book = createInputs({
    currency: 'EUR',
    brokerIds: [1],
    lotLines: new Proxy([], {
      get: (lines, key, whole) => {
        if (looked.push(String(key)) > 0 && key === 'every') return () => true
        return Reflect.get(lines, key, whole)
      },
    }),
    assets: new Map(),
    closes: () => [],
    rates: () => null,
  })
  const request = {
    brokerIds: [1],
    currency: 'EUR',
    from: '1900-01-01',
    to: '2026-01-01',
    method: 'FIFO',
    scope: 'total',
    owned: false,
    assetIds: null,
  } as const
  const count = createTermCounter(0)
  const explainer = {
    inputs: book,
    isOfTotals: false,
    count,
    providerOf: () => null,
    lineOf: () => undefined,
    eventsOf: () => [],
  }
  looked.length = 0
  expect(codeOf(() => historyAnswer(book, request, 'daily', explainer))).toBe('portfolio/explain-too-long')
  expect(looked).toEqual([])
})
