import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Whoever writes closes and events of assets counts it: the triggers for events go. */
export const priceOwner: Migration = {
  name: '0013_price_owner',
  up: async (db) => {
    for (const event of ['insert', 'update', 'delete']) await runScript(db, `DROP TRIGGER asset_event_mark_${event}`)
  },
}
