import { add, type Decimal, sum, ZERO } from '../../shared/decimal.ts'
import { type CachePolicy, cached } from '../cache/cache.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { applyLine, type Balances, noBalances, totalOf, valueBalances } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'

/** What stands at each broker at the end of a day, and what its lines are about. */
export type Ledger = {
  readonly balances: ReadonlyMap<number, Balances>
  /** Brokers that money came to from outside. */
  readonly funded: ReadonlySet<number>
  readonly brokersOfAsset: ReadonlyMap<number, ReadonlySet<number>>
  readonly brokersOfCurrency: ReadonlyMap<string, ReadonlySet<number>>
}

const ledgers: CachePolicy<Ledger> = { name: 'what warnings touch', most: 6, sizeOf: () => 1 }

const FUNDS = new Set(['DEPOSIT', 'TRANSFER'])

/** The lines of the requested brokers up to a day, read once as long as they do not change. */
export function ledgerOf(inputs: ReportInputs, day: string): Ledger {
  return cached(inputs.caches, ledgers, `${inputs.brokerIds.join(' ')} ${day}`, [inputs.lines], () =>
    readLedger(inputs.lines, day),
  )
}

function readLedger(lines: readonly Line[], day: string): Ledger {
  const balances = new Map<number, Balances>()
  const funded = new Set<number>()
  const [ofAsset, ofCurrency] = [new Map<number, Set<number>>(), new Map<string, Set<number>>()]
  for (const line of lines) {
    const { brokerId, assetId, currency, priceCurrency } = line
    if (line.date <= day) applyLine(balancesOf(balances, brokerId), line)
    if (line.amount > ZERO && FUNDS.has(line.type)) funded.add(brokerId)
    if (assetId !== null) note(ofAsset, assetId, brokerId)
    if (currency !== null) note(ofCurrency, currency, brokerId)
    if (priceCurrency != null && priceCurrency !== currency) note(ofCurrency, priceCurrency, brokerId)
  }
  return { balances, funded, brokersOfAsset: ofAsset, brokersOfCurrency: ofCurrency }
}

function balancesOf(all: Map<number, Balances>, brokerId: number): Balances {
  const known = all.get(brokerId)
  if (known !== undefined) return known
  const made = noBalances()
  all.set(brokerId, made)
  return made
}

function note<K>(all: Map<K, Set<number>>, key: K, brokerId: number): void {
  const known = all.get(key)
  if (known === undefined) all.set(key, new Set([brokerId]))
  else known.add(brokerId)
}

/** What the parts of a report are worth on its last day, as far as that is known. */
export type Worth = {
  /** Of everything that counts. */
  readonly whole: Decimal
  readonly ofAssets: (assetIds: readonly number[]) => Decimal | null
  /** Of cash and holdings in a currency. */
  readonly ofCurrency: (currency: string) => Decimal | null
  /** Of the cash of a broker; `null` also where it is not below zero. */
  readonly debtOf: (brokerId: number) => Decimal | null
}

/** Values everything on the last day, without a word about what is missing: that has been warned of where it mattered. */
export function worthOf(inputs: ReportInputs, { to, scope }: ReportRequest, { balances }: Ledger): Worth {
  const held = together(balances.values())
  const { value: valued } = inputs.warnings.collect(() => valueBalances(inputs, held, to))
  const cash = scope === 'total' ? valued.cash : new Map<string, Decimal | null>()
  const quotedIn = (id: number) =>
    inputs.warnings.collect(() => inputs.prices.on(id, to)).value?.currency ?? inputs.assetCurrencyOf(id)
  return {
    whole: add(totalOf(valued.assets.values()), totalOf(cash.values())),
    ofAssets: (ids) => known(ids.flatMap((id) => (valued.assets.has(id) ? [valued.assets.get(id) ?? null] : []))),
    ofCurrency: (currency) => {
      const assets = [...valued.assets].flatMap(([id, value]) => (quotedIn(id) === currency ? [value] : []))
      return known([...assets, ...(cash.has(currency) ? [cash.get(currency) ?? null] : [])])
    },
    debtOf: (brokerId) => {
      const own = balances.get(brokerId)
      if (own === undefined) return null
      const { value } = inputs.warnings.collect(() => valueBalances(inputs, { assets: new Map(), cash: own.cash }, to))
      const total = totalOf(value.cash.values())
      return total < ZERO ? total : null
    },
  }
}

/** Whether the cash of a broker is below zero altogether; without rates, whether nothing of it is above. */
export function owes({ exchange, warnings }: ReportInputs, { cash }: Balances, day: string): boolean {
  const amounts = [...cash]
  if (amounts.every(([, amount]) => amount >= ZERO)) return false
  if (amounts.every(([, amount]) => amount <= ZERO)) return true
  const { value: values } = warnings.collect(() => amounts.map(([currency, amount]) => exchange.convert(amount, currency, day)))
  return !values.includes(null) && totalOf(values) < ZERO
}

function together(all: Iterable<Balances>): Balances {
  const sums = noBalances()
  for (const { assets, cash } of all) {
    for (const [id, quantity] of assets) sums.assets.set(id, add(sums.assets.get(id) ?? ZERO, quantity))
    for (const [currency, amount] of cash) sums.cash.set(currency, add(sums.cash.get(currency) ?? ZERO, amount))
  }
  return sums
}

/** The sum of what is known; `null` where nothing is. */
function known(values: readonly (Decimal | null)[]): Decimal | null {
  const some = values.filter((value) => value !== null)
  return some.length === 0 ? null : sum(some)
}
