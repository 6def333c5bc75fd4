import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

const events = ['insert', 'update', 'delete']
const triggers = events.flatMap((event) => [
  `fx_route_mark_${event}`,
  `fx_route_mark_${event}_own`,
  `fx_sync_state_mark_${event}`,
])

/** Who writes routes and series raises their counters in the same function; the triggers that did it go. */
export const fxOwner: Migration = {
  name: '0014_fx_owner',
  up: (db) => runScript(db, triggers.map((name) => `DROP TRIGGER ${name}`).join(';\n')),
}
