/**
 * What every importer's test asks: is each row accounted for, is each draft a possible ledger line, and what does the file add up to.
 * The checks answer with a list of faults, so that `expect(...).toEqual([])` shows all of them at once.
 */
import { basename } from 'node:path'
import type {
  AssetDraft,
  BrokerPlugin,
  ImportOptions,
  ParsedReport,
  ReportFile,
  TransactionDraft,
  TransactionType,
} from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/head.ts'
import * as kit from '#plugins/kit/index.ts'
import { openReports } from '#plugins/kit/report.ts'
import { isDay, isTimeOfDay } from '#src/shared/date.ts'
import {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  maximum,
  multiply,
  multiplyDivide,
  negate,
  ONE,
  subtract,
  tryDecimal,
  ZERO,
} from '#src/shared/decimal.ts'

export { accountedFor } from '#src/imports/check/accounting.ts'

export type ParsedSample = { readonly file: ReportFile; readonly confidence: number; readonly result: ParsedReport }

/** Opens a sample (a path, or bytes or text with a file name) that holds one file, asks the importer whether it is its own, and parses it. */
export async function parseSample(
  plugin: BrokerPlugin,
  source: string | URL | Uint8Array,
  { options = {}, filename }: { options?: ImportOptions; filename?: string } = {},
): Promise<ParsedSample> {
  const files = await openSample(source, filename)
  const [file] = files
  if (!file || files.length > 1) throw new Error(`the sample holds ${files.length} files; open it with openSample`)
  return { file, confidence: plugin.recognises(headOf(file)), result: plugin.parse(file, options, kit) }
}

/** The files of a report, without those that no importer could look at. */
export async function openReport(bytes: Uint8Array, filename: string): Promise<ReportFile[]> {
  return [...(await openReports(bytes, filename)).files]
}

/** Opens a sample: a path, a file URL, bytes, or (when it has a line break) the text of a CSV itself. */
export async function openSample(source: string | URL | Uint8Array, filename?: string): Promise<ReportFile[]> {
  if (source instanceof Uint8Array) return openReport(source, filename ?? 'report.csv')
  if (typeof source === 'string' && source.includes('\n'))
    return openReport(new TextEncoder().encode(source), filename ?? 'report.csv')
  const bytes = new Uint8Array(await Bun.file(source).arrayBuffer())
  return openReport(bytes, filename ?? basename(source instanceof URL ? source.pathname : source))
}

/** What the drafts change the cash balance by, per currency, as decimal texts; currencies that come to nothing are left out. */
export function cashOf(result: ParsedReport): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const draft of result.transactions) {
    const amount = decimal(draft.amount ?? '0')
    if (amount !== ZERO) sums.set(draft.currency ?? '?', add(sums.get(draft.currency ?? '?') ?? ZERO, amount))
  }
  return texts(sums)
}

/** What the drafts leave in each asset (by `ref`), in order of date; a split without a quantity scales what is held by its ratio. */
export function holdingsOf(result: ParsedReport): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const draft of result.transactions.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
    if (draft.asset === undefined) continue
    const held = sums.get(draft.asset) ?? ZERO
    const [to, from] = (draft.ratio ?? '').split(':')
    if (draft.quantity === undefined && to && from) sums.set(draft.asset, multiplyDivide(held, decimal(to), decimal(from)))
    else sums.set(draft.asset, add(held, decimal(draft.quantity ?? '0')))
  }
  return texts(sums)
}

/** Every fault of every draft, asset and issue of a result. */
export function checkResult(result: ParsedReport): string[] {
  const faults = result.transactions.flatMap((draft) => checkDraft(draft, result.assets))
  const refs = result.assets.map((asset) => asset.ref)
  if (new Set(refs).size < refs.length) faults.push('two assets share one ref')
  const stated = [...(result.positions ?? []), ...(result.prices ?? [])]
  const used = new Set([...result.transactions, ...stated].map((entry) => entry.asset))
  for (const ref of refs) if (!used.has(ref)) faults.push(`asset ${ref} is in no transaction`)
  for (const asset of result.assets) faults.push(...checkAsset(asset))
  for (const issue of result.issues) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(issue.code)) faults.push(`issue code ${issue.code} is not kebab-case`)
    if (issue.detail.trim() === '') faults.push(`issue ${issue.code} says nothing`)
  }
  const ids = result.transactions.flatMap((draft) => (draft.externalId === undefined ? [] : [draft.externalId]))
  if (new Set(ids).size < ids.length) faults.push('two drafts share one external id')
  return faults
}

