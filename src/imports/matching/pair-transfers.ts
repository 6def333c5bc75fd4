import { absolute, add, formatDecimal, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { OPENING } from '../../shared/transaction-type.ts'
import { groupOf } from '../report.ts'
import type { ClassifiedDraft } from './match-ledger.ts'
import { traitsOf } from './traits.ts'

/**
 * What goes out of one account of a file and comes into another on the same day becomes one group, so that cost and dates go along. Only where it is
 * certain which line belongs to which: as many out of the one as into the other; and where the file states no value of its own. Gives the event loop
 * back in between.
 */
export async function pairTransfers(drafts: readonly ClassifiedDraft[]): Promise<readonly ClassifiedDraft[]> {
  const moves = traitsOf(drafts).hasTransfers ? drafts.filter(isAlone) : []
  if (moves.length < 2) return drafts
  const groups = new Map<ClassifiedDraft, string>()
  const yieldWhenDue = createYielder()
  const byMove = new Map<string, ClassifiedDraft[]>()
  for (const entry of moves) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const move = moveOf(entry)
    const alike = byMove.get(move)
    if (alike === undefined) byMove.set(move, [entry])
    else alike.push(entry)
  }
  for (const alike of byMove.values()) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const [outs, ins] = [alike.filter(isOut), alike.filter((entry) => !isOut(entry))]
    const [from, to] = [placesOf(outs), placesOf(ins)]
    const isCertain = outs.length === ins.length && from.size === 1 && to.size === 1 && from.isDisjointFrom(to)
    if (!isCertain) continue
    for (const [index, out] of outs.entries())
      for (const leg of [out, ins[index]]) if (leg !== undefined) groups.set(leg, `between accounts ${out.key}`)
  }
  if (groups.size === 0) return drafts
  return drafts.map((entry) => {
    const group = groups.get(entry)
    return group === undefined ? entry : { ...entry, draft: { ...entry.draft, group } }
  })
}

function isAlone({ fields, draft }: ClassifiedDraft): boolean {
  const isMove = fields.type === 'TRANSFER' && fields.account !== null && draft.group === undefined
  return isMove && draft.reverses === undefined && fields.costBasis === null && !fields.tags.includes(OPENING)
}

function isOut({ fields }: ClassifiedDraft): boolean {
  return fields.assetId === null ? fields.amount < ZERO : fields.quantity < ZERO
}

function placesOf(legs: readonly ClassifiedDraft[]): ReadonlySet<string> {
  return new Set(legs.map(({ fields }) => `${fields.brokerId} ${fields.account}`))
}

/** What two legs of one move have in common: the file, the day, and what moves. */
function moveOf(entry: ClassifiedDraft): string {
  const { date, assetId, quantity, amount, fees, taxes, currency } = entry.fields
  const cash = formatDecimal(absolute(add(add(amount, fees), taxes)))
  const size = assetId === null ? `${currency} ${cash}` : `${formatDecimal(absolute(quantity))} ${cash}`
  return `${groupOf({ ...entry, draft: { ...entry.draft, group: '' } })}|${date}|${assetId ?? ''}|${size}`
}
