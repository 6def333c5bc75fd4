/** The name of an archive says when it was made, whether the schedule made it, and whether it is encrypted. */
export type ArchiveName = {
  /** The name without its endings. */
  readonly id: string
  readonly filename: string
  readonly madeAt: Date
  readonly isScheduled: boolean
  readonly isEncrypted: boolean
}

const NAME = /^(holdfast-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(-scheduled)?)\.tar\.zst(\.age)?$/
const PARTIAL = /^holdfast-[\w-]+\.tar\.zst(\.age)?\.part$/

/** `holdfast-20260630T081500123Z.tar.zst`: names sort as their instants do. */
export function archiveName(
  madeAt: Date,
  { isScheduled, isEncrypted }: Pick<ArchiveName, 'isScheduled' | 'isEncrypted'>,
): string {
  const instant = madeAt.toISOString().replaceAll(/[-:.]/g, '')
  return `holdfast-${instant}${isScheduled ? '-scheduled' : ''}.tar.zst${isEncrypted ? '.age' : ''}`
}

/** What the name of a file says; `undefined` when it is no archive of ours. */
export function readArchiveName(filename: string): ArchiveName | undefined {
  const found = NAME.exec(filename)
  if (found === null) return undefined
  const [, id = '', year, month, day, hour, minute, second, milliseconds, scheduled, age] = found
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`)
  if (Number.isNaN(madeAt.getTime())) return undefined
  return { id, filename, madeAt, isScheduled: scheduled !== undefined, isEncrypted: age !== undefined }
}

/** While an archive is not whole and proved good, its name ends so. */
export const partialName = (filename: string): string => `${filename}.part`

export const isPartialName = (filename: string): boolean => PARTIAL.test(filename)
