import { AppError } from '../shared/errors.ts'

const refused = (code: string, detail: string, cause?: unknown) =>
  new AppError('invalid', `backup/${code}`, `${detail} Nothing was changed.`, cause === undefined ? {} : { cause })

/** Something in the archive is not what was put in. */
export const damaged = (what: string, cause?: unknown): AppError =>
  refused('damaged', `The archive is damaged or was cut off: ${what}.`, cause)

/** It was never an archive of ours. */
export const foreign = (what: string, cause?: unknown): AppError =>
  refused('foreign', `This is no backup of Holdfast: ${what}.`, cause)

/** It may harm whoever unpacks it. */
export const unsafe = (what: string): AppError => refused('unsafe', `The archive is refused: ${what}.`)

/** Only a newer release can read it. */
export const newer = (what: string): AppError => refused('newer', `The backup is of a newer release: ${what}. Update first.`)

/** It has more than it may have. */
export const tooLarge = (what: string): AppError => new AppError('too-large', 'backup/too-large', `${what} Nothing was changed.`)

export const passphraseMissing = (): AppError =>
  refused('passphrase', 'The backup is encrypted: set BACKUP_PASSPHRASE to the passphrase that it was made with.')

export const passphraseWrong = (cause: unknown): AppError =>
  refused(
    'passphrase',
    'The backup does not open with BACKUP_PASSPHRASE: it was made with another one, or its head is damaged.',
    cause,
  )

/** The data that an archive gives are not whole. */
export const notWhole = (faults: readonly string[]): AppError =>
  refused('not-whole', `The backup cannot be used: ${faults.slice(0, 5).join('; ')}.`)

export const noRoom = (): AppError =>
  new AppError('storage-full', 'storage/full', 'The disk of the service has too little space for this. Nothing was changed.')

/** Somebody has deleted it since it was looked up. */
export const gone = (cause: unknown): AppError =>
  new AppError('not-found', 'backup/not-found', 'There is no such backup any more. Nothing was changed.', { cause })
