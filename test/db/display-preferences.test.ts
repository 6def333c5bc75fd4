import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('users of an older database keep their preferences, and have chosen nothing of the new ones', async () => {
  const store = await databaseBefore('0026_display_preferences')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, language, theme, created_at, updated_at)
    VALUES ('olga', 'olga', 'o@example.org', 'o@example.org', 'x', 'it', 'dark', '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM user').all()
  await migrate(store.writer)
  const added = { format_region: null, hide_amounts: null, shortcuts: null }
  expect(sqlite.query('SELECT * FROM user').all()).toEqual(before.map((row) => ({ ...(row as object), ...added })))
})
