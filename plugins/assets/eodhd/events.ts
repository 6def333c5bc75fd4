/** Splits and dividends of EODHD. */
import { type JsonValue, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { AppError } from '#src/shared/errors.ts'
import type { PriceChunk, PriceIssue, ProviderDividend, ProviderSplit } from '../contract.ts'

type Events = Pick<PriceChunk, 'splits' | 'dividends'> & { readonly issues: PriceIssue[] }

/** A plan without them still has closes: they are then left out, and said to be. */
export async function eventsOf(list: (kind: 'splits' | 'div') => Promise<readonly JsonValue[]>, unit: string): Promise<Events> {
  try {
    const [splits, dividends] = [await list('splits'), await list('div')]
    return { splits: splits.flatMap(splitOf), dividends: dividends.flatMap((one) => dividendOf(one, unit)), issues: [] }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'source/refused') throw error
    return {
      issues: [
        { code: 'no-events', detail: `EODHD: the plan has no splits and dividends; enter splits as events of the asset.` },
      ],
    }
  }
}

/** `4.000000/1.000000` = four new units for one old. */
function splitOf(split: JsonValue): ProviderSplit[] {
  const [units, old] = textOf(split, 'split')
    .split('/')
    .map((part) => figureOf(part))
  return units === undefined || old === undefined ? [] : [{ date: textOf(split, 'date'), ratio: `${units}:${old}` }]
}

/** `value` is divided by later splits, as the closes are. */
function dividendOf(one: JsonValue, unit: string): ProviderDividend[] {
  const amount = figureOf(textOf(one, 'value'))
  return amount === undefined ? [] : [{ date: textOf(one, 'date'), amount, currency: textOf(one, 'currency') || unit }]
}
