import type { Tx } from './connection.ts'

/** Runs several statements at once, separated by `;`, past Kysely: its compiling of what has no parameters takes longer than SQLite's work. */
export async function runScript(db: Tx, script: string): Promise<void> {
  await db.statements.script(script)
}
