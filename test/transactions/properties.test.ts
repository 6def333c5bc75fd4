import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { add, type Decimal, decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import { BatchResult } from '#src/transactions/batch.schema.ts'
import type { Transaction } from '#src/transactions/schema.ts'
import type { Answer } from '#test/support/app.ts'
import { dayFrom, decimalText, seeded } from '#test/support/arbitraries.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { setUp } from './ledger.ts'

type Entry = ReturnType<typeof Transaction.parse>
type Ledger = Awaited<ReturnType<typeof twoBrokers>>
type Line = {
  readonly kind: string
  readonly broker: 0 | 1
  readonly asset: 0 | 1
  readonly currency: string
  readonly date: string
  readonly size: string
  readonly money: string
}
type Write = {
  readonly what: 'create' | 'update' | 'delete' | 'batch'
  readonly line: Line
  readonly more: readonly Line[]
  readonly pick: number
}

/** RATIO: a split whose change the service computes from the holding of the day before; refused (422) when it changes nothing. */
const KINDS = ['DEPOSIT', 'WITHDRAWAL', 'BUY', 'SELL', 'DIVIDEND', 'FEE', 'ADJUSTMENT', 'SPLIT', 'RATIO', 'TRANSFER', 'FX']
const size = decimalText(3, 4).filter((text) => !/^[0.]*$/.test(text))

/** Few days around the turn of months, so that days and months coincide and empty. */
const line: fc.Arbitrary<Line> = fc.record({
  kind: fc.constantFrom(...KINDS),
  broker: fc.constantFrom(0, 1),
  asset: fc.constantFrom(0, 1),
  currency: fc.constantFrom('EUR', 'EUR', 'USD'),
  date: fc.oneof(dayFrom('2024-01-29', 5), dayFrom('2023-12-30', 70)),
  size,
  money: size,
})
const write: fc.Arbitrary<Write> = fc.record({
  what: fc.constantFrom('create', 'create', 'update', 'delete', 'batch'),
  line,
  more: fc.array(line, { maxLength: 4 }),
  pick: fc.nat({ max: 1_000 }),
})

async function twoBrokers(flags: Parameters<typeof createBroker>[2]) {
  const ledger = await setUp(flags)
  const brokers = [ledger.broker_id, await createBroker(ledger.app, ledger.user, flags)] as const
  const assets = [ledger.asset_id, await createAsset(ledger.app)] as const
  return { ...ledger, brokers, assets }
}

/** The items of a batch that say what `wanted` means; a group takes two. */
function itemsOf({ brokers, assets }: Ledger, wanted: Line, group: string): Record<string, unknown>[] {
  const { kind, currency, date, size: quantity, money } = wanted
  const base = { broker_id: brokers[wanted.broker], date, currency }
  const asset = { ...base, asset_id: assets[wanted.asset] }
  if (kind === 'DEPOSIT') return [{ ...base, type: kind, amount: money }]
  if (kind === 'WITHDRAWAL') return [{ ...base, type: kind, amount: `-${money}` }]
  if (kind === 'BUY') return [{ ...asset, type: kind, quantity, price: '2', fees: '0.1' }]
  if (kind === 'SELL') return [{ ...asset, type: kind, quantity: `-${quantity}`, price: '3', taxes: '0.2' }]
  if (kind === 'DIVIDEND') return [{ ...asset, type: kind, amount: money }]
  if (kind === 'FEE') return [{ ...base, type: kind, amount: `-${money}` }]
  if (kind === 'ADJUSTMENT') return [{ ...asset, type: kind, quantity }]
  if (kind === 'SPLIT') return [{ ...asset, type: kind, quantity }]
  if (kind === 'RATIO') return [{ ...asset, type: 'SPLIT', ratio: money.includes('3') ? '1:4' : '3:2' }]
  if (kind === 'TRANSFER') {
    const other = brokers[wanted.broker === 0 ? 1 : 0]
    return [
      { ...asset, type: kind, quantity: `-${quantity}`, group },
      { ...asset, broker_id: other, type: kind, quantity, group },
    ]
  }
  const [from, to] = currency === 'EUR' ? ['EUR', 'USD'] : ['USD', 'EUR']
  return [
    { ...base, type: 'FX_CONVERSION', currency: from, amount: `-${money}`, group },
    { ...base, type: 'FX_CONVERSION', currency: to, amount: quantity, group },
  ]
}

async function stored({ list }: Ledger): Promise<Entry[]> {
  return list('?limit=1000&order=date_asc')
}

/** Net changes per broker, unit and day, counted from the lines. */
function recount(lines: readonly Entry[]): Map<string, Map<string, Decimal>> {
  const units = new Map<string, Map<string, Decimal>>()
  const book = (key: string, date: string, change: Decimal) => {
    const days = units.get(key) ?? new Map<string, Decimal>()
    units.set(key, days.set(date, add(days.get(date) ?? ZERO, change)))
  }
  for (const { broker_id, asset_id, currency, amount, quantity, date } of lines) {
    if (currency !== undefined) book(`${broker_id} ${currency}`, date, decimal(amount))
    if (asset_id !== undefined) book(`${broker_id} #${asset_id}`, date, decimal(quantity))
  }
  return units
}

/** Day by day: the first day below zero of each unit that may not be. */
function shortfalls(
  units: ReadonlyMap<string, ReadonlyMap<string, Decimal>>,
  allows: { cash: boolean; assets: boolean },
): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, days] of units) {
    if (key.includes('#') ? allows.assets : allows.cash) continue
    let balance = ZERO
    for (const date of [...days.keys()].sort()) {
      balance = add(balance, days.get(date) ?? ZERO)
      if (balance < ZERO && !found.has(key)) found.set(key, `${date} ${formatDecimal(balance)}`)
    }
  }
  return found
}

