import type { CloseBook } from './book.ts'
import type { RowEntry } from './row.ts'

const ROWS_A_LOOK = 200

/**
 * Enters the rows of a text without quotes, each line of which is a row and ends with a line feed, into a book; answers how many they are. Only the cells that are
 * needed are cut out: takes half the time. `before` = the lines before it.
 */
export async function enterPlain(
  text: string,
  before: number,
  entry: RowEntry,
  book: CloseBook,
  yieldWhenDue: () => Promise<void> | undefined,
): Promise<number> {
  const { delimiter, places, titles } = entry.header
  const starts = new Int32Array(titles.length + 1)
  let [count, line] = [0, before]
  const cell = (place: number) => (place < 0 ? '' : text.slice(starts[place], (starts[place + 1] ?? 0) - 1).trim())
  for (let at = 0; at < text.length; ) {
    line += 1
    const end = text.indexOf('\n', at)
    const stop = text.charCodeAt(end - 1) === 13 && end > at ? end - 1 : end
    if (cutInto(starts, text, at, stop, delimiter) === titles.length) {
      const [date, close] = [cell(places.date), cell(places.close)]
      const [assetId, isin, symbol] = [cell(places.asset_id), cell(places.isin), cell(places.symbol)]
      if (date !== '' || close !== '' || isFilled(text.slice(at, stop), delimiter)) {
        book.add({ assetId, isin, symbol, date, close, currency: cell(places.currency), line })
        entry.passWhole(line)
        count += 1
      }
    } else if (isFilled(text.slice(at, stop), delimiter)) {
      entry.enter(text.slice(at, stop).split(delimiter), line)
      count += 1
    }
    at = end + 1
    const pause = line % ROWS_A_LOOK === 0 ? yieldWhenDue() : undefined
    if (pause !== undefined) await pause
  }
  return count
}

/** Notes where each cell begins, and at last where one more would; answers how many there are, one more than fit where they are too many. */
function cutInto(starts: Int32Array, text: string, at: number, stop: number, delimiter: string): number {
  let from = at
  for (let count = 0; count < starts.length - 1; count++) {
    starts[count] = from
    const found = text.indexOf(delimiter, from)
    if (found < 0 || found >= stop) {
      starts[count + 1] = stop + 1
      return count + 1
    }
    from = found + 1
  }
  return starts.length
}

function isFilled(line: string, delimiter: string): boolean {
  return line.split(delimiter).some((cell) => cell.trim() !== '')
}
