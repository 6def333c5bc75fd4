import { requireRole } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import type { ChosenNow } from './choices/choices.ts'
import { MAX_BROKERS } from './listed.ts'
import type { CompletedDraft } from './matching/validate.ts'
import type { KeyedDraft } from './report.ts'

/** Accounts as the file names them, each with the broker that its lines go to; the others go to the broker of the report. */
export type AccountMap = Readonly<Record<string, number>>

/** The broker that the lines of an account go to; null or undefined for lines that name none. */
export type Destination = (account: string | null | undefined) => number

/** An account of a report, `null` for lines that name none, with the broker that its lines go to and how many they are. */
export type AccountShare = { readonly account: string | null; readonly brokerId: number; readonly transactions: number }

type Mapped = Pick<ChosenNow, 'accountMap' | 'stored'>

/**
 * Needs EDITOR at every broker of the map, refused as elsewhere; `import/not-yours` (403) where the map is the one that is stored with the report, for
 * somebody else may have stored it. `import/account-map` (422) for too many brokers.
 */
export async function requireMapped(ctx: Ctx, { accountMap = {}, stored = [] }: Mapped): Promise<void> {
  const brokers = new Set(Object.values(accountMap))
  if (brokers.size > MAX_BROKERS) throw faultOf([['', `At most ${MAX_BROKERS} brokers.`]])
  for (const brokerId of brokers) {
    if (stored.includes('accountMap')) await requireOwn(ctx, brokerId, OF_STORED)
    else await requireRole(ctx, brokerId, 'EDITOR')
  }
}

const OF_STORED =
  'The account_map that is stored with this report names a broker that is gone, or at which you may not write. Give account_map yourself, or null to import all into the broker of the report.'

/** Needs EDITOR; says the same whatever is missing, for that broker is perhaps none that the caller may know of. */
export async function requireOwn(ctx: Ctx, brokerId: number, detail: string): Promise<void> {
  try {
    await requireRole(ctx, brokerId, 'EDITOR')
  } catch (error) {
    if (!(error instanceof AppError && (error.kind === 'not-found' || error.kind === 'forbidden'))) throw error
    throw new AppError('forbidden', 'import/not-yours', detail)
  }
}

/**
 * Where the lines of a report go. Throws `import/account-map` (422) for accounts that the report does not have; of a stored map only what the report has
 * counts, for another importer may name its accounts otherwise.
 */
export function destinationOf(
  brokerId: number,
  drafts: readonly KeyedDraft[],
  { accountMap = {}, stored = [] }: Mapped,
): Destination {
  const wanted = Object.keys(accountMap)
  if (wanted.length === 0) return () => brokerId
  if (!stored.includes('accountMap')) {
    const known = new Set(drafts.map(({ draft }) => accountOf(draft)))
    const unknown = wanted.filter((name) => !known.has(name))
    if (unknown.length > 0) throw faultOf(unknown.map((name) => [pointerTo(name), 'The report has no account of this name.']))
  }
  return (account) => (account != null && Object.hasOwn(accountMap, account) ? (accountMap[account] ?? brokerId) : brokerId)
}

/** The account that a draft names; `undefined` for none. */
export function accountOf({ account }: KeyedDraft['draft']): string | undefined {
  return account?.trim() || undefined
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function faultOf(faults: readonly (readonly [pointer: string, detail: string])[]): AppError {
  return new AppError('invalid', 'import/account-map', 'The account map does not fit this report.', {
    errors: faults.map(([pointer, detail]) => ({ pointer: `/account_map${pointer}`, detail })),
  })
}

/** The accounts of a report in the order of their names, lines without one last. */
export function listAccounts(drafts: readonly CompletedDraft[]): AccountShare[] {
  const counts = new Map<string, { account: string | null; brokerId: number; transactions: number }>()
  for (const { fields } of drafts) {
    const { account, brokerId } = fields
    const key = account ?? ''
    const share = counts.get(key)
    if (share === undefined) counts.set(key, { account, brokerId, transactions: 1 })
    else share.transactions++
  }
  return [...counts.values()].sort((a, b) => rank(a) - rank(b) || ((a.account ?? '') < (b.account ?? '') ? -1 : 1))
}

function rank({ account }: AccountShare): number {
  return account === null ? 1 : 0
}
