/**
 * What is known of each sample of a broker's reports, found by other means than our importers. `facts/<code>.ts` has one entry a file, whose key is its
 * path below the recorded samples, or `own:` and its path below `fixtures`.
 */
import { readdirSync } from 'node:fs'
import { Glob } from 'bun'
import type { ImportOptions, TransactionType } from '#plugins/brim/contract.ts'
import type { Recount } from './recount.ts'

export type SampleFacts = {
  /** Rows of the file, titles and preamble included. */
  readonly rows: number
  /** Net change of the cash by currency; what comes to 0 is left out. */
  readonly cash: Readonly<Record<string, string>>
  /** What is left of each asset by its ref; 0 is left out. */
  readonly held: Readonly<Record<string, string>>
  /** Drafts by type. */
  readonly kinds: Readonly<Partial<Record<TransactionType, number>>>
  /** Rows that carry no transaction on purpose, without titles and preamble. */
  readonly ignored: number
  /** Rows that cannot be imported, with the code of their issue; a text: the code with which the whole file is refused. */
  readonly refused: Readonly<Record<number, string>> | string
  /** Rows that have fewer cells than their header, with those of the same events: the service takes none of them. */
  readonly uneven?: readonly number[]
  readonly options?: ImportOptions
  /** How the cash is counted again from the raw columns; absent where nobody can without knowing the format. */
  readonly recount?: Recount
  /** How the units of what is held are counted again, likewise. */
  readonly units?: Recount
  /** Why holdings may be below zero: the file does not start from nothing. */
  readonly partial?: string
  /** Why the running balances of the file do not come out. */
  readonly balances?: string
  /** Why columns cannot change places: two have one title, or a title is empty. */
  readonly fixedColumns?: string
  /** Why days are not independent of each other, so that two halves are not the whole. */
  readonly undivided?: string
  /** Why the order of the rows does not say which of a day came first. */
  readonly unordered?: string
  /** Why a row that cannot be read changes what another means. */
  readonly entangled?: string
  /** Who reads it, where that is not the importer that `facts/<code>.ts` is named after; `none` when it is nobody's. */
  readonly plugin?: string
}

export type BrokerFacts = Readonly<Record<string, SampleFacts>>

export type Sample = { readonly key: string; readonly code: string; readonly facts: SampleFacts }

/** All that `facts/` holds, in the order of its files. */
export async function readFacts(): Promise<Sample[]> {
  const folder = new URL('facts/', import.meta.url).pathname
  const samples: Sample[] = []
  for (const name of [...new Glob('*.ts').scanSync(folder)].sort()) {
    const code = name.slice(0, -'.ts'.length)
    const loaded: { readonly default: BrokerFacts } = await import(`${folder}${name}`)
    for (const [key, facts] of Object.entries(loaded.default)) samples.push({ key, code: facts.plugin ?? code, facts })
  }
  return samples
}

/** The keys of all reports below `fixtures/`. */
export function fixtures(): string[] {
  const root = new URL('fixtures/', import.meta.url).pathname
  return readdirSync(root).flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => !name.endsWith('.golden.json'))
      .map((name) => `own:${folder}/${name}`),
  )
}
