import type { BrokerPlugin, ImportOptions, OptionDescription } from '#plugins/brim/contract.ts'
import { isMoneyUnit } from '../../shared/currency.ts'
import { isDay } from '../../shared/date.ts'
import { AppError, type Fault } from '../../shared/errors.ts'
import { optionToWire } from './plugin.wire.ts'

const MAX_TEXT = 1000

/**
 * The options of an import with what the importer's own defaults add. Throws AppError `import/needs-option` (422) that names each option that is missing
 * or is not what its type says; options without a type are the importer's own affair.
 */
export function completeOptions(plugin: BrokerPlugin, given: ImportOptions, brokerCurrency: string | null): ImportOptions {
  const faults: Fault[] = []
  const needed: OptionDescription[] = []
  const added: Record<string, unknown> = {}
  for (const option of plugin.options ?? []) {
    if (option.type === undefined) continue
    const own = Object.hasOwn(given, option.name) ? given[option.name] : undefined
    const value = own ?? (option.default === 'broker-currency' ? (brokerCurrency ?? undefined) : undefined)
    const fault = value === undefined ? missingFault(option) : valueFault(option, value)
    if (fault !== undefined) {
      faults.push({ pointer: `/options/${option.name}`, detail: fault })
      needed.push(option)
    } else if (own === undefined && value !== undefined) added[option.name] = value
  }
  if (faults.length === 0) return Object.keys(added).length === 0 ? given : { ...given, ...added }
  const names = needed.map(({ name }) => name).join(', ')
  throw new AppError(
    'invalid',
    'import/needs-option',
    `The importer ${plugin.name} cannot do without: ${names}. Give it in options.`,
    { errors: faults, extensions: { plugin: plugin.code, options: needed.map(optionToWire) } },
  )
}

function missingFault({ required, description }: OptionDescription): string | undefined {
  return required === true ? `Missing: ${description}` : undefined
}

function valueFault({ type, choices = [] }: OptionDescription, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_TEXT) return `Must be a text of at most ${MAX_TEXT} characters.`
  if (type === 'currency' && !isMoneyUnit(value)) return 'Must be an ISO 4217 currency code such as EUR.'
  if (type === 'day' && !isDay(value)) return 'Must be a day as YYYY-MM-DD.'
  if (type === 'choice' && !choices.includes(value)) return `Must be one of ${choices.join(', ')}.`
  return undefined
}
