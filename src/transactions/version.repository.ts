import type { Tx } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { LedgerVersionTable } from '#db/tables/ledger.ts'

/**
 * `ledger_mark` counts how often the lines of a broker's day were written: what reports hold in memory is true while it stands. Whatever writes
 * lines in this room raises it itself, once for many where they come together.
 */
const raiseDay = query<{ brokerId: number; date: string }>()((q, p) =>
  q
    .insertInto('ledger_mark')
    .values({ broker_id: p.brokerId, date: p.date, mark: 1 } satisfies Record<keyof LedgerVersionTable, unknown>)
    .onConflict((conflict) =>
      conflict.columns(['broker_id', 'date']).doUpdateSet((mark) => ({ mark: mark('ledger_mark.mark', '+', 1) })),
    ),
)
const raiseDaysOf = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .insertInto('ledger_mark')
    .columns(['broker_id', 'date', 'mark'])
    .expression(({ selectFrom, lit }) =>
      selectFrom('ledger_transaction')
        .select(['broker_id', 'date', lit(1).as('mark')])
        .distinct()
        .where('id', 'in', inList(p.ids)),
    )
    .onConflict((conflict) =>
      conflict.columns(['broker_id', 'date']).doUpdateSet((mark) => ({ mark: mark('ledger_mark.mark', '+', 1) })),
    ),
)

/** Raises the version of days of a broker. */
export async function raiseDayVersions(db: Tx, brokerId: number, dates: Iterable<string>): Promise<void> {
  for (const date of dates) await raiseDay.run(db, { brokerId, date })
}

/** Raises the version of the days of stored lines: before they are changed or removed. */
export async function raiseDayVersionsOfLines(db: Tx, ids: readonly number[]): Promise<void> {
  await raiseDaysOf.run(db, { ids })
}
