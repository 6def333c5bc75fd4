import { expect, test } from 'bun:test'
import { openSqlite, shrinkMemory } from '#db/sqlite.ts'

test('a database gives memory back while it is in use, in a transaction too, and is let be when it is closed meanwhile', () => {
  const database = openSqlite(':memory:', { durable: false })
  database.run('CREATE TABLE t (n INTEGER) STRICT')
  database.run('BEGIN IMMEDIATE')
  database.run('INSERT INTO t SELECT value FROM json_each(?)', [JSON.stringify(Array.from({ length: 10_000 }, (_, n) => n))])
  shrinkMemory(database)
  database.run('COMMIT')
  shrinkMemory(database)
  expect(database.query('SELECT sum(n) AS total FROM t').get()).toEqual({ total: 49_995_000 })
  database.close()
  expect(() => shrinkMemory(database)).not.toThrow()
})
