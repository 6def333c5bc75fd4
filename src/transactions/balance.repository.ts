import { sql } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { givenEntries } from '#db/json.ts'
import { query } from '#db/query.ts'
import type { BalanceDayTable, BalanceMonthTable } from '#db/tables/ledger.ts'
import { monthOf } from '../shared/date.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import type { DayChange, MonthChange } from './balances.ts'

/** So few are written sooner one by one. */
const FEW = 4

type Unit = { readonly brokerId: number; readonly unit: string }

const daysOf = query<Unit>()((q, p) =>
  q
    .selectFrom('balance_day')
    .select(['date', 'change'])
    .where('broker_id', '=', p.brokerId)
    .where('unit', '=', p.unit)
    .orderBy('date'),
)

/** Every day of one unit, in order. */
export async function listUnitDays(db: Reader, brokerId: number, unit: string): Promise<DayChange[]> {
  return (await daysOf.all(db, { brokerId, unit })).map(toDay)
}

const daysBetween = query<Unit & { from: string; to: string }>()((q, p) =>
  q
    .selectFrom('balance_day')
    .select(['date', 'change'])
    .where('broker_id', '=', p.brokerId)
    .where('unit', '=', p.unit)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .orderBy('date'),
)

/** The days of one unit from one day to another, both included, in order. */
export async function listDaysBetween(
  db: Reader,
  brokerId: number,
  unit: string,
  from: string,
  to: string,
): Promise<DayChange[]> {
  return (await daysBetween.all(db, { brokerId, unit, from, to })).map(toDay)
}

/** The days of one unit in one month, in order. */
export async function listDays(db: Reader, brokerId: number, unit: string, month: string): Promise<DayChange[]> {
  return await listDaysBetween(db, brokerId, unit, `${month}-01`, `${month}-31`)
}

function toDay(row: { readonly date: string; readonly change: string }): DayChange {
  return { date: row.date, change: decimal(row.change) }
}

const deleteDay = query<Unit & { date: string }>()((q, p) =>
  q.deleteFrom('balance_day').where('broker_id', '=', p.brokerId).where('unit', '=', p.unit).where('date', '=', p.date),
)
const putDay = query<Unit & { date: string; change: string }>()((q, p) =>
  q
    .insertInto('balance_day')
    .values({ broker_id: p.brokerId, unit: p.unit, date: p.date, change: p.change } satisfies Record<
      keyof BalanceDayTable,
      unknown
    >)
    .onConflict((conflict) =>
      conflict.columns(['broker_id', 'unit', 'date']).doUpdateSet((day) => ({ change: day.ref('excluded.change') })),
    ),
)
const putManyDays = query<Unit & { days: string }>()((q, p) =>
  q
    .insertInto('balance_day')
    .columns(['broker_id', 'unit', 'date', 'change'])
    .expression(({ selectFrom, cast, val }) =>
      selectFrom(givenEntries(p.days, 'day'))
        .select([cast<number>(val(p.brokerId), 'bigint').as('broker_id'), cast<string>(val(p.unit), 'text').as('unit')])
        .select(['day.key', 'day.value'])
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['broker_id', 'unit', 'date']).doUpdateSet((day) => ({ change: day.ref('excluded.change') })),
    ),
)

/** Writes the net changes of days of one unit, one of each day; a change of zero removes the row. */
export async function putDays(db: Tx, brokerId: number, unit: string, changes: readonly DayChange[]): Promise<void> {
  for (const { date, change } of changes) if (change === 0n) await deleteDay.run(db, { brokerId, unit, date })
  const filled = changes.flatMap(({ date, change }) => (change === 0n ? [] : [{ date, change: formatDecimal(change) }]))
  if (filled.length < FEW) for (const day of filled) await putDay.run(db, { brokerId, unit, ...day })
  else {
    const days = JSON.stringify(Object.fromEntries(filled.map(({ date, change }) => [date, change])))
    await putManyDays.run(db, { brokerId, unit, days })
  }
}

