import type { Report } from '../report.ts'

const ARCHIVE = 'application/zip'

/**
 * The codes of the importers that are needed to read a report: the one that was chosen, and the one that knows it best. `undefined` where all are: of an
 * archive each file has its own, and of a file that none knows each says what it lacks.
 */
export function importersFor(
  { contentType, compatiblePlugins }: Pick<Report, 'contentType' | 'compatiblePlugins'>,
  { plugin }: { readonly plugin?: string | undefined },
): readonly string[] | undefined {
  const [best] = compatiblePlugins
  if (best === undefined || contentType === ARCHIVE) return undefined
  return [...new Set(plugin === undefined || plugin === 'auto' ? [best] : [plugin, best])]
}
