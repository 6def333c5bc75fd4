import { type CurrencyWarning, canBeWrong, currencyNotice, MOST_WARNINGS } from '../../shared/currency-notice.ts'
import type { AssetCloses } from './resolve.ts'

/** Adds the notices of closes that are stored in currencies that had ended, or had not come yet, to those of other assets: the first hundred. */
export function addCloseWarnings(
  warnings: CurrencyWarning[],
  { days, currencies, lines }: Pick<AssetCloses, 'days' | 'currencies' | 'lines'>,
): void {
  const suspects = new Set([...new Set(currencies)].filter(canBeWrong))
  if (suspects.size === 0) return
  for (const [index, currency] of currencies.entries()) {
    if (warnings.length >= MOST_WARNINGS) return
    const notice = suspects.has(currency) ? currencyNotice(currency, days[index] ?? '') : undefined
    if (notice !== undefined) warnings.push({ pointer: `/${lines[index]}/currency`, ...notice })
  }
}
