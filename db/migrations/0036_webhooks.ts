import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Addresses that hear of events, and the messages to them. */
const steps = `
CREATE TABLE webhook (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES user(id) ON DELETE CASCADE, url TEXT NOT NULL, secret TEXT NOT NULL,
  format TEXT NOT NULL, events TEXT NOT NULL, is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)), failing_since TEXT, switched_off_at TEXT,
  created_at TEXT NOT NULL) STRICT;
CREATE INDEX webhook_user ON webhook(user_id);
CREATE TABLE webhook_delivery (
  id TEXT PRIMARY KEY, webhook_id INTEGER NOT NULL REFERENCES webhook(id) ON DELETE CASCADE, user_id INTEGER NOT NULL,
  broker_id INTEGER REFERENCES broker(id) ON DELETE CASCADE, event TEXT NOT NULL, content_type TEXT NOT NULL, headers TEXT NOT NULL, body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0, status INTEGER, fault TEXT, due_at TEXT NOT NULL, claimed_until TEXT, created_at TEXT NOT NULL, finished_at TEXT) STRICT;
CREATE INDEX webhook_delivery_webhook ON webhook_delivery(webhook_id, id);
CREATE INDEX webhook_delivery_broker ON webhook_delivery(broker_id);
CREATE INDEX webhook_delivery_due ON webhook_delivery(user_id, due_at, claimed_until) WHERE state = 'pending';
`

export const webhooks: Migration = {
  name: '0036_webhooks',
  up: (db) => runScript(db, steps),
}
