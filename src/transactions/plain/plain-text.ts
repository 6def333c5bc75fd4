import { earlier } from '#plugins/kit/period.ts'
import { nameBrokers, selectBrokerIds, untrackedBrokerIds } from '../../access/service.ts'
import { listAssetFacts, listAssetLabels } from '../../assets/service.ts'
import { readPreferences } from '../../auth/preferences.service.ts'
import type { Ctx } from '../../context.ts'
import { convertAmount, createRateTable } from '../../fx/service.ts'
import { loadCloses } from '../../prices/service.ts'
import { addDays, dayOf, monthOf } from '../../shared/date.ts'
import { divide, ONE, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { type ListInput, streamTransactions, type TransactionText } from '../list.ts'
import { createEntries, type Naming } from './entries.ts'
import { type Entry, inOneLine } from './entry.ts'
import { createNames } from './names.ts'
import type { Syntax } from './syntax.ts'

type Label = { readonly symbol: string; readonly name: string; readonly isin: string | null }
/** What the entries so far have named, with the first day of each asset. */
type Seen = { readonly accounts: Set<string>; readonly assets: Map<number, string>; readonly currencies: Set<string> }
type Book = { readonly syntax: Syntax; readonly naming: Naming; readonly labels: Map<number, Label>; readonly seen: Seen }

const LAST_DAY = '9999-12-31'
const PRICES_A_PIECE = 500

/**
 * The transactions that fit as a plain-text ledger, one entry each, oldest first, with what they name and the prices of it: closes since the first of
 * their days, and the rates to the currency of the caller's reports at the end of each month. In pieces; reads on only as the consumer does.
 */
export async function* plainText(ctx: Ctx, filter: ListInput, syntax: Syntax): AsyncGenerator<string> {
  const { currency } = await readPreferences(ctx.reader, ctx.user.id)
  const labels = new Map<number, Label>()
  const seen: Seen = { accounts: new Set(), assets: new Map(), currencies: new Set() }
  const book: Book = { syntax, labels, seen, naming: await namingOf(ctx, labels, await selectBrokerIds(ctx, filter.brokerIds)) }
  const entriesOf = createEntries(book.naming)
  const yieldWhenDue = createYielder()
  let first: string | undefined
  yield textOf(syntax.head(`Holdfast, ${dayOf(ctx.clock())}`, currency))
  for await (const day of daysOf(streamTransactions(ctx, filter, 'date_asc'))) {
    first ??= day[0]?.date
    const missing = day.flatMap(({ asset_id }) => (asset_id === null || labels.has(asset_id) ? [] : asset_id))
    for (const [id, label] of await listAssetLabels(ctx, missing)) labels.set(id, label)
    const entries = entriesOf(day)
    for (const [index, line] of day.entries()) {
      const entry = entries[index]
      if (entry !== undefined) yield textOf([...declared(book, line, entry), ...syntax.entry(entry)])
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  }
  if (first === undefined) return
  const until = filter.to ?? LAST_DAY
  yield* prices(ctx, book, until)
  yield* rates(ctx, book, { currency, from: first, until: earlier(until, dayOf(ctx.clock())) })
}

/** Names of the brokers in the text first: others, which somebody may have shared without request, change none of them. */
async function namingOf(ctx: Ctx, labels: ReadonlyMap<number, Label>, selected: readonly number[]): Promise<Naming> {
  const names = createNames()
  const isOther = (id: number) => Number(!selected.includes(id))
  const brokers = [...(await nameBrokers(ctx))].sort(([a], [b]) => isOther(a) - isOther(b) || a - b)
  const untracked = await untrackedBrokerIds(
    ctx,
    brokers.map(([id]) => id),
  )
  const known = new Map(
    brokers.map(([id, { name }]) => {
      const part = names.broker(id, name)
      const cash = untracked.has(id) ? `Equity:Untracked:${part}` : `Assets:${part}:Cash`
      return [id, { account: `Assets:${part}`, title: name, cash }]
    }),
  )
  const asset = (id: number) => {
    const { symbol = '', name = '' } = labels.get(id) ?? {}
    const commodity = names.commodity(id, symbol)
    return { commodity, title: symbol === '' ? name : symbol }
  }
  return { asset, broker: (id) => known.get(id) ?? { account: 'Assets:Broker', title: '', cash: 'Assets:Broker:Cash' } }
}

/** The lines of each day together, whatever pieces they come in. */
async function* daysOf(pieces: AsyncIterable<readonly TransactionText[]>): AsyncGenerator<TransactionText[]> {
  let day: TransactionText[] = []
  for await (const lines of pieces)
    for (const line of lines) {
      if (day[0] !== undefined && day[0].date !== line.date) {
        yield day
        day = []
      }
      day.push(line)
    }
  if (day.length > 0) yield day
}

/** What the entry is the first to name. */
function declared({ syntax, naming, labels, seen }: Book, line: TransactionText, entry: Entry): string[] {
  const accounts = new Set([entry.units?.account ?? entry.counter, ...entry.flows.map(({ account }) => account), entry.counter])
  const fresh = [...accounts].filter((account) => !seen.accounts.has(account))
  for (const account of fresh) seen.accounts.add(account)
  const currencies = freshCurrencies(
    seen,
    [...entry.flows, entry.units?.worth].flatMap((one) => one?.currency ?? []),
  )
  const declarations = [
    ...currencies.flatMap((code) => syntax.currency(code)),
    ...fresh.flatMap((account) => syntax.account(line.date, account)),
  ]
  if (line.asset_id === null || seen.assets.has(line.asset_id)) return declarations
  seen.assets.set(line.asset_id, line.date)
  const { name = '', isin = null } = labels.get(line.asset_id) ?? {}
  const title = inOneLine(isin === null ? name : `${name} (${isin})`)
  return [...syntax.commodity(line.date, naming.asset(line.asset_id).commodity, title), ...declarations]
}

function freshCurrencies({ currencies }: Seen, codes: readonly string[]): string[] {
  const fresh = [...new Set(codes)].filter((code) => !currencies.has(code))
  for (const code of fresh) currencies.add(code)
  return fresh
}

async function* prices(ctx: Ctx, { syntax, naming, seen }: Book, until: string): AsyncGenerator<string> {
  const facts = await listAssetFacts(ctx, seen.assets.keys())
  for (const [id, from] of seen.assets) {
    const { commodity } = naming.asset(id)
    const { priceQuantity = ONE } = facts.get(id) ?? {}
    const closes = (await loadCloses(ctx, [id], from, until)).of(id)
    for (let start = 0; start < closes.length; start += PRICES_A_PIECE) {
      const piece = closes.slice(start, start + PRICES_A_PIECE)
      for (const { currency } of piece) seen.currencies.add(currency)
      yield textOf(
        piece.map(({ date, close, currency }) => syntax.price(date, commodity, divide(close, priceQuantity), currency)),
      )
    }
  }
}

type Range = { readonly currency: string; readonly from: string; readonly until: string }

async function* rates(ctx: Ctx, { syntax, seen }: Book, { currency: to, from, until }: Range): AsyncGenerator<string> {
  for (const currency of [...seen.currencies].filter((one) => one !== to).sort()) {
    const table = createRateTable(ctx, { from, until })
    await table.load(ctx.reader, { pairs: [[currency, to]], from, until })
    const lines = monthEnds(from, until).flatMap((day) => {
      const found = table.rate(currency, to, day)
      const rate = found === null || found.isStale ? ZERO : convertAmount(ONE, found.ratio)
      return rate === ZERO ? [] : [syntax.price(day, currency, rate, to)]
    })
    if (lines.length > 0) yield textOf([...freshCurrencies(seen, [to]).flatMap((code) => syntax.currency(code)), ...lines])
  }
}

/** The last day of each month, and the last day of all. */
function monthEnds(from: string, until: string): string[] {
  const days: string[] = []
  for (let month = monthOf(from); month <= monthOf(until); ) {
    const next = monthOf(addDays(`${month}-28`, 4))
    const last = addDays(`${next}-01`, -1)
    days.push(earlier(last, until))
    month = next
  }
  return from <= until ? days : []
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
