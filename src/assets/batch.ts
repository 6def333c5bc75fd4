import { withDryRun } from '#db/transaction.ts'
import type { Ctx } from '../context.ts'
import { AppError, type Fault, invalid } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import { type ExpectedRevision, requireRevision } from '../shared/revision.ts'
import type { Asset } from './asset.ts'
import { changedFields } from './history.ts'
import { requireChangeable } from './rights.ts'
import { type AssetInput, changeAsset } from './service.ts'

export type AssetBatchItem = {
  readonly id: number
  readonly revision?: ExpectedRevision
  readonly change: AssetInput
  readonly verified?: boolean | undefined
}

/** The asset after the batch, and the names on the wire of the fields that are not as they were. */
export type BatchedAsset = { readonly asset: Asset; readonly fields: readonly string[] }

/**
 * Changes many assets, all or none, each as `changeAsset` does; one whose fields stay as they are is left alone. With `isDryRun` everything is checked
 * and nothing stored. A refusal names every item (`/3/isin`) with the code that they share, else `asset/batch-refused` (409); `asset/batch-repeated`
 * (422) for an asset that is named twice.
 */
export async function changeAssets(ctx: Ctx, items: readonly AssetBatchItem[], isDryRun: boolean): Promise<BatchedAsset[]> {
  requireNamedOnce(items)
  return await withDryRun(ctx, isDryRun, async (ctx) => {
    const done: BatchedAsset[] = []
    const refused: { readonly index: number; readonly error: AppError }[] = []
    const yieldWhenDue = createYielder()
    for (const [index, item] of items.entries()) {
      try {
        done.push(await changeOne(ctx, item))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push({ index, error })
      }
      await yieldWhenDue()
    }
    if (refused.length > 0) throw refusalOf(refused, items.length)
    return done
  })
}

async function changeOne(ctx: Ctx, { id, revision, change, verified }: AssetBatchItem): Promise<BatchedAsset> {
  const before = await requireChangeable(ctx, id)
  requireRevision(before, revision)
  const isEmpty = verified === undefined && Object.values(change).every((value) => value === undefined)
  if (isEmpty) return { asset: before, fields: [] }
  const asset = await changeAsset(ctx, { id, change, verified })
  return { asset, fields: changedFields(before, asset) }
}

function requireNamedOnce(items: readonly AssetBatchItem[]): void {
  const seen = new Set<number>()
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id))
      throw invalid('asset/batch-repeated', `/${index}/id`, 'Another item of this request changes this asset: put both into one.')
    seen.add(id)
  }
}

function refusalOf(refused: readonly { readonly index: number; readonly error: AppError }[], count: number): AppError {
  const [first] = refused
  const isOneCode = refused.every(({ error }) => error.code === first?.error.code)
  const { kind, code } = isOneCode && first ? first.error : ({ kind: 'conflict', code: 'asset/batch-refused' } as const)
  const errors = refused.flatMap(({ index, error }): Fault[] => {
    const own = error.extras.errors ?? [{ pointer: '', detail: error.detail }]
    return own.map(({ pointer, detail }) => ({ pointer: `/${index}${pointer}`, detail }))
  })
  const detail = `Nothing was changed: ${refused.length} of ${count} items cannot be. ${first?.error.detail ?? ''}`
  const extensions = refused.length === 1 ? first?.error.extras.extensions : undefined
  return new AppError(kind, code, detail, { errors, ...(extensions === undefined ? {} : { extensions }) })
}
