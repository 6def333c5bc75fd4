import type { Migration } from '../migration.ts'
import { runScript } from '../script.ts'

/** Who at which provider of OpenID Connect is which user. */
const steps = `
CREATE TABLE oidc_identity (
  issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id INTEGER NOT NULL UNIQUE REFERENCES user(id) ON DELETE CASCADE,
  admin_by_group INTEGER NOT NULL DEFAULT 0 CHECK (admin_by_group IN (0, 1)), created_at TEXT NOT NULL, PRIMARY KEY (issuer, subject)) STRICT;
`

export const oidcIdentity: Migration = {
  name: '0035_oidc_identity',
  up: (db) => runScript(db, steps),
}