/** Every fault of one draft: texts, days, references, the signs of its type, and for trades amount = -v(quantity) - fees - taxes. */
export function checkDraft(draft: TransactionDraft, assets: readonly AssetDraft[]): string[] {
  const line = draft.reverses === undefined ? draft : turnedRound(draft)
  const faults = [...shapeFaults(draft), ...signFaults(line)]
  const asset = assets.find((candidate) => candidate.ref === draft.asset)
  if (draft.asset !== undefined && !asset) faults.push(`asset ${draft.asset} is not among the assets`)
  if (faults.length === 0) faults.push(...identityFaults(line, asset))
  return faults.map((fault) => `row ${draft.rows[0]} ${draft.type}: ${fault}`)
}

/** The line that a row takes back. */
function turnedRound(draft: TransactionDraft): TransactionDraft {
  const turned = (text: string | undefined) => (text === undefined ? undefined : formatDecimal(negate(decimal(text))))
  return { ...draft, quantity: turned(draft.quantity), amount: turned(draft.amount) }
}

const DECIMAL_FIELDS = ['quantity', 'price', 'fxRate', 'amount', 'fees', 'taxes', 'costBasis', 'costShare'] as const

function shapeFaults(draft: TransactionDraft): string[] {
  const faults: string[] = []
  for (const field of DECIMAL_FIELDS) {
    const value = draft[field]
    const isMarket = field === 'costBasis' && value === 'market'
    const parsed = value === undefined || isMarket ? ZERO : tryDecimal(value)
    if (typeof parsed === 'string') faults.push(`${field} ${value}: ${parsed}`)
    else if (parsed < 0n && field !== 'quantity' && field !== 'amount') faults.push(`${field} ${value} is negative`)
  }
  for (const field of ['date', 'settledOn'] as const) {
    const value = draft[field]
    if (value !== undefined && (!isDay(value) || value < '1900')) faults.push(`${field} ${value} is no day`)
  }
  if (draft.time !== undefined && !isTimeOfDay(draft.time)) faults.push(`time ${draft.time} is none`)
  for (const field of ['currency', 'priceCurrency'] as const) {
    const value = draft[field]
    if (value !== undefined && !/^[A-Z]{3}$/.test(value)) faults.push(`${field} ${value} is not ISO 4217`)
    if (value === 'GBX') faults.push(`${field} ${value} is a minor unit`)
  }
  if (draft.ratio !== undefined && !/^\d+(\.\d+)?:\d+(\.\d+)?$/.test(draft.ratio))
    faults.push(`ratio ${draft.ratio} is not like 10:1`)
  if (draft.rows.some((row) => !Number.isInteger(row) || row < 1)) faults.push(`rows ${draft.rows} are not whole numbers from 1`)
  const money = [draft.amount, draft.fees, draft.taxes].some((value) => /[1-9]/.test(value ?? ''))
  if (money && draft.currency === undefined) faults.push('money without a currency')
  return faults
}

type Sign = '+' | '-' | '0'
const RULES: Readonly<
  Record<TransactionType, { asset: 'yes' | 'may' | 'no'; quantity: readonly Sign[]; amount: readonly Sign[] }>
> = {
  BUY: { asset: 'yes', quantity: ['+'], amount: ['-', '0'] },
  SELL: { asset: 'yes', quantity: ['-'], amount: ['+', '-', '0'] },
  DIVIDEND: { asset: 'yes', quantity: ['0', '+'], amount: ['+', '-', '0'] },
  INTEREST: { asset: 'may', quantity: ['0', '+'], amount: ['+', '-', '0'] },
  RETURN_OF_CAPITAL: { asset: 'yes', quantity: ['0'], amount: ['+', '-'] },
  DEPOSIT: { asset: 'no', quantity: ['0'], amount: ['+'] },
  WITHDRAWAL: { asset: 'no', quantity: ['0'], amount: ['-'] },
  FEE: { asset: 'may', quantity: ['0', '-'], amount: ['+', '-', '0'] },
  TAX: { asset: 'may', quantity: ['0', '-'], amount: ['+', '-', '0'] },
  TRANSFER: { asset: 'may', quantity: ['+', '-', '0'], amount: ['+', '-', '0'] },
  FX_CONVERSION: { asset: 'no', quantity: ['0'], amount: ['+', '-'] },
  SPLIT: { asset: 'yes', quantity: ['+', '-', '0'], amount: ['0'] },
  EXCHANGE: { asset: 'yes', quantity: ['+', '-'], amount: ['0'] },
  ADJUSTMENT: { asset: 'yes', quantity: ['+', '-'], amount: ['0'] },
}

