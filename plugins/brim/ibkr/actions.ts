/** Corporate actions: which records make one action, and what it did to each security. */
import { refuse } from '#plugins/kit/index.ts'
import { add, type Decimal, negate, ZERO } from '#src/shared/decimal.ts'
import { refOf } from './assets.ts'
import { type Book, externalId } from './book.ts'
import { currencyOf, dayIn, type Entry, figure, timeIn, value } from './entry.ts'

const LONGEST = 500

type ActionKind = 'split' | 'stock-dividend' | 'spin-off' | 'rights' | 'worthless' | 'other'

/** What an action did to one security: change of the holding, cash (+ received), market value of what came or went (>= 0). */
export type Leg = {
  readonly rows: readonly [number, ...number[]]
  readonly asset: string
  readonly quantity: Decimal
  readonly cash: Decimal
  readonly value: Decimal
  readonly currency: string
  readonly externalId: string | undefined
}

export type Action = {
  readonly entries: readonly [Entry, ...Entry[]]
  readonly kind: ActionKind
  readonly date: string
  readonly time: string | undefined
  readonly description: string
  readonly legs: readonly Leg[]
}

/** The broker's type codes (Flex Query reference, section Corporate Actions). */
const KIND_OF_CODE: Readonly<Record<string, ActionKind>> = {
  FS: 'split',
  FI: 'split',
  RS: 'split',
  SD: 'stock-dividend',
  HI: 'stock-dividend',
  HD: 'stock-dividend',
  SO: 'spin-off',
  RI: 'rights',
  DI: 'rights',
  DW: 'worthless',
  ED: 'worthless',
  OR: 'worthless',
}
const KIND_OF_TEXT: readonly (readonly [RegExp, ActionKind])[] = [
  [/\bSPIN-?OFF\b/i, 'spin-off'],
  [/\bSTOCK DIVIDEND\b/i, 'stock-dividend'],
  [/\b(SUBSCRIBABLE )?RIGHTS ISSUE\b/i, 'rights'],
  [/\bSPLIT\b/i, 'split'],
  [/\b(WORTHLESS|DELISTED|EXPIRED?|LAPSED)\b/i, 'worthless'],
]

/** The records of one action: same statement, account, day and action id, or without an id the same text before the security. */
export function groupActions(book: Book, entries: readonly Entry[]): (readonly [Entry, ...Entry[]])[] {
  const groups = new Map<string, [Entry, ...Entry[]]>()
  for (const entry of entries) {
    const key = [entry.statement, entry.account, safeDay(book, entry), value(entry, 'actionid') || headline(entry)].join('|')
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups.values()]
}

/** Nets the records of an action per security. Throws RowRefusal. */
export function readAction(book: Book, entries: readonly [Entry, ...Entry[]]): Action {
  const [first] = entries
  const date = actionDay(book, first)
  const description = headline(first)
  const legs = new Map<string, Leg>()
  for (const entry of entries) {
    const leg = readLeg(book, entry)
    const known = legs.get(leg.asset)
    legs.set(leg.asset, known === undefined ? leg : addLegs(known, leg))
  }
  const moment = dayIn(first, book.slashOrder, 'datetime')
  const time = moment === date ? timeIn(value(first, 'datetime')) : undefined
  return { entries, kind: kindOf(first), date, time, description, legs: [...legs.values()] }
}

function readLeg(book: Book, entry: Entry): Leg {
  const asset = refOf(book.securities, entry)
  if (asset === undefined)
    refuse('security-missing', 'It is not clear which security this concerns. Add the fields Symbol and ISIN to the query.')
  const amount = figure(entry, 'amount')
  const value_ = figure(entry, 'value') ?? ZERO
  return {
    rows: [entry.row],
    asset,
    quantity: figure(entry, 'quantity') ?? ZERO,
    cash: figure(entry, 'proceeds') ?? (amount === undefined ? ZERO : negate(amount)),
    value: value_ < 0n ? negate(value_) : value_,
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

function kindOf(entry: Entry): ActionKind {
  const known = KIND_OF_CODE[value(entry, 'type').toUpperCase()]
  if (known !== undefined) return known
  const text = headline(entry)
  return KIND_OF_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}

/** `GCM(CA38501D2041) SPLIT 1 FOR 25` of `... (GCM, GRAN COLOMBIA GOLD CORP, CA38501D5010)`: what the records of an action share. */
function headline(entry: Entry): string {
  return value(entry, 'actiondescription', 'description')
    .slice(0, LONGEST)
    .replace(/\s*\((?:[^()]|\([^()]*\))*\)\s*$/, '')
}

function actionDay(book: Book, entry: Entry): string {
  const day = dayIn(entry, book.slashOrder, 'datetime', 'date', 'reportdate')
  if (day === undefined) refuse('date-missing', 'The action has no date. Add the field Date/Time to the query.')
  return day
}

function safeDay(book: Book, entry: Entry): string {
  try {
    return actionDay(book, entry)
  } catch {
    return ''
  }
}
