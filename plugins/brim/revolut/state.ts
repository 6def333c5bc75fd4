/** Words that the current account and the old crypto statement share. */

/** The type of a row: `Card Payment` and `CARD_PAYMENT` are the same. */
export function typeOf(cell: string): string {
  return cell
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
}

/** Why a row has moved no money (pending, reverted, declined); `undefined` when it is complete. */
export function unfinished(state: string): string | undefined {
  const word = typeOf(state)
  return word === 'COMPLETED' || word === '' ? undefined : `${word.toLowerCase()}: no money moved`
}
