import type { BrokerPlugin, ReportHead, TableProposal } from '#plugins/brim/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { ReportProblem } from '../report.ts'
import { describeNearMisses, type NearMiss, nearMisses } from './near-misses.ts'
import { formatFault } from './odd-format.ts'

/** What is to be said of a file that no importer recognises: the formats that it is near to, and what its columns seem to be. */
export type UnknownFile = {
  readonly nearest: readonly NearMiss[]
  /** What is wrong with its form, as a sentence. */
  readonly fault?: string | undefined
} & TableProposal

export function lookAtUnknown(plugins: readonly BrokerPlugin[], heads: readonly ReportHead[]): UnknownFile {
  const proposals = plugins.flatMap(({ proposeMapping }) => heads.flatMap((head) => proposeMapping?.(head) ?? []))
  const [best] = proposals.toSorted((a, b) => guessed(b) - guessed(a))
  const nearest = nearMisses(plugins, heads)
  const [fault = ''] = heads.length === 1 ? heads.map(formatFault) : []
  return { nearest, fault, columns: best?.columns ?? [], mapping: best?.mapping ?? null }
}

function guessed({ columns }: TableProposal): number {
  return columns.filter(({ guess }) => guess !== null).length
}

/** The same with the currency of the broker where the file names none. */
export function withBrokerCurrency(unknown: UnknownFile, currency: string | null): UnknownFile {
  const { mapping, columns } = unknown
  const isNamed = mapping?.defaults['currency'] !== undefined || columns.some(({ guess }) => guess === 'currency')
  return mapping === null || isNamed || currency === null
    ? unknown
    : { ...unknown, mapping: { ...mapping, defaults: { ...mapping.defaults, currency } } }
}

/** What a report says when no importer recognises it. `advice`: where to find one that would be. */
export function noPlugin({ fault = '', ...unknown }: UnknownFile, advice: string): ReportProblem {
  const detail =
    'No import plugin recognises this file. Check that it is a transaction report; for a table of your own use broker_generic_csv with options.mapping.'
  const proposed = unknown.mapping === null ? '' : ' What its columns seem to be is in mapping, to be confirmed.'
  const near = describeNearMisses(unknown.nearest)
  const form = fault === '' ? '' : ` ${fault}`
  return { code: 'import/no-plugin', detail: `${detail}${form}${proposed}${near} ${advice}`, unknown }
}

export function refuseUnknown(unknown: UnknownFile, advice: string): AppError {
  const { code, detail } = noPlugin(unknown, advice)
  return new AppError('invalid', code, detail, { extensions: unknownToWire(unknown) })
}

/** In the names of the interface. */
export function unknownToWire(unknown: UnknownFile | undefined) {
  const { nearest = [], columns = [], mapping = null } = unknown ?? {}
  return {
    nearest: nearest.map(({ plugin, layout, missing, unknown }) => ({
      plugin,
      layout,
      missing: [...missing],
      unknown: [...unknown],
    })),
    columns: columns.map(({ title, samples, guess }) => ({ title, samples: [...samples], guess })),
    mapping:
      mapping === null
        ? null
        : { ...mapping, columns: { ...mapping.columns }, types: { ...mapping.types }, defaults: { ...mapping.defaults } },
  }
}
