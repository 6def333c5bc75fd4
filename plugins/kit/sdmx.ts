/** SDMX data messages as CSV (SDMX 2.1 web services, `csvdata`/`csv`): one observation a row, columns by name. */
import { readColumns } from './columns.ts'
import { parseDay } from './date.ts'
import { powerOfTen } from './rate.ts'

export type SdmxObservation<K extends string> = {
  readonly keys: Readonly<Record<K, string>>
  readonly date: string | undefined
  readonly value: string
  /** 10 to the power of UNIT_MULT; `1` where the message has no such column, `''` where it cannot be read. */
  readonly unit: string
}

/** The observations with their `keys` columns; none for an empty message (a range without data). Throws AppError `source/format`. */
export function readSdmx<K extends string>(text: string, keys: readonly K[], source: string): SdmxObservation<K>[] {
  if (text.trim() === '') return []
  const delimiter = /^[^\r\n]*;/.test(text) ? ';' : ','
  const scaled = /^[^\r\n]*\bUNIT_MULT\b/.test(text)
  const columns = [...keys, 'TIME_PERIOD', 'OBS_VALUE', ...(scaled ? (['UNIT_MULT'] as const) : [])] as const
  return readColumns(text, columns, source, delimiter).map((record) => ({
    keys: record,
    date: parseDay(record.TIME_PERIOD, 'ymd'),
    value: record.OBS_VALUE,
    unit: scaled ? (powerOfTen(record['UNIT_MULT' as K]) ?? '') : '1',
  }))
}
