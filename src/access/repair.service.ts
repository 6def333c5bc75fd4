import type { Tx } from '#db/connection.ts'
import { putLineCount } from './count.repository.ts'

/** Corrects how many lines a broker has; for the operator of the machine, who has no role. */
export async function correctLineCount(db: Tx, brokerId: number, count: number): Promise<void> {
  await putLineCount(db, brokerId, count)
}