const deleteMonth = query<Unit & { month: string }>()((q, p) =>
  q.deleteFrom('balance_month').where('broker_id', '=', p.brokerId).where('unit', '=', p.unit).where('month', '=', p.month),
)
const putSummary = query<Unit & { month: string; change: string; lowest: string }>()((q, p) =>
  q
    .insertInto('balance_month')
    .values({ broker_id: p.brokerId, unit: p.unit, month: p.month, change: p.change, lowest: p.lowest } satisfies Record<
      keyof BalanceMonthTable,
      unknown
    >)
    .onConflict((conflict) =>
      conflict
        .columns(['broker_id', 'unit', 'month'])
        .doUpdateSet((month) => ({ change: month.ref('excluded.change'), lowest: month.ref('excluded.lowest') })),
    ),
)

/** Writes a month's summary; `undefined` removes it. */
export async function putMonth(
  db: Tx,
  brokerId: number,
  unit: string,
  month: string,
  summary: MonthChange | undefined,
): Promise<void> {
  if (summary === undefined) await deleteMonth.run(db, { brokerId, unit, month })
  else {
    const [change, lowest] = [formatDecimal(summary.change), formatDecimal(summary.lowest)]
    await putSummary.run(db, { brokerId, unit, month, change, lowest })
  }
}

const monthsOf = query<Unit>()((q, p) =>
  q
    .selectFrom('balance_month')
    .select(['month', 'change', 'lowest'])
    .where('broker_id', '=', p.brokerId)
    .where('unit', '=', p.unit)
    .orderBy('month'),
)

/** The months of one unit, in order. */
export async function listMonths(db: Reader, brokerId: number, unit: string): Promise<MonthChange[]> {
  const rows = await monthsOf.all(db, { brokerId, unit })
  return rows.map((row) => ({ month: row.month, change: decimal(row.change), lowest: decimal(row.lowest) }))
}

const monthNamesOf = query<Unit>()((q, p) =>
  q.selectFrom('balance_month').select('month').where('broker_id', '=', p.brokerId).where('unit', '=', p.unit),
)

/** The months for which a unit has a summary. */
export async function listMonthNames(db: Reader, brokerId: number, unit: string): Promise<Set<string>> {
  return new Set((await monthNamesOf.all(db, { brokerId, unit })).map((row) => row.month))
}

const unitsOf = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('balance_month').select('unit').distinct().where('broker_id', '=', p.brokerId).orderBy('unit'),
)

/** Every unit that a broker ever had. */
export async function listUnits(db: Reader, brokerId: number): Promise<string[]> {
  return (await unitsOf.all(db, { brokerId })).map((row) => row.unit)
}

type Until = { readonly brokerId: number; readonly month: string; readonly first: string; readonly until: string }

const changesUntil = query<Until>()((q, p) =>
  q
    .selectFrom('balance_month')
    .select(['unit', 'change'])
    .where('broker_id', '=', p.brokerId)
    .where('month', '<', p.month)
    .unionAll(
      q
        .selectFrom('balance_day')
        .select(['unit', 'change'])
        .where('broker_id', '=', p.brokerId)
        .where('date', '>=', p.first)
        .where('date', '<=', p.until),
    ),
)
const changesOfUnitUntil = query<Until & { unit: string }>()((q, p) =>
  q
    .selectFrom('balance_month')
    .select(['unit', 'change'])
    .where('broker_id', '=', p.brokerId)
    .where('unit', '=', p.unit)
    .where('month', '<', p.month)
    .unionAll(
      q
        .selectFrom('balance_day')
        .select(['unit', 'change'])
        .where('broker_id', '=', p.brokerId)
        .where('unit', '=', p.unit)
        .where('date', '>=', p.first)
        .where('date', '<=', p.until),
    ),
)

/** Changes up to and with `until`: whole months before its month, then its days. `unit` narrows to one. In no order. */
export async function listChangesUntil(
  db: Reader,
  brokerId: number,
  until: string,
  unit?: string,
): Promise<{ unit: string; change: Decimal }[]> {
  const month = monthOf(until)
  const span = { brokerId, month, first: `${month}-01`, until }
  const rows = unit === undefined ? await changesUntil.all(db, span) : await changesOfUnitUntil.all(db, { ...span, unit })
  return rows.map((row) => ({ unit: row.unit, change: decimal(row.change) }))
}
