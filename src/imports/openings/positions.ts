import type { Reader } from '#db/connection.ts'
import type { StatedPosition } from '#plugins/brim/contract.ts'
import { add, type Decimal, decimal, formatDecimal, subtract, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { unitOfAsset } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import type { Prepared } from '../prepare.ts'
import type { Issue, ReadReport } from '../report.ts'
import { type Flows, joinDays, NO_FLOWS, withOpenings } from './opening-days.ts'
import type { Claim } from './opening-plan.ts'
import { heldAt } from './opening-size.ts'
import { flowsByUnit, openLedger, readUnit } from './openings.ts'

/** What becomes of positions that a report states: shown beside the ledger, or booked as openings with their cost. */
export type PositionsChoice = 'compare' | 'book'

/** A position that a report states, beside what its transactions and the ledger come to on that day. */
export type ComparedPosition = {
  readonly row: number
  readonly asset: ReadReport['assets'][number] | null
  readonly date: string
  readonly stated: Decimal
  readonly computed: Decimal
  readonly cost: string | null
  readonly currency: string | null
}

const NOT_TRANSACTIONS = 'positions-report'

/** The positions of a report that its assets stand for, by unit in the order of their days; those of several accounts on one day are one. */
export function claimsOf({ read, resolve }: Pick<Prepared, 'read' | 'resolve'>): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>()
  for (const position of read.stated?.positions ?? []) {
    const asset = resolve(position.asset)
    if (asset === undefined || asset === 'skip') continue
    const unit = unitOfAsset(asset.assetId)
    const own = claims.get(unit) ?? []
    const same = own.findIndex(({ date }) => date === position.date)
    const claim = joined(own[same], position)
    claims.set(unit, same < 0 ? [...own, claim] : own.with(same, claim))
  }
  for (const own of claims.values()) own.sort((a, b) => (a.date < b.date ? -1 : 1))
  return claims
}

function joined(before: Claim | undefined, { row, asset, date, quantity, cost, currency }: StatedPosition): Claim {
  const own = cost === undefined || currency === undefined ? null : { amount: cost, currency }
  if (before === undefined) return { row, ref: asset, date, size: decimal(quantity), cost: own }
  const isSame = before.cost !== null && own !== null && before.cost.currency === own.currency
  const amount = isSame ? formatDecimal(add(decimal(before.cost.amount), decimal(own.amount))) : ''
  return { ...before, size: add(before.size, decimal(quantity)), cost: isSame ? { ...own, amount } : null }
}

/** The first day of each unit on which something of it is held: what an opening can say. */
export function claimsToBook(
  prepared: Pick<Prepared, 'read' | 'resolve'>,
  choice: PositionsChoice | undefined,
): Map<string, Claim> {
  if (choice !== 'book') return new Map()
  return new Map(
    [...claimsOf(prepared)].flatMap(([unit, own]) =>
      own
        .filter(({ size }) => size > ZERO)
        .slice(0, 1)
        .map((claim) => [unit, claim] as const),
    ),
  )
}

/** Positions beside what the ledgers of these brokers and these drafts come to together at the end of their days, before anything is booked for them. In the order of their rows. */
export async function comparePositions(
  db: Reader,
  brokerIds: readonly number[],
  prepared: Pick<Prepared, 'read' | 'resolve'>,
  drafts: readonly ClassifiedDraft[],
): Promise<ComparedPosition[]> {
  const claims = claimsOf(prepared)
  if (claims.size === 0) return []
  const assets = new Map(prepared.read.assets.map((asset) => [asset.ref, asset]))
  const ledgers: Awaited<ReturnType<typeof openLedger>>[] = []
  for (const brokerId of brokerIds) ledgers.push(await openLedger(db, brokerId))
  const flows = await flowsByUnit(drafts, (unit) => claims.has(unit))
  const compared: ComparedPosition[] = []
  const yieldWhenDue = createYielder()
  for (const [unit, own] of claims) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const stored: Flows[] = []
    for (const ledger of ledgers) stored.push((await readUnit(ledger, unit)).flows)
    const openings = ledgers.flatMap((ledger) => ledger.openings.get(unit) ?? [])
    const days = withOpenings(joinDays([...stored, flows.get(unit) ?? NO_FLOWS]), openings)
    for (const { row, ref, date, size, cost } of own) {
      const held = { stated: size, computed: heldAt(days, ZERO, date) }
      compared.push({
        row,
        asset: assets.get(ref) ?? null,
        date,
        ...held,
        cost: cost?.amount ?? null,
        currency: cost?.currency ?? null,
      })
    }
  }
  return compared.sort((a, b) => a.row - b.row)
}

/** The issues of a report and of its rules; that it holds positions and no transactions is none where these are booked, or another says why not. */
export function issuesOf(
  { read, completion }: Pick<Prepared, 'read' | 'completion'>,
  choice: PositionsChoice | undefined,
): Issue[] {
  const others = read.issues.filter(({ code }) => code !== NOT_TRANSACTIONS)
  const isAnswered = (read.stated?.positions ?? []).length > 0 || others.some(({ severity }) => severity === 'error')
  return [...(choice === 'book' && isAnswered ? others : read.issues), ...completion.issues]
}

/** A position in the names of the interface. */
export function positionToWire({ row, asset, date, stated, computed, cost, currency }: ComparedPosition) {
  return {
    ...{ row, asset: asset?.ref ?? null, name: asset?.name ?? null, symbol: asset?.symbol ?? null, isin: asset?.isin ?? null },
    ...{ date, stated: formatDecimal(stated), computed: formatDecimal(computed) },
    ...{ difference: formatDecimal(subtract(stated, computed)), cost, currency },
  }
}
