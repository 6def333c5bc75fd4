/** The contract of importers, held against one file: what an importer makes of it, and which of its promises it breaks. */
import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import type { Deps } from '../../context.ts'
import { requireForm } from '../reading/result-shape.ts'
import { accountedFor, isRefused, rowsOf, unusable } from './accounting.ts'
import { changedByStorage, claimFaults, claimFaultsWhenTurned, claimsOf } from './detection.ts'
import { changedByHours } from './hours.ts'
import { openReader, type Reader } from './ledger.ts'
import {
  belowZero,
  changedByDamage,
  changedByDirection,
  changedByOrderOfColumns,
  changedByParts,
  changedByRepeats,
  type Parsed,
} from './properties.ts'
import { type Speed, speedOf } from './speed.ts'

/** What is checked, in the words of the one who reads the outcome. */
export const CHECKS = {
  claims: 'recognised by its importer alone, whatever its name, encoding and order of columns',
  rows: 'each row accounted for, with drafts that the ledger allows',
  holdings: 'no holding below zero',
  columns: 'the same with its columns in another order',
  parts: 'the same in parts, twice, after an export in the midst of a day, and from the last row to the first',
  damage: 'the same of all other rows where one cannot be read',
} as const
export type CheckName = keyof typeof CHECKS

export type Fault = { readonly check: CheckName; readonly detail: string }

/** What an importer made of a file. `refused`: why nothing was made of it. */
export type Checked = {
  readonly filename: string
  readonly rows: number
  readonly result: ParsedReport
  readonly refused: string | undefined
  readonly faults: readonly Fault[]
  readonly speed: Speed | undefined
}

type Work = {
  readonly plugins: readonly BrokerPlugin[]
  readonly plugin: BrokerPlugin
  /** As it is stored; absent for a file of an archive. */
  readonly bytes: Uint8Array | undefined
  readonly file: ReportFile
  readonly options: ImportOptions
  readonly lastDay: string
  /** The file does not start from nothing. */
  readonly isPartial: boolean
} & Pick<Deps, 'log'>

const MOST_FAULTS = 10

/** Runs all checks on one file. `begin` hears which check comes next. Throws what the importer throws, and Error where it gives no report. */
export async function checkFile(work: Work, begin: (check: CheckName) => void): Promise<Checked> {
  const { plugin, file, options } = work
  begin('rows')
  const result = requireForm(plugin.parse(file, options, kit))
  const parsed: Parsed = { file, result }
  const reader = openReader(work)
  const isRead = !isRefused(result)
  const faults: Fault[] = []
  for (const [check, run] of Object.entries(checksOf(work, parsed, reader)) as [CheckName, () => Promise<string[]>][]) {
    if (!isRead && check !== 'claims' && check !== 'rows') continue
    if (faults.some((one) => one.check === 'rows')) break
    begin(check)
    faults.push(...(await run()).slice(0, MOST_FAULTS).map((detail) => ({ check, detail })))
  }
  return {
    filename: file.filename,
    rows: rowsOf(file, result).length,
    result,
    refused: isRead ? undefined : result.issues.find(({ row }) => row === null)?.detail,
    faults,
    speed: speedOf(plugin, file, options),
  }
}

function checksOf(
  { plugins, plugin, bytes, lastDay, isPartial }: Work,
  parsed: Parsed,
  reader: Reader,
): Record<CheckName, () => Promise<string[]>> {
  const { file, result } = parsed
  return {
    rows: async () => [...accountedFor(file, result), ...(await unusable(result, lastDay))],
    claims: async () => [
      ...claimFaults(claimsOf(plugins, file), plugin.code),
      ...(bytes === undefined ? [] : await changedByStorage(plugin, bytes, file)),
      ...(isRefused(result) ? [] : claimFaultsWhenTurned(plugins, plugin, parsed)),
    ],
    holdings: async () => (isPartial ? [] : belowZero(parsed)),
    columns: async () => changedByOrderOfColumns(reader, parsed),
    parts: async () => [
      ...(await changedByParts(reader, parsed)),
      ...(await changedByRepeats(reader, parsed)),
      ...(await changedByHours(reader, parsed)),
      ...(await changedByDirection(reader, parsed)),
    ],
    damage: async () => changedByDamage(reader, parsed),
  }
}
