import { sql } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { containing } from '#db/like.ts'
import { type Builder, inList, queryByShape } from '#db/query.ts'
import { NOBODY, type Sight } from '#db/sight.ts'
import { isKnownTo } from './stake.repository.ts'

/** An asset as it is found. `key`: its folded symbol, name and identifiers. */
export type CatalogueEntry = {
  readonly id: number
  readonly symbol: string
  readonly isin: string | null
  readonly name: string
  readonly type: string
  readonly currency: string
  readonly archived: boolean
  readonly key: string
}

type Values = Sight & {
  readonly [word: `word${number}`]: string
  readonly phrase: string
  readonly held: readonly number[]
  readonly limit: number
}
type Shape = { readonly words: number; readonly known: boolean }

function found(q: Builder, p: Values, { words, known }: Shape) {
  return q
    .selectFrom('asset')
    .where((eb) =>
      eb.and(
        Array.from({ length: words }, (_, index) => eb('search_key', 'like', sql<string>`${p[`word${index}`]} escape '\\'`)),
      ),
    )
    .$if(known, (rows) => rows.where((eb) => isKnownTo(eb, p)))
}

const entriesOf = queryByShape<Values, Shape>()((q, p, shape) =>
  found(q, p, shape)
    .select(['id', 'symbol', 'isin', 'name', 'type', 'currency', 'archived', 'search_key as key'])
    .orderBy(
      sql`case when symbol_key = ${p.phrase} or lower(isin) = ${p.phrase} then 0 when id in ${inList(p.held)} then 1 else 2 end`,
    )
    .orderBy('archived')
    .orderBy('symbol_key')
    .orderBy('id')
    .limit(p.limit),
)

const countOf = queryByShape<Values, Shape>()((q, p, shape) =>
  found(q, p, shape).select((eb) => eb.fn.countAll<number>().as('n')),
)

export type CatalogueSearch = {
  readonly phrase: string
  readonly words: readonly string[]
  readonly held: readonly number[]
  /** Only what they know; without: all. */
  readonly knownTo: Sight | undefined
  readonly limit: number
}

/** Assets whose symbol, name and identifiers have all words, folded, in them: exact ones first, then what is held; and how many there are in all. */
export async function findEntries(db: Reader, search: CatalogueSearch): Promise<{ entries: CatalogueEntry[]; total: number }> {
  const { phrase, words, held, knownTo, limit } = search
  const shape = { words: words.length, known: knownTo !== undefined }
  const values = Object.fromEntries(words.map((word, index) => [`word${index}`, containing(word)]))
  const p = { ...values, phrase, held, ...(knownTo ?? NOBODY), limit }
  const rows = await entriesOf(shape).all(db, p)
  const total = rows.length < limit ? rows.length : ((await countOf(shape).one(db, p))?.n ?? rows.length)
  return { entries: rows.map((row) => ({ ...row, archived: row.archived === 1 })), total }
}
