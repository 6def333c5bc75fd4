/** Corporate actions: which records make one action, and what it did to each security. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { absolute, add, negate, ZERO } from '#src/shared/decimal.ts'
import { refOf } from './assets.ts'
import { type Book, externalId, momentOf } from './book.ts'
import { currencyOf, dayIn, type Entry, figure, value } from './entry.ts'

const LONGEST = 500

/** By the broker's type codes (Flex Query reference, section Corporate Actions), else by the text. */
const KINDS = [
  ['spin-off', /^SO$/, /\bSPIN-?OFF\b/i],
  ['stock-dividend', /^(SD|HI|HD)$/, /\bSTOCK DIVIDEND\b/i],
  ['rights', /^(RI|DI)$/, /\b(SUBSCRIBABLE )?RIGHTS ISSUE\b/i],
  ['split', /^(FS|FI|RS)$/, /\bSPLIT\b/i],
  ['worthless', /^(DW|ED|OR)$/, /\b(WORTHLESS|DELISTED|EXPIRED?|LAPSED)\b/i],
] as const

type Entries = readonly [Entry, ...Entry[]]

/** The records of one action: same statement, account, day and action id, or without an id the same text before the security. */
export function groupActions(book: Book, entries: readonly Entry[]): Entries[] {
  const keyOf = (entry: Entry) =>
    [entry.statement, entry.account, safeDay(book, entry), value(entry, 'actionid') || headline(entry)].join('|')
  return [...Map.groupBy(entries, keyOf).values()] as unknown as Entries[]
}

export type Action = ReturnType<typeof readAction>

/** Nets the records of an action per security. Throws RowRefusal. */
export function readAction(book: Book, entries: Entries) {
  const [first] = entries
  const single = entries.map((entry) => readLeg(book, entry))
  const legs = Array.from(Map.groupBy(single, ({ asset }) => asset).values(), (alike) => alike.reduce(addLegs))
  const moment = momentOf(book, first, actionDay(book, first))
  return { entries, kind: kindOf(first), ...moment, description: headline(first), legs }
}

export type Leg = ReturnType<typeof readLeg>

/** What an action did to one security: change of the holding, cash (+ received), market value of what came or went (>= 0). */
function readLeg(book: Book, entry: Entry) {
  const asset =
    refOf(book.securities, entry) ??
    refuse('security-missing', 'It is not clear which security this concerns. Add the fields Symbol and ISIN to the query.')
  const amount = figure(entry, 'amount')
  return {
    rows: [entry.row] as TransactionDraft['rows'],
    asset,
    quantity: figure(entry, 'quantity') ?? ZERO,
    cash: figure(entry, 'proceeds') ?? (amount === undefined ? ZERO : negate(amount)),
    value: absolute(figure(entry, 'value') ?? ZERO),
    currency: currencyOf(entry, 'currency'),
    externalId: externalId('action', entry),
  }
}

function addLegs(a: Leg, b: Leg): Leg {
  if (a.currency !== b.currency && a.cash !== 0n && b.cash !== 0n)
    refuse('currencies-mixed', 'The action pays the same security in two currencies. Enter it by hand.')
  return {
    ...a,
    rows: [...a.rows, ...b.rows],
    quantity: add(a.quantity, b.quantity),
    cash: add(a.cash, b.cash),
    value: add(a.value, b.value),
    currency: a.cash === 0n ? b.currency : a.currency,
  }
}

function kindOf(entry: Entry) {
  const [code, text] = [value(entry, 'type').toUpperCase(), headline(entry)]
  const known = KINDS.find(([, codes]) => codes.test(code)) ?? KINDS.find(([, , words]) => words.test(text))
  return known?.[0] ?? 'other'
}

/** `GCM(CA38501D2041) SPLIT 1 FOR 25` of `... (GCM, GRAN COLOMBIA GOLD CORP, CA38501D5010)`: what the records of an action share. */
function headline(entry: Entry): string {
  return value(entry, 'actiondescription', 'description')
    .slice(0, LONGEST)
    .replace(/\s*\((?:[^()]|\([^()]*\))*\)\s*$/, '')
}

function actionDay(book: Book, entry: Entry): string {
  const day = dayIn(entry, book.slashOrder, 'datetime', 'date', 'reportdate')
  return day ?? refuse('date-missing', 'The action has no date. Add the field Date/Time to the query.')
}

function safeDay(book: Book, entry: Entry): string {
  try {
    return actionDay(book, entry)
  } catch {
    return ''
  }
}
