import type { TestApp } from '#test/support/app.ts'

/** The most rows that `act` writes without giving the event loop back, whatever statements it needs for it. */
export async function largestPiece({ store }: Pick<TestApp, 'store'>, act: () => Promise<unknown>): Promise<number> {
  const written = () => store.writer.sqlite.query<{ n: number }, []>('SELECT total_changes() AS n').get()?.n ?? 0
  let [seen, largest, running] = [written(), 0, true]
  const look = () => {
    const now = written()
    largest = Math.max(largest, now - seen)
    seen = now
  }
  const again = () => {
    if (!running) return
    look()
    setImmediate(again)
  }
  setImmediate(again)
  await act()
  running = false
  look()
  return largest
}