function signFaults(draft: TransactionDraft): string[] {
  const rule = RULES[draft.type]
  const [quantity, amount] = [signOf(draft.quantity), signOf(draft.amount)]
  const faults: string[] = []
  if (rule.asset === 'yes' && draft.asset === undefined) faults.push('no asset')
  if (rule.asset === 'no' && draft.asset !== undefined) faults.push(`asset ${draft.asset} has no place here`)
  if (!rule.quantity.includes(quantity)) faults.push(`quantity ${draft.quantity ?? 'absent'} has the wrong sign`)
  if (!rule.amount.includes(amount)) faults.push(`amount ${draft.amount ?? 'absent'} has the wrong sign`)
  if (draft.type === 'SPLIT' && quantity === '0' && draft.ratio === undefined) faults.push('neither quantity nor ratio')
  if (draft.type !== 'SPLIT' && quantity === '0' && amount === '0') faults.push('neither quantity nor amount')
  if (quantity !== '0' && draft.asset === undefined) faults.push('a quantity of nothing')
  if (quantity !== '0' && amount !== '0' && draft.type !== 'BUY' && draft.type !== 'SELL') faults.push('both quantity and amount')
  if (draft.type === 'FX_CONVERSION' && draft.group === undefined) faults.push('a leg without a group')
  return faults
}

function signOf(text: string | undefined): Sign {
  if (!/[1-9]/.test(text ?? '')) return '0'
  return text?.startsWith('-') ? '-' : '+'
}

function identityFaults(draft: TransactionDraft, asset: AssetDraft | undefined): string[] {
  if ((draft.type !== 'BUY' && draft.type !== 'SELL') || draft.price === undefined) return []
  const read = (text: string | undefined) => decimal(text ?? '0')
  const rate = draft.fxRate === undefined ? ONE : read(draft.fxRate)
  const value = divide(multiply(multiply(read(draft.quantity), read(draft.price)), rate), decimal(asset?.priceQuantity ?? '1'))
  const gross = add(add(read(draft.amount), read(draft.fees)), read(draft.taxes))
  const off = absolute(add(gross, value))
  const share = decimal(draft.fxRate === undefined ? '0.002' : '0.005')
  const allowed = maximum(decimal('0.02'), multiply(absolute(gross), share))
  if (subtract(off, allowed) <= 0n) return []
  return [`gross ${formatDecimal(gross)} is off by ${formatDecimal(off)} from quantity x price x rate ${formatDecimal(value)}`]
}

function checkAsset(asset: AssetDraft): string[] {
  const faults: string[] = []
  if (asset.ref === '') faults.push('an asset without a ref')
  if (!asset.symbol && !asset.isin && !asset.name) faults.push(`asset ${asset.ref} has neither symbol, ISIN nor name`)
  if (asset.isin !== undefined && !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(asset.isin))
    faults.push(`asset ${asset.ref}: ISIN ${asset.isin} has not the form of one`)
  if (asset.currency !== undefined && !/^[A-Z]{3}$/.test(asset.currency))
    faults.push(`asset ${asset.ref}: currency ${asset.currency}`)
  if (asset.priceQuantity !== undefined && signOf(asset.priceQuantity) !== '+')
    faults.push(`asset ${asset.ref}: price quantity ${asset.priceQuantity}`)
  return faults
}

/** Sums by name as decimal texts; what comes to nothing is left out. */
export function texts(sums: ReadonlyMap<string, Decimal>): Record<string, string> {
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== ZERO).map(([key, sum]) => [key, formatDecimal(sum)]))
}

/** Sums of amounts by name, as decimal texts. */
export function totals(entries: Iterable<readonly [string, Decimal]>): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const [key, amount] of entries) bump(sums, key, amount)
  return texts(sums)
}

/** Adds to the sum of a name. */
export function bump(sums: Map<string, Decimal>, key: string, by: Decimal): void {
  sums.set(key, add(sums.get(key) ?? ZERO, by))
}

/** How many drafts there are of each type. */
export function typesOf(transactions: readonly { readonly type: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { type } of transactions) counts[type] = (counts[type] ?? 0) + 1
  return counts
}
