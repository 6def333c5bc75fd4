import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** The account or depot of a line, where its report named one. */
const steps = `
ALTER TABLE ledger_transaction ADD COLUMN account TEXT;
`

export const accounts: Migration = {
  name: '0023_accounts',
  up: (db) => runScript(db, steps),
}
