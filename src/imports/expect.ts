import type { Ctx, Deps } from '../context.ts'
import { importTask } from './booking/import.task.ts'
import { previewTask } from './preview/preview.task.ts'
import { isReadBeside } from './reading/beside.ts'
import { recognisingPlugins } from './reading/read.ts'

const TABLE = 'text/csv'
const SHORTEST_TABLE = 'date,type,amount,currency\n2024-01-02,DEPOSIT,1,EUR\n'

/** While an upload of so many bytes comes in, has the process started that will import it, or show what an import would do, which mostly is what comes next. */
export function expectReport(ctx: Ctx, { bytes, isImported }: { readonly bytes: number; readonly isImported: boolean }): void {
  if (!isReadBeside(ctx, { size: bytes, contentType: TABLE })) return
  ctx.prepareCompute?.([isImported ? importTask : previewTask])
}

/**
 * Looks who can read a table of one row. The code of all importers runs for the first time then, which takes several times as long as it will: the
 * first report that a user uploads need not wait for it. Nothing where there are importers of the data folder, which never run in the service.
 */
export async function lookAtNothing(deps: Pick<Deps, 'plugins' | 'loadPlugins' | 'log' | 'announce'>): Promise<void> {
  await deps.loadPlugins?.()
  if ((deps.plugins.ownImporters?.size ?? 0) > 0) return
  await recognisingPlugins(deps, new TextEncoder().encode(SHORTEST_TABLE), 'report.csv', false)
}
