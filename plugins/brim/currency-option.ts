import type { OptionDescription } from './contract.ts'

/** The currency of an account, for files that do not say it: by default that of the broker. */
export function currencyOption(description: string): OptionDescription {
  return { name: 'currency', description, type: 'currency', required: true, default: 'broker-currency' }
}
