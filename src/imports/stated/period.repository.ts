import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { Period } from '../report.ts'

export type ReportPeriod = { readonly filename: string; readonly period: Period }

const periodsOf = query<{ brokerId: number; plugin: string; except: string }>()((q, p) =>
  q
    .selectFrom('report')
    .select(['filename', 'period'])
    .where('broker_id', '=', p.brokerId)
    .where('status', '=', 'imported')
    .where('plugin', '=', p.plugin)
    .where('id', '<>', p.except)
    .where('period', 'is not', null),
)

/** The periods that the imported reports of a broker claim to cover: those that one importer read, but for one report. */
export async function listImportedPeriods(
  db: Reader,
  brokerId: number,
  { plugin, except }: { readonly plugin: string; readonly except: string },
): Promise<ReportPeriod[]> {
  const rows = await periodsOf.all(db, { brokerId, plugin, except })
  return rows.map(({ filename, period }) => ({ filename, period: JSON.parse(period ?? 'null') as Period }))
}
