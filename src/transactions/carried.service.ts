/** What leaves with an export of one user, and comes back in another instance. */
export { type BroughtLine, createLineBringer } from './bring-lines.ts'
export { exportHeader, exportRows } from './csv.ts'
export { streamTransactions, type TransactionText } from './list.ts'
