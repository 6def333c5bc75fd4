/** The files of an export, and what its manifest says. */
export const FORMAT = 'holdfast-export'
/** Rises when an older service could not read what is written. */
export const FORMAT_VERSION = 1
export const MANIFEST = 'export.json'

/** What an import reads; the other files are for people and spreadsheets. */
export const READ_FILES = [
  'preferences.json',
  'templates.json',
  'brokers.json',
  'assets.json',
  'transactions.json',
  'closes.csv',
  'rates.csv',
] as const
export type ReadFile = (typeof READ_FILES)[number]

export const CLOSE_COLUMNS = ['asset_id', 'date', 'close', 'currency', 'source'] as const
export const RATE_COLUMNS = ['base', 'quote', 'date', 'rate'] as const