async function expectBalances(ledger: Ledger, lines: readonly Entry[]): Promise<void> {
  const { sqlite } = ledger.store.reader
  const wantedDays: string[] = []
  const wantedMonths: string[] = []
  for (const [key, days] of recount(lines)) {
    const months = new Map<string, { change: Decimal; lowest: Decimal }>()
    for (const date of [...days.keys()].sort()) {
      const change = days.get(date) ?? ZERO
      if (change === ZERO) continue
      wantedDays.push(`${key} ${date} ${formatDecimal(change)}`)
      const before = months.get(date.slice(0, 7))
      const total = add(before?.change ?? ZERO, change)
      months.set(date.slice(0, 7), {
        change: total,
        lowest: before === undefined || total < before.lowest ? total : before.lowest,
      })
    }
    for (const [month, { change, lowest }] of months)
      wantedMonths.push(`${key} ${month} ${formatDecimal(change)} ${formatDecimal(lowest)}`)
  }
  const read = (sql: string) =>
    sqlite
      .query<{ text: string }, []>(sql)
      .all()
      .map((row) => row.text)
  expect(read("SELECT broker_id || ' ' || unit || ' ' || date || ' ' || change AS text FROM balance_day").sort()).toEqual(
    wantedDays.sort(),
  )
  expect(
    read("SELECT broker_id || ' ' || unit || ' ' || month || ' ' || change || ' ' || lowest AS text FROM balance_month").sort(),
  ).toEqual(wantedMonths.sort())
  for (const broker_id of ledger.brokers) {
    expect(
      sqlite.query<{ n: number }, [number]>('SELECT transaction_count AS n FROM broker WHERE id = ?').get(broker_id)?.n,
    ).toBe(lines.filter((entry) => entry.broker_id === broker_id).length)
  }
}

async function expectSummaries(ledger: Ledger, lines: readonly Entry[], asOf: string): Promise<void> {
  for (const broker_id of ledger.brokers) {
    const { body } = await ledger.call(ledger.user, 'GET', `/brokers/${broker_id}/summary?currency=EUR&as_of=${asOf}`)
    const wanted = [...recount(lines.filter((entry) => entry.broker_id === broker_id && entry.date <= asOf))].flatMap(
      ([key, days]) => {
        const total = [...days.values()].reduce(add, ZERO)
        return total === ZERO ? [] : [`${key.split(' ')[1]} ${formatDecimal(total)}`]
      },
    )
    const cash = body.balances.map((entry: { currency: string; amount: string }) => `${entry.currency} ${entry.amount}`)
    const held = body.holdings.map((entry: { asset_id: number; quantity: string }) => `#${entry.asset_id} ${entry.quantity}`)
    expect([...cash, ...held].sort()).toEqual(wanted.sort())
  }
}

