import { withDryRun } from '#db/transaction.ts'
import type { Ctx } from '../../context.ts'
import type { JobControls } from '../../jobs/service.ts'
import { type Archive, openArchive } from './archive.ts'
import { bringAssets } from './assets.ts'
import { type BroughtBroker, bringBrokers } from './brokers.ts'
import { bringPreferences, bringTemplates } from './choices.ts'
import { bringAllRates, bringPrices } from './figures.ts'
import { bringLedger } from './ledger.ts'

/** What an import brought, or would bring. `differing`: the assets whose closes or events here are not those of the export. */
export type Brought = {
  readonly brokers: readonly BroughtBroker[]
  readonly transactions: number
  readonly lotsLeftOut: number
  readonly assets: { readonly created: number; readonly matched: number; readonly differing: readonly string[] }
  readonly closes: { readonly added: number; readonly present: number; readonly differing: number }
  readonly rates: { readonly added: number; readonly present: number }
  readonly templates: number
  readonly preferences: readonly string[]
}

/**
 * Takes an export of `exportOwn` in, all or nothing: the brokers are made as new ones, the caller's own. Assets, closes and events that are there stay as they
 * are; rates count for the caller alone. Throws `backup/export-damaged`, `-foreign`, `-newer`, `-invalid` (422), `-large` (413), `transaction/invalid`,
 * and what adding assets throws.
 */
export async function bringExport(
  ctx: Ctx,
  file: Blob,
  { dryRun }: { readonly dryRun: boolean },
  job: JobControls,
): Promise<Brought> {
  const archive = await openArchive(file)
  const own = { ...ctx, concerned: new Set<number>() }
  const brought = await withDryRun(own, dryRun, (ctx) => bringAll(ctx, archive, job))
  // Of brokers that were rolled back nobody is a member: a job that named them would be hidden from its own user.
  if (!dryRun) for (const id of own.concerned) ctx.concerned?.add(id)
  return brought
}

async function bringAll(ctx: Parameters<typeof bringBrokers>[0], archive: Archive, job: JobControls): Promise<Brought> {
  const brokers = await bringBrokers(ctx, archive)
  const assets = await bringAssets(ctx, archive)
  const { lines, lotsLeftOut } = await bringLedger(ctx, archive, { brokers, assets }, job)
  job.progress(lines, { total: lines, note: 'closes' })
  const { assets: differing, ...closes } = await bringPrices(ctx, archive, assets, job)
  const rates = await bringAllRates(ctx, archive, job)
  const created = [...assets.values()].filter(({ isNew }) => isNew).length
  return {
    ...{ brokers: [...brokers.values()], transactions: lines, lotsLeftOut },
    ...{
      assets: { created, matched: assets.size - created, differing: [...differing].sort().slice(0, MOST_NAMED) },
      closes,
      rates,
    },
    ...{ templates: await bringTemplates(ctx, archive), preferences: await bringPreferences(ctx, archive) },
  }
}

const MOST_NAMED = 100
