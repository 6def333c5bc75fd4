/** Fixtures without facts, and what cannot be said of them. */
import { readdirSync } from 'node:fs'
import type { SampleFacts } from './facts.ts'

type Excused = Pick<SampleFacts, 'partial' | 'fixedColumns' | 'undivided' | 'unordered' | 'entangled'>
type Fixture = { readonly key: string; readonly code: string; readonly excused: Excused }

const CODES: Readonly<Record<string, string>> = { 'generic-csv': 'broker_generic_csv' }

const partial = 'it does not start from nothing'
const BY_PLACE = 'columns without titles, or sections of tables, are known by their place'
const BY_NEIGHBOURS = 'rows of one event are found by those beside them'

/** By folder, or by fixture. */
const EXCUSED: Readonly<Record<string, Excused>> = {
  degiro: { fixedColumns: BY_PLACE, partial },
  ibkr: { fixedColumns: BY_PLACE, partial, undivided: 'securities are named in another section', entangled: BY_PLACE },
  'coinbase/signed-with-id.csv': { partial },
  'revolut/trading-iso-codes.csv': { partial, entangled: BY_NEIGHBOURS },
  'revolut/statement-codes.csv': { partial },
}

/** The reports below `fixtures/` that are not in `known`. */
export function otherFixtures(known: ReadonlySet<string>): Fixture[] {
  const root = new URL('fixtures/', import.meta.url).pathname
  return readdirSync(root).flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => !name.endsWith('.golden.json') && !known.has(`own:${folder}/${name}`))
      .map((name) => ({
        key: `own:${folder}/${name}`,
        code: CODES[folder] ?? folder,
        excused: { ...EXCUSED[folder], ...EXCUSED[`${folder}/${name}`] },
      })),
  )
}
