import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { openNearest, openQueues } from '#plugins/kit/index.ts'

test('the nearest free item is what a search through all finds, whatever has been taken before', () => {
  const rows = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(rows, fc.array(fc.integer({ min: -5, max: 65 }), { maxLength: 30 }), (items, requested) => {
      const free = new Set(items)
      const nearest = openNearest(
        items,
        (row) => row,
        (row) => free.has(row),
      )
      for (const row of requested) {
        const wanted = [...free].toSorted((a, b) => Math.abs(a - row) - Math.abs(b - row) || a - b)[0]
        const found = nearest.find(row)
        expect(found).toBe(wanted as number)
        if (found !== undefined) free.delete(found)
      }
    }),
  )
})

test('the first free item of a key', () => {
  const free = new Set(['a1', 'b1', 'a2'])
  const queues = openQueues(
    free,
    (item) => item.slice(0, 1),
    (item) => free.has(item),
  )
  expect([queues.first('a'), queues.first('b'), queues.first('c')]).toEqual(['a1', 'b1', undefined])
  free.delete('a1')
  expect(queues.first('a')).toBe('a2')
})

/** How often it is checked whether an item is free while all of `size` items that are alike are taken one after the other. */
function looks(size: number): number {
  const taken = new Uint8Array(size)
  let count = 0
  const isFree = (item: number) => {
    count++
    return taken[item] === 0
  }
  const items = Array.from({ length: size }, (_, index) => index)
  const nearest = openNearest(items, (item) => item, isFree)
  const queues = openQueues(items, () => 'same', isFree)
  for (const item of items) {
    const found = item % 2 === 0 ? nearest.find(size / 2) : queues.first('same')
    if (found !== undefined) taken[found] = 1
  }
  return count
}

test('taking all of many items that are alike is work that grows with their number', () => {
  expect(looks(40_000) / looks(10_000)).toBeLessThan(5)
})
