import { z } from 'zod'
import { NAME } from '../shared/version.ts'
import { damaged, foreign, newer } from './refusals.ts'

export const MANIFEST_FILE = 'manifest.json'
/** Larger than the manifest of a million files. */
export const MAX_MANIFEST_BYTES = 256 * 1024 * 1024
/** Raised when older releases could not read an archive any more. */
const FORMAT = 1

export const ManifestFile = z.object({
  name: z.string().max(200),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const Manifest = z.object({
  format: z.int(),
  program: z.object({
    name: z.string().refine((name): boolean => name === NAME),
    version: z.string().max(100),
    commit: z.string().max(100).nullable(),
  }),
  created_at: z.iso.datetime(),
  schema_version: z.int().min(1),
  files: z.array(ManifestFile),
  /** Files that had a row and were not on the disk when the archive was made. */
  missing: z.array(z.string().max(200)),
})

/** What is in an archive: every file with its size and SHA-256. The last file of the archive. */
export type Manifest = z.infer<typeof Manifest>
export type ManifestFile = z.infer<typeof ManifestFile>

export function writeManifest(manifest: Omit<Manifest, 'format'>): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`)
}

/** Throws `backup/damaged`, `backup/foreign`, `backup/newer`. */
export function readManifest(bytes: Uint8Array): Manifest {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw damaged('its manifest cannot be read')
  }
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) throw foreign('its manifest is not one of Holdfast')
  if (parsed.data.format > FORMAT) throw newer(`the archive has format ${parsed.data.format}, this release knows ${FORMAT}`)
  return parsed.data
}
