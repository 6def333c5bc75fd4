/** From the facts of a source to a provider: what all of them share. */
import { isCurrency } from '#src/shared/currency.ts'
import type { PriceConfig, PriceFault, PriceOption, PriceProvider } from './contract.ts'
import { requireKey } from './keyed.ts'
import { majorUnit } from './quote.ts'

type Facts = Omit<PriceProvider, 'assets' | 'check' | 'network' | 'pauseMilliseconds' | 'options'> & {
  readonly network?: boolean
  readonly pauseMilliseconds?: number
  readonly options?: readonly PriceOption[]
  readonly check?: (config: PriceConfig) => readonly PriceFault[]
}

/** The option of sources that do not say their currency. */
export const CURRENCY_OPTION: PriceOption = {
  name: 'currency',
  description: "What the prices are in: ISO 4217, or GBX, ILA, ZAC for hundredths; without it the asset's currency",
  required: false,
}

/** The provider object; it reaches out and wants a second between calls unless it says otherwise. Without a key that it needs it throws `price/key-missing`. */
export function definePrices(facts: Facts): PriceProvider {
  const { network = true, pauseMilliseconds = network ? 1000 : 0, options = [], check, search } = facts
  const searchWithKey: PriceProvider['search'] = async (query, tools, kit) => {
    requireKey(facts, tools)
    return (await search?.(query, tools, kit)) ?? []
  }
  return {
    ...facts,
    network,
    pauseMilliseconds,
    options,
    assets: { 'icon.svg': icon(facts.code) },
    check: (config) => [...optionFaults(options, config), ...(check?.(config) ?? [])],
    fetchPrices: (request, tools, kit) => {
      requireKey(facts, tools)
      return facts.fetchPrices(request, tools, kit)
    },
    search: search && searchWithKey,
  }
}

function optionFaults(options: readonly PriceOption[], { options: given }: PriceConfig): PriceFault[] {
  const known = options.map((option) => option.name)
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  const faults = unknown.map((name) => ({
    pointer: `/options/${name}`,
    detail: known.length === 0 ? 'This provider has no options.' : `There is no such option; known are ${known.join(', ')}.`,
  }))
  for (const { name, required, values } of options) {
    const value = given[name]
    const pointer = `/options/${name}`
    if (required && (value === undefined || value === '')) faults.push({ pointer, detail: 'Is missing.' })
    else if (value !== undefined && values && !values.includes(value))
      faults.push({ pointer, detail: `Must be one of ${values.join(', ')}.` })
    else if (name === 'currency' && value !== undefined && !isCurrency(majorUnit(value).currency))
      faults.push({ pointer, detail: 'Must be an ISO 4217 code such as EUR, or GBX, ILA, ZAC.' })
  }
  return faults
}

/** A neutral icon: letters on a plain square, drawn by us, so that no source's mark is copied. */
function icon(code: string): string {
  const hue = [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 3)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${code}">`,
    `<rect width="64" height="64" rx="12" fill="hsl(${hue} 40% 34%)"/>`,
    '<text x="32" y="33" fill="#fff" font-family="sans-serif" font-weight="600" font-size="22"',
    ` text-anchor="middle" dominant-baseline="middle">${code.slice(0, 2)}</text></svg>`,
  ].join('')
}
