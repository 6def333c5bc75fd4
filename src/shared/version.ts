import { version } from '../../package.json'

declare const HOLDFAST_COMMIT: string | undefined

export const NAME = 'Holdfast'
export const VERSION: string = version
/** The commit that the executable was built from; `null` when run from the sources. */
export const COMMIT: string | null = typeof HOLDFAST_COMMIT === 'undefined' || HOLDFAST_COMMIT === '' ? null : HOLDFAST_COMMIT
