/** The floor that the service is measured against: `Bun.serve` over `bun:sqlite` with nothing in between. argv: database file. */
import { Database } from 'bun:sqlite'

const ROWS = 100_000
const db = new Database(process.argv[2], { create: true })
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA synchronous = FULL')
db.run(`CREATE TABLE line(id INTEGER PRIMARY KEY, broker_id INT, type TEXT, date TEXT, asset_id INT, quantity TEXT, price TEXT, amount TEXT, currency TEXT,
  fees TEXT, taxes TEXT, external_id TEXT, description TEXT, tags TEXT, created_at TEXT) STRICT`)
db.run('CREATE INDEX line_day ON line(broker_id, date, id)')
db.run('CREATE UNIQUE INDEX line_external ON line(broker_id, external_id)')
const insert = db.prepare('INSERT INTO line VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?)')
const began = performance.now()
db.transaction(() => {
  for (let i = 0; i < ROWS; i++) {
    const day = `20${10 + (i % 15)}-0${1 + (i % 9)}-1${i % 10}`
    insert.run(
      1 + (i % 4),
      'BUY',
      day,
      i % 20,
      '10',
      '12.5',
      '-126',
      'EUR',
      '1',
      '0',
      `x${i}`,
      'row',
      '[]',
      '2024-01-01T00:00:00Z',
    )
  }
})()
const insertRate = (ROWS / (performance.now() - began)) * 1000
const page = db.prepare('SELECT * FROM line WHERE broker_id = ? ORDER BY date DESC, id DESC LIMIT 20')
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(page.all(1)) })
console.log(JSON.stringify({ port: server.port, insertRate }))
