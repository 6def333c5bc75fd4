import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { add, type Decimal, fromNumber, multiply, negate, subtract, sum, toNumber, ZERO } from '#src/shared/decimal.ts'
import { recorded } from '#test/support/recorded.ts'
import { type CostBasisMethod, type Lot, type Movement, openLots, positionKey } from './movements.ts'

const FOLDER = recorded('samples/oracles/').pathname
const TYPES = new Set(['BUY', 'SELL', 'SPLIT', 'TRANSFER_IN', 'TRANSFER_OUT', 'DEPOSIT'])
const FIGURES = new Set(['holdings', 'cost_basis', 'realized_gain', 'cost_of_units_sold', 'cost_per_unit', 'lot_date'])
const METHODS: Record<string, CostBasisMethod> = { FIFO: 'FIFO', LIFO: 'LIFO', HIFO: 'HIFO', AVERAGE: 'AVERAGE' }
/** Figures by other definitions than ours (fees outside the cost, gains since the start of a period), told by the case's own caveats. */
const OTHER_DEFINITIONS = new Set([
  'partial-sale-average-cost-with-fees',
  'roai-buy-then-sell-all-at-a-loss',
  'roai-single-buy-with-fee',
  'short-two-sales-average-price',
  'three-buys-sale-dividend-close-with-fees',
  'period-gain-measured-from-period-start',
  'usd-security-period-gains-with-start-valuation',
])

type Activity = {
  date: string
  type: string
  symbol?: string
  quantity?: number
  unit_price?: number
  amount?: number
  fee?: number
  tax?: number
  currency: string
  account?: string
  to_account?: string
  from_account?: string
}
type Expected = {
  as_of: string
  what: string
  method?: string
  value: number | string | null
  tolerance: number
  account?: string
  symbol?: string
  verified: boolean
}
type Case = { name: string; base_currency: string; activities?: Activity[]; expected: Expected[] }

function movementsOf(activities: readonly Activity[]): Movement[] {
  const accounts = new Map<string, number>()
  const assets = new Map<string, number>()
  const idOf = (ids: Map<string, number>, name: string) => ids.get(name) ?? ids.set(name, ids.size + 1).size
  const held = new Map<string, Decimal>()
  const inOrder = [...activities]
    .filter((activity) => activity.type !== 'DEPOSIT')
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return inOrder.map((activity, index) => {
    const [brokerId, assetId] = [idOf(accounts, activity.account ?? ''), idOf(assets, activity.symbol ?? '')]
    const key = positionKey(brokerId, assetId)
    const size = fromNumber(activity.quantity ?? 0)
    const before = held.get(key) ?? ZERO
    const out = activity.type === 'SELL' || activity.type === 'TRANSFER_OUT'
    const quantity = activity.type === 'SPLIT' ? subtract(multiply(before, size), before) : out ? negate(size) : size
    held.set(key, add(before, quantity))
    const costs = add(fromNumber(activity.fee ?? 0), fromNumber(activity.tax ?? 0))
    const traded = multiply(size, fromNumber(activity.unit_price ?? 0))
    const net = activity.amount === undefined ? (out ? subtract(traded, costs) : add(traded, costs)) : fromNumber(activity.amount)
    const moves = activity.type === 'BUY' || activity.type === 'SELL'
    const inner = activity.to_account ?? activity.from_account
    return {
      id: index + 1,
      brokerId,
      assetId,
      type: activity.type.replace(/_(IN|OUT)$/, ''),
      date: activity.date,
      quantity,
      amount: moves ? (out ? net : negate(net)) : ZERO,
      currency: activity.currency,
      costBasis: activity.type === 'TRANSFER_IN' && inner === undefined ? net : null,
      costShare: null,
      groupId: inner === undefined ? null : [activity.date, activity.symbol, activity.account, inner].sort().join('|'),
    }
  })
}

function answer(movements: readonly Movement[], { as_of, what, method }: Expected, account: number | undefined): number | string {
  const closed: { lots: readonly Lot[]; counter: Decimal }[] = []
  const positions = openLots(
    movements.filter((movement) => movement.date <= as_of),
    METHODS[method ?? 'FIFO'] ?? 'FIFO',
    (movement, lots, counter) =>
      movement.type === 'SELL' || movement.type === 'BUY' ? closed.push({ lots, counter }) : undefined,
  )
  const lots = [...positions].flatMap(([key, list]) => (account === undefined || key.startsWith(`${account}:`) ? list : []))
  const [quantity, cost] = [sum(lots.map((lot) => lot.quantity)), sum(lots.map((lot) => lot.cost))]
  const taken = sum(closed.flatMap((closing) => closing.lots.map((lot) => lot.cost)))
  if (what === 'holdings') return toNumber(quantity)
  if (what === 'cost_basis') return toNumber(cost)
  if (what === 'cost_per_unit') return toNumber(cost) / toNumber(quantity)
  if (what === 'cost_of_units_sold') return toNumber(taken)
  if (what === 'lot_date') return lots[0]?.acquiredOn ?? ''
  return toNumber(negate(add(taken, sum(closed.map((closing) => closing.counter)))))
}

function isOurs(found: Case, expected: Expected): boolean {
  return (
    FIGURES.has(expected.what) &&
    expected.value !== null &&
    (expected.method === undefined || expected.method in METHODS) &&
    !OTHER_DEFINITIONS.has(found.name)
  )
}

function isAnswerable({ activities = [], base_currency }: Case): boolean {
  return activities.length > 0 && activities.every((activity) => TYPES.has(activity.type) && activity.currency === base_currency)
}

test.skipIf(!existsSync(FOLDER))('published figures about lots, cost basis, splits and transfers', () => {
  let [files, figures] = [0, 0]
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json') && !name.startsWith('uk-'))) {
    const found = JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Case
    const isRefused = found.expected.some((expected) => expected.what === 'error')
    const wanted = isRefused ? [] : found.expected.filter((expected) => isOurs(found, expected))
    if (!isAnswerable(found) || wanted.length === 0) continue
    files += 1
    const movements = movementsOf(found.activities ?? [])
    const names = [
      ...new Set(
        (found.activities ?? [])
          .filter((activity) => activity.type !== 'DEPOSIT')
          .sort((a, b) => (a.date < b.date ? -1 : 1))
          .map((activity) => activity.account ?? ''),
      ),
    ]
    for (const expected of wanted) {
      figures += 1
      const given = answer(movements, expected, expected.account === undefined ? undefined : names.indexOf(expected.account) + 1)
      const label = `${found.name} ${expected.as_of} ${expected.what} ${expected.method ?? ''}: ${given}, published ${expected.value}`
      if (typeof expected.value === 'number')
        expect(Math.abs(Number(given) - expected.value) <= expected.tolerance + 1e-12, label).toBe(true)
      else expect(given, label).toBe(expected.value as string)
    }
  }
  console.log('oracles about lots:', { files, figures })
  expect(files).toBeGreaterThan(12)
})