/** Day, size and costs, asset or currency of a stored line. */
function changeOf(ledger: Ledger, target: Entry, wanted: Line, pick: number): object {
  const traded = target.type === 'BUY' || target.type === 'SELL'
  if (traded && pick % 4 === 0)
    return { quantity: target.type === 'BUY' ? wanted.size : `-${wanted.size}`, fees: wanted.money, date: wanted.date }
  if (traded && pick % 4 === 1) return { asset_id: ledger.assets[wanted.asset] }
  if (target.type === 'DEPOSIT' && pick % 2 === 0) return { amount: wanted.money, currency: wanted.currency }
  return { date: wanted.date }
}

/** Refused because a split by ratio would change nothing: the only reason there is in these properties, beside shortfalls. */
function changesNothing(answer: Answer): boolean {
  return answer.status === 422 && answer.body.errors.every(({ pointer }: { pointer: string }) => pointer.endsWith('/ratio'))
}

async function apply(ledger: Ledger, { what, line: wanted, more, pick }: Write): Promise<Answer> {
  const lines = await stored(ledger)
  const target = lines[pick % Math.max(1, lines.length)]
  if (what === 'create' || target === undefined) return ledger.batch({ create: itemsOf(ledger, wanted, 'g') })
  if (what === 'delete') return ledger.call(ledger.user, 'DELETE', `/transactions/${target.id}`)
  if (what === 'update') {
    return ledger.patch(target.id, changeOf(ledger, target, wanted, pick))
  }
  const create = more.flatMap((entry, index) => itemsOf(ledger, entry, `g${index}`))
  const leaving = lines[(pick * 7) % lines.length]
  const removes =
    leaving !== undefined && leaving.id !== target.id && (leaving.group_id === undefined || leaving.group_id !== target.group_id)
  return ledger.batch({
    create,
    update: [{ id: target.id, date: wanted.date, description: 'moved' }],
    delete: removes ? [leaving.id] : [],
  })
}

describe('balances', () => {
  test('property: after any writes the balances by day and month, the summaries and the counts are those of a recount of all lines', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), dayFrom('2023-12-30', 70), async (writes, asOf) => {
        const ledger = await twoBrokers({ allowAssetShorting: true })
        for (const step of writes) {
          const answer = await apply(ledger, step)
          if (!changesNothing(answer)) expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
        }
        const lines = await stored(ledger)
        await expectBalances(ledger, lines)
        await expectSummaries(ledger, lines, asOf)
      }),
      seeded(14),
    )
  })

  for (const [allowCashOverdraft, allowAssetShorting] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    test(`property: a write is refused exactly when a recount day by day finds a balance below zero (overdraft ${allowCashOverdraft}, shorts ${allowAssetShorting}), and then changes nothing`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 14 }), async (writes) => {
          const ledger = await twoBrokers({ allowCashOverdraft, allowAssetShorting })
          const free = await twoBrokers({ allowCashOverdraft: true, allowAssetShorting: true })
          const start = [...ledger.brokers].flatMap((_, broker) => [
            { kind: 'DEPOSIT', broker, asset: 0, currency: 'EUR', date: '2023-12-30', size: '300', money: '300' },
            { kind: 'ADJUSTMENT', broker, asset: 0, currency: 'EUR', date: '2023-12-30', size: '300', money: '300' },
          ]) as Line[]
          for (const entry of start)
            await Promise.all([ledger, free].map((one) => one.batch({ create: itemsOf(one, entry, 'g') })))
          for (const step of writes) {
            const before = await stored(ledger)
            const answer = await apply(ledger, step)
            const dryRun = await apply(free, step)
            if (changesNothing(dryRun)) {
              expect(changesNothing(answer)).toBe(true)
              continue
            }
            expect(dryRun.status).toBeLessThan(300)
            const wanted = shortfalls(recount(await stored(free)), { cash: allowCashOverdraft, assets: allowAssetShorting })
            if (wanted.size === 0) {
              expect(answer.status).toBeLessThan(300)
              continue
            }
            const { broker_id, currency, asset_id, date, amount } = answer.body
            expect(answer.status).toBe(409)
            expect(wanted.get(`${broker_id} ${currency ?? `#${asset_id}`}`)).toBe(`${date} ${amount}`)
            expect(date).toBe([...wanted.values()].map((text) => text.slice(0, 10)).sort()[0])
            expect(await stored(ledger)).toEqual(before)
            await expectBalances(ledger, before)
            break
          }
        }),
        seeded(9),
      )
    })
  }

  test('property: an allow_ flag can be turned off exactly when no day of the history is below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 10 }), async (lines) => {
        const ledger = await twoBrokers({ allowAssetShorting: true })
        const create = withoutRatios(lines).flatMap((entry, index) => itemsOf(ledger, entry, `g${index}`))
        expect((await ledger.batch({ create })).status).toBe(200)
        const units = recount((await stored(ledger)).filter((entry) => entry.broker_id === ledger.broker_id))
        for (const [flag, allows] of [
          ['allow_cash_overdraft', { cash: false, assets: true }],
          ['allow_asset_shorting', { cash: true, assets: false }],
        ] as const) {
          const wanted = [...shortfalls(units, allows).values()].sort()
          const answer = await ledger.call(ledger.user, 'PATCH', `/brokers/${ledger.broker_id}`, { [flag]: false })
          expect([answer.status, answer.body.date]).toEqual(
            wanted[0] === undefined ? [200, undefined] : [409, wanted[0].slice(0, 10)],
          )
        }
      }),
      seeded(25),
    )
  })
})

