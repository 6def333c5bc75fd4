/** (a) Who recognises a file, and whether its name, its encoding or the order of its columns change that. */
import type { BrokerPlugin, ReportFile } from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/head.ts'
import { openReports } from '#plugins/kit/report.ts'
import { shapeOf, withColumnsTurned } from './forms.ts'
import type { Parsed } from './properties.ts'

export type Claim = { readonly code: string; readonly confidence: number }

const LEAST = 0.1
/** Two that claim one file as surely as this are one too many. */
const SURE = 0.7

/** The importers that claim a file, best first. */
export function claimsOf(plugins: readonly BrokerPlugin[], file: ReportFile): Claim[] {
  const head = headOf(file)
  return plugins
    .map((plugin) => ({ code: plugin.code, confidence: plugin.recognises(head) }))
    .filter(({ confidence }) => confidence >= LEAST)
    .toSorted((a, b) => b.confidence - a.confidence || (a.code < b.code ? -1 : 1))
}

/** Why a file is not claimed by this importer alone: nobody claims it, another does more surely, or another as surely as a table of its own. */
export function claimFaults(claims: readonly Claim[], code: string): string[] {
  const [best] = claims
  if (best?.code !== code)
    return [best === undefined ? 'no importer recognises it' : `${best.code} recognises it better (${best.confidence})`]
  return claims.flatMap((other) =>
    other.code !== code && other.confidence >= SURE ? [`${other.code} recognises it too (${other.confidence})`] : [],
  )
}

/** The same after the file was renamed, and stored in each encoding that has its letters: nothing may change. */
export async function changedByStorage(plugin: BrokerPlugin, bytes: Uint8Array, file: ReportFile): Promise<string[]> {
  const before = plugin.recognises(headOf(file))
  const filename = `download.${file.filename.split('.').at(-1) ?? 'csv'}`
  const after = plugin.recognises(headOf(await openOne(bytes, filename)))
  const faults = before === after ? [] : [`named ${filename} it is recognised with ${after} instead of ${before}`]
  if (file.text === '') return faults
  for (const [encoding, encoded] of encodingsOf(file.text)) {
    const { text, tables } = await openOne(encoded, file.filename)
    if (text !== file.text || !Bun.deepEquals(tables, file.tables)) faults.push(`in ${encoding} it reads otherwise`)
  }
  return faults
}

/** The same with its columns in the opposite order. Of importers made of layouts only its own is tried again: titles are a set to them. */
export function claimFaultsWhenTurned(
  plugins: readonly BrokerPlugin[],
  plugin: BrokerPlugin,
  { file, result }: Parsed,
): string[] {
  const turned = withColumnsTurned(file, shapeOf(plugin, file, result))
  const others = plugins.filter((other) => other.code === plugin.code || other.layouts === undefined)
  return claimFaults(claimsOf(others, turned), plugin.code).map((fault) => `in another order of the columns ${fault}`)
}

async function openOne(bytes: Uint8Array, filename: string): Promise<ReportFile> {
  const [file] = (await openReports(bytes, filename)).files
  if (file === undefined) throw new Error(`${filename} holds no file`)
  return file
}

function encodingsOf(text: string): (readonly [string, Uint8Array])[] {
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  const western = inWindows1252(text)
  return [
    ['UTF-8 that says so', new TextEncoder().encode(`\ufeff${text}`)],
    ['UTF-16', new Uint8Array(wide)],
    ['UTF-16, the high bytes first', new Uint8Array(Buffer.from(wide).swap16())],
    ...(western === undefined ? [] : [['windows-1252', western] as const]),
  ]
}

const BYTES: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map((letter, byte) => [
    letter,
    byte,
  ]),
)

/** The bytes of a text in windows-1252; `undefined` where it has other letters, or where the bytes would be UTF-8 as well. */
function inWindows1252(text: string): Uint8Array | undefined {
  if (/^[\0-\x7f]*$/.test(text)) return undefined
  const bytes: number[] = []
  for (const letter of text) {
    const byte = BYTES.get(letter)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  const western = Uint8Array.from(bytes)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(western)
    return undefined
  } catch {
    return western
  }
}
