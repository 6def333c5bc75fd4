import { readFileSync } from 'node:fs'
import type { FxRequest } from '#plugins/fx/contract.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import type { Answering } from './loopback.ts'
import { READINGS_A, RECORDINGS_A } from './recordings-a.ts'
import type { Expected, Reading } from './samples.ts'

const FOLDER = recorded('samples/fx2/')

/** For tests that read the second set of recorded answers. */
export const { describe: describeSamples2, isThere: samples2Exist } = needing('samples/fx2/')

/** A recorded answer, which the call whose address or body has `expected` gets. */
export type Recording2 = {
  readonly provider: string
  readonly request: FxRequest
  readonly today?: string
  readonly key?: string
  readonly expected: string
  /** Files for other calls, by a part of their address or body. */
  readonly others?: Readonly<Record<string, string>>
  /** What every other call gets; without it 404. */
  readonly empty?: string
}

export const RECORDINGS_2: Readonly<Record<string, Recording2>> = {
  ...RECORDINGS_A,
}

/** Values that a provider does not give, but that its reader reads. */
export const READINGS_2: readonly Reading[] = [...READINGS_A]

/** Codes of the publishers that mean the currency of another code. */
export const RENAMED_2: Readonly<Record<string, string>> = { 'bam/MRO': 'MRU' }

export function sample2Bytes(file: string): Uint8Array {
  return readFileSync(new URL(file, FOLDER))
}

export function expectedValues2(): Expected[] {
  return JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8')) as Expected[]
}

export function answerWith2(file: string, recording: Recording2): Answering {
  return ({ url, body }) => {
    const call = `${decodeURIComponent(url)} ${body}`
    if (call.includes(recording.expected)) return new Response(sample2Bytes(file) as BodyInit)
    const other = Object.entries(recording.others ?? {}).find(([part]) => call.includes(part))?.[1]
    return other === undefined ? recording.empty : new Response(sample2Bytes(other) as BodyInit)
  }
}
