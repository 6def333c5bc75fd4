/** Words that the current account and the old crypto statement share. */

/** The type of a row: `Card Payment` and `CARD_PAYMENT` are the same. */
export function typeOf(cell: string): string {
  return cell
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
}

const UNFINISHED = /^(PENDING|REVERTED|DECLINED|FAILED|CANCELL?ED|CREATED|DELETED|EXPIRED|REJECTED)$/

/** Why a row has moved no money (pending, reverted, declined); `undefined` when it is complete or nobody can tell. */
export function unfinished(state: string): string | undefined {
  const word = typeOf(state)
  return UNFINISHED.test(word) ? `${word.toLowerCase()}: no money moved` : undefined
}

/** Whether the word tells that the row is complete. */
export function isFinished(state: string): boolean {
  const word = typeOf(state)
  return word === 'COMPLETED' || word === ''
}
