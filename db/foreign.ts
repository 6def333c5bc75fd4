import type { Reader } from './connection.ts'

type Piece = { readonly type: string; readonly name: string; readonly sql: string | null }
type Column = { readonly name: string; readonly type: string }

const PIECES =
  "SELECT type, name, sql FROM sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
const COLUMNS = 'SELECT name, type FROM pragma_table_info(?) ORDER BY name'

/**
 * In what the tables, views and triggers of a database differ from those of `ours`: the names of those that are missing, strange or have
 * other columns. None in a database that our migrations made.
 */
export async function schemaDifferences(db: Reader, ours: Reader): Promise<string[]> {
  const [theirs, known] = [await pieces(db), await pieces(ours)]
  const names = [...new Set([...theirs.keys(), ...known.keys()])].sort()
  const differs = await Promise.all(names.map(async (name) => !(await isSame(theirs.get(name), known.get(name), db, ours))))
  return names.filter((_, at) => differs[at])
}

async function pieces(db: Reader): Promise<Map<string, Piece>> {
  const rows = (await db.statements.all(PIECES, [])) as Piece[]
  return new Map(rows.map((row) => [row.name, row]))
}

async function isSame(one: Piece | undefined, other: Piece | undefined, db: Reader, ours: Reader): Promise<boolean> {
  if (one === undefined || other === undefined || one.type !== other.type) return false
  if (one.type !== 'table') return one.sql === other.sql
  const isVirtual = (piece: Piece) => /^\s*CREATE\s+VIRTUAL/i.test(piece.sql ?? '')
  return isVirtual(one) === isVirtual(other) && (await columns(db, one.name)) === (await columns(ours, one.name))
}

async function columns(db: Reader, table: string): Promise<string> {
  const rows = (await db.statements.all(COLUMNS, [table])) as Column[]
  return rows.map(({ name, type }) => `${name} ${type}`).join()
}
