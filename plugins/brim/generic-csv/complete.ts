/** A draft of what stands in a row and of what it means. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { MAX_TAG_LENGTH, MAX_TAGS } from '#src/shared/transaction-tag.ts'
import { type AssetBook, assetOf } from './assets.ts'
import type { Half } from './drafts.ts'
import type { Line } from './line.ts'

const MAX_ACCOUNT = 200

/** Of long files most rows say no more than this: what a draft has, it takes memory for, and be it that it has nothing. */
export function complete(line: Line, half: Half, assets: AssetBook): TransactionDraft {
  const externalId = line.cells.external_id
  const draft = {
    rows: [line.row.number] as const,
    type: half.type ?? line.kind.type,
    date: line.date,
    asset: half.hasAsset ? assetOf(line, assets, half.per) : undefined,
    quantity: half.quantity,
    price: half.price,
    amount: half.amount,
    currency: half.currency,
    fees: half.fees,
    taxes: half.taxes,
    externalId: externalId === '' ? undefined : externalId,
  }
  return saysMore(line, half) ? { ...draft, ...moreOf(line, half) } : draft
}

function saysMore({ time, settledOn, kind, cells }: Line, half: Half): boolean {
  const { priceCurrency, fxRate, costBasis, ratio, costShare, group } = half
  return (
    (time ?? settledOn ?? kind.tag) !== undefined ||
    (priceCurrency ?? fxRate ?? costBasis ?? ratio ?? costShare ?? group) !== undefined ||
    cells.description !== '' ||
    cells.account !== '' ||
    cells.tags !== ''
  )
}

function moreOf({ time, settledOn, kind, cells }: Line, half: Half): Partial<TransactionDraft> {
  const { description, account, tags } = cells
  return {
    time,
    settledOn,
    priceCurrency: half.priceCurrency,
    fxRate: half.fxRate,
    costBasis: half.costBasis,
    ratio: half.ratio,
    costShare: half.costShare,
    group: half.group,
    description: description === '' ? undefined : description,
    tags: kind.tag === undefined ? undefined : [kind.tag],
    account: account === '' ? undefined : account.slice(0, MAX_ACCOUNT).toWellFormed(),
    userTags: tags === '' ? undefined : tagsIn(tags),
  }
}

/** Tags as our own export writes them: `retirement;staking`. */
function tagsIn(cell: string): readonly string[] {
  const tags = cell.split(';').map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH).toWellFormed())
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MAX_TAGS)
}
