/** Samples of brokers' reports, opened. */
import { existsSync } from 'node:fs'
import type { ReportFile } from '#plugins/brim/contract.ts'
import { openReport } from '#test/support/importers.ts'
import { recorded } from '#test/support/recorded.ts'

const OWN = 'own:'

/** Where a sample is; whether it is there or not. */
export function placeOfSample(key: string): URL {
  return key.startsWith(OWN) ? new URL(`fixtures/${key.slice(OWN.length)}`, import.meta.url) : recorded(`samples/brim/${key}`)
}

export function isThere(key: string): boolean {
  return existsSync(placeOfSample(key))
}

export async function bytesOf(key: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(placeOfSample(key)).arrayBuffer())
}

/** The one file of a sample. */
export async function openBytes(bytes: Uint8Array, filename: string): Promise<ReportFile> {
  const [file] = await openReport(bytes, filename)
  if (file === undefined) throw new Error(`${filename} holds no file`)
  return file
}
