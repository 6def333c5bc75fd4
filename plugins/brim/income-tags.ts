/** What the name of a kind of income says beyond its type. */
import { remembered } from '#plugins/kit/index.ts'
import type { TransactionTag } from './contract.ts'

/** The first that fits counts. */
const NAMES: readonly (readonly [RegExp, TransactionTag])[] = [
  [/staking|inflation/i, 'staking'],
  [/cash ?back|rebate|card reward/i, 'cashback'],
  [/airdrop|\bfork\b/i, 'airdrop'],
  [/referral|bonus/i, 'bonus'],
  [/lending|interest payout/i, 'lending'],
  [/\bcard\b/i, 'card'],
  [/reward|coinbase earn|\blearn/i, 'reward'],
]

const LONGEST_KIND = 60

const tagsOf = remembered((kind): readonly TransactionTag[] => {
  const name = kind.replaceAll('_', ' ')
  const found = NAMES.find(([pattern]) => pattern.test(name))
  return found === undefined ? [] : [found[1]]
}, LONGEST_KIND)

/** The tag of a kind such as `Staking Income` or `Spending cashback`; nothing for plain interest and the like. */
export function tagsNamed(kind: string): readonly TransactionTag[] | undefined {
  const tags = tagsOf(kind)
  return tags.length === 0 ? undefined : tags
}
