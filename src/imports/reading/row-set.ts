/** Numbers of rows. Those of a file are close together, so that a byte each is less than what a `Set` takes; those of files that are read together are not. */
export type RowSet = { readonly add: (row: number) => void; readonly has: (row: number) => boolean }

/** More rows than a file has. */
const MOST_DENSE = 4_194_304
const FIRST_BYTES = 65_536

export function createRowSet(): RowSet {
  let dense = new Uint8Array(FIRST_BYTES)
  const others = new Set<number>()
  return {
    add: (row) => {
      if (!Number.isInteger(row) || row < 0 || row >= MOST_DENSE) {
        others.add(row)
        return
      }
      if (row >= dense.length) dense = widened(dense, row)
      dense[row] = 1
    },
    has: (row) => dense[row] === 1 || (others.size > 0 && others.has(row)),
  }
}

function widened(dense: Uint8Array, row: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(Math.max(dense.length * 2, row + 1))
  wider.set(dense)
  return wider
}
