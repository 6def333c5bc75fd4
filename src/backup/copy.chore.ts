import type { Chore } from '../chore.ts'
import { copyOff, type OffSite } from './off-site.ts'

/** Copies an archive off this machine. Throws nothing: the archive is made. */
export const copyChore: Chore<{ readonly path: string }, OffSite | null> = {
  name: 'backup/copy',
  run: async (base, { path }, controls) => await copyOff(base, path, controls),
}