/** A line without what differs between two ledgers. */
function said(entry: Entry): unknown {
  const { id: _i, group_id, created_at: _c, updated_at: _u, revision: _r, ...rest } = entry
  return { ...rest, grouped: group_id !== undefined }
}

/** What a split by ratio comes to depends on the order of the writes. */
function withoutRatios(lines: readonly Line[]): Line[] {
  return lines.filter((entry) => entry.kind !== 'RATIO')
}

/** One line by itself; the legs of a group can only come together. */
async function createAlone(ledger: Ledger, entry: Line): Promise<void> {
  const items = itemsOf(ledger, entry, 'g')
  const [item] = items
  const answer = items.length === 1 && item !== undefined ? await ledger.post(item) : await ledger.batch({ create: items })
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
}

/** The first index of each line and group: a batch names none of them twice. */
function ofDifferentGroups(lines: readonly Entry[], indexes: readonly number[]): number[] {
  const seen = new Set<unknown>()
  return indexes.filter((index) => {
    const key = lines[index]?.group_id ?? index
    return lines[index] !== undefined && !seen.has(key) && seen.add(key)
  })
}

test('property: a batch is the same as its items one by one, groups among them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat({ max: 50 }), { maxLength: 4 }),
      async (lines, picks) => {
        const [one, all] = [await twoBrokers({ allowAssetShorting: true }), await twoBrokers({ allowAssetShorting: true })]
        const wanted = withoutRatios(lines)
        const setup = wanted.slice(0, wanted.length / 2)
        for (const ledger of [one, all]) for (const entry of setup) await createAlone(ledger, entry)
        const old = [await stored(one), await stored(all)] as const
        const chosen = ofDifferentGroups(
          old[0],
          picks.map((pick) => pick % Math.max(1, old[0].length)),
        )
        const changes = chosen.map((index) => (index % 2 === 0 ? { update: index, date: '2024-02-01' } : { delete: index }))
        const created = wanted.slice(setup.length)
        for (const change of changes) {
          if ('update' in change)
            expect((await one.patch(old[0][change.update]?.id ?? 0, { date: change.date })).status).toBe(200)
          else expect((await one.call(one.user, 'DELETE', `/transactions/${old[0][change.delete]?.id}`)).status).toBe(204)
        }
        for (const entry of created) await createAlone(one, entry)
        const body = {
          create: created.flatMap((entry, index) => itemsOf(all, entry, `g${index}`)),
          update: changes.flatMap((change) => ('update' in change ? { id: old[1][change.update]?.id, date: change.date } : [])),
          delete: changes.flatMap((change) => ('delete' in change ? [old[1][change.delete]?.id] : [])),
        }
        const answer = await all.batch(body)
        expect([answer.status, answer.body.detail]).toEqual([200, undefined])
        const [left, right] = [await stored(one), await stored(all)]
        expect(right.map(said)).toEqual(left.map(said))
        await expectBalances(all, right)
        const standing = answer.as(BatchResult).standing
        for (const entry of standing)
          for (const balance of entry.balances)
            expect(balance.amount).toBe(
              formatDecimal(
                [...(recount(right).get(`${entry.broker_id} ${balance.currency}`)?.values() ?? [])].reduce(add, ZERO),
              ),
            )
      },
    ),
    seeded(20),
  )
})
