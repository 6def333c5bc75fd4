import { unitOfAsset } from '../../transactions/service.ts'
import { traitsOf } from './traits.ts'
import type { CompletedDraft } from './validate.ts'

/** The units that drafts take something out of: no other one can end below zero by them. */
export function outgoingUnits(drafts: readonly CompletedDraft[]): ReadonlySet<string> {
  const { assets, currencies } = traitsOf(drafts).outgoing
  return new Set([...[...assets].map(unitOfAsset), ...currencies])
}
