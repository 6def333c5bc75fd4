import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { spareArchives } from '#src/backup/retention.ts'
import { archiveName, readArchiveName } from '#src/shared/archive-name.ts'

const DAY = 86_400_000
const LATE = new Date('2040-01-01T00:00:00Z')
const instants = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2039-12-31T00:00:00Z'), noInvalidDate: true })

test('the name of an archive says again what it was made of, and names sort as their instants', () => {
  fc.assert(
    fc.property(instants, instants, fc.boolean(), fc.boolean(), (one, other, isScheduled, isEncrypted) => {
      const name = archiveName(one, { isScheduled, isEncrypted })
      expect(readArchiveName(name)).toMatchObject({ filename: name, madeAt: one, isScheduled, isEncrypted })
      const second = archiveName(other, { isScheduled, isEncrypted })
      expect(Math.sign(one.getTime() - other.getTime())).toBe(name < second ? -1 : name > second ? 1 : 0)
    }),
  )
})

test('other names are no archives', () => {
  for (const name of [
    'holdfast-1.tar.zst',
    'holdfast-20260630T081500123Z.tar.zst.part',
    'x.tar.zst',
    '../holdfast-20260630T081500123Z.tar.zst',
  ])
    expect(readArchiveName(name)).toBeUndefined()
})

const archivesOf = (times: readonly Date[], isScheduled = true) =>
  times.flatMap((at) => readArchiveName(archiveName(at, { isScheduled, isEncrypted: false })) ?? [])

test('the newest stay, and the newest of each day, week and month; what was made by hand stays always', () => {
  const daily = archivesOf(Array.from({ length: 400 }, (_, day) => new Date(Date.UTC(2026, 0, 1, 3, 30) + day * DAY)))
  const hand = archivesOf([new Date('2020-02-02T00:00:00Z')], false)
  const keep = { newest: 2, daily: 3, weekly: 3, monthly: 3 }
  const spare = new Set(spareArchives([...daily, ...hand], keep, LATE).map(({ id }) => id))
  const left = [...hand, ...daily].filter(({ id }) => !spare.has(id)).map(({ madeAt }) => madeAt.toISOString().slice(0, 10))
  expect(left).toEqual(['2020-02-02', '2026-12-31', '2027-01-24', '2027-01-31', '2027-02-02', '2027-02-03', '2027-02-04'])
})

test('archives of a clock that was ahead stay until their time comes, and no other goes for them', () => {
  const now = new Date('2026-07-03T03:30:05Z')
  const [real, ahead] = [
    ['2026-07-01', '2026-07-02', '2026-07-03'],
    ['2030-01-01', '2030-01-02', '2030-01-03'],
  ].map((days) => archivesOf(days.map((day) => new Date(`${day}T03:30:00Z`))))
  const keep = { newest: 2, daily: 0, weekly: 0, monthly: 0 }
  const daysOf = (at: Date) => spareArchives([...(real ?? []), ...(ahead ?? [])], keep, at).map(({ id }) => id.slice(9, 17))
  expect(daysOf(now)).toEqual(['20260701'])
  expect(daysOf(LATE)).toEqual(['20300101', '20260703', '20260702', '20260701'])
})

test('never more goes than has to, and a second look finds nothing to delete', () => {
  const counts = fc.record({ newest: fc.integer({ min: 1, max: 9 }), daily: fc.nat(9), weekly: fc.nat(9), monthly: fc.nat(9) })
  fc.assert(
    fc.property(fc.uniqueArray(instants, { maxLength: 60, selector: (at) => at.getTime() }), counts, (times, keep) => {
      const all = archivesOf(times)
      const spare = new Set(spareArchives(all, keep, LATE))
      const left = all.filter((one) => !spare.has(one))
      expect(left.length).toBeGreaterThanOrEqual(Math.min(all.length, keep.newest))
      expect(left.length).toBeLessThanOrEqual(keep.newest + keep.daily + keep.weekly + keep.monthly)
      expect(spareArchives(left, keep, LATE)).toEqual([])
    }),
  )
})
