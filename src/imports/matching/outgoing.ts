import { ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { unitOfAsset } from '../../transactions/service.ts'
import type { CompletedDraft } from './validate.ts'

/** The units that drafts take something out of: no other one can end below zero by them. Gives the event loop back in between. */
export async function outgoingUnits(drafts: readonly CompletedDraft[]): Promise<ReadonlySet<string>> {
  const [assets, currencies] = [new Set<number>(), new Set<string>()]
  const yieldWhenDue = createYielder()
  for (const { fields } of drafts) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const { assetId, quantity, amount, currency } = fields
    if (assetId !== null && quantity < ZERO) assets.add(assetId)
    if (currency !== null && amount < ZERO) currencies.add(currency)
  }
  return new Set([...[...assets].map(unitOfAsset), ...currencies])
}
