import { yieldToEventLoop } from './event-loop.ts'

/** So many rows are read or written before others get their turn. */
export const ROWS_A_PIECE = 250

/**
 * Repeats `step`, which takes at most so many rows and answers how many it took, until it takes fewer. Gives the event loop back between two
 * steps, inside an open transaction too: work on very many rows stays all or nothing and holds nobody up.
 */
export async function inPieces(step: (limit: number) => number | Promise<number>): Promise<void> {
  while ((await step(ROWS_A_PIECE)) >= ROWS_A_PIECE) await yieldToEventLoop()
}

/** What `read` answers for a list, piece by piece; gives the event loop back between two. */
export async function readInPieces<T, R>(
  items: readonly T[],
  read: (piece: readonly T[]) => readonly R[] | Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = []
  for (let at = 0; at < items.length; at += ROWS_A_PIECE) {
    if (at > 0) await yieldToEventLoop()
    found.push(...(await read(items.slice(at, at + ROWS_A_PIECE))))
  }
  return found
}

/** Does something with a list, piece by piece; gives the event loop back between two. */
export async function eachPiece<T>(items: readonly T[], act: (piece: readonly T[]) => unknown): Promise<void> {
  await readInPieces(items, async (piece) => {
    await act(piece)
    return []
  })
}
