/** What sources at an address that a user gave have in common. Such addresses are public ones only: the service must not be a way into its own network. */
import { parseDay } from '#plugins/kit/date.ts'
import { type BodyKind, requestText, sourceError } from '#plugins/kit/http.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { dayOf } from '#src/shared/date.ts'
import type {
  PriceChunk,
  PriceConfig,
  PriceFault,
  PriceIssue,
  PriceOption,
  PriceRequest,
  PriceTools,
  ProviderPrice,
} from './contract.ts'
import { inMajorUnit, majorUnit } from './quote.ts'

const MAX_BYTES = 8 * 1024 * 1024

export const URL_OPTIONS: readonly PriceOption[] = [
  {
    name: 'date_format',
    description: 'How days are written; default ymd. english = June 25, 2026, perhaps among other words',
    required: false,
    values: ['ymd', 'dmy', 'mdy', 'unix', 'unix-ms', 'english'],
  },
  {
    name: 'adjusted',
    description: 'Whether closes before a split are divided by it already; default none. The splits are the events of the asset',
    required: false,
    values: ['none', 'splits'],
  },
  {
    name: 'decimal',
    description: 'The decimal separator; default dot. mixed = a comma where there is one, else a dot',
    required: false,
    values: ['dot', 'comma', 'mixed'],
  },
]

/** The faults of an address. */
export function addressFaults({ identifier }: PriceConfig): PriceFault[] {
  const filled = identifier.replace(/\{(from|to)(_slashes)?\}/g, '2026-01-01')
  const left = /\{[a-z_]{1,30}\}/.exec(filled)?.[0]
  if (left !== undefined) return [{ pointer: '/identifier', detail: `Put your own in place of ${left}.` }]
  const url = URL.canParse(filled) ? new URL(filled) : undefined
  const good = url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return good
    ? []
    : [
        {
          pointer: '/identifier',
          detail: 'Must be an http or https address without a user name; {from} and {to} stand for days.',
        },
      ]
}

/** The text at the address, at most 8 MiB of it; private and local addresses are refused, also behind names and redirects. */
export async function readAddress(request: PriceRequest, tools: PriceTools, expect: BodyKind): Promise<string> {
  const { from, to } = request
  const slashes = (day: string) => day.replaceAll('-', '/')
  const filled = request.identifier.replaceAll('{from_slashes}', slashes(from)).replaceAll('{to_slashes}', slashes(to))
  const url = filled.replaceAll('{from}', from).replaceAll('{to}', to)
  const text = await requestText(tools, { url, expect, publicOnly: true, maxBytes: MAX_BYTES, timeoutSeconds: 15, retries: 1 })
  if (text === undefined || text.trim() === '')
    throw sourceError('empty', 'The address gave nothing: check it, and whether the source lists this paper.')
  return text
}

/** Days and figures as they stand there, to a chunk; without a day, of today. */
export function chunkOf(
  found: readonly { day: string | undefined; figure: string }[],
  request: PriceRequest,
  today: Date,
): PriceChunk {
  const { options, from, to, currency } = request
  const unit = majorUnit(options['currency'] ?? currency)
  const prices = new Map<string, ProviderPrice>()
  const issues: PriceIssue[] = []
  for (const { day, figure } of found) {
    const date = day === undefined ? dayOf(today) : readDay(day, options['date_format'] ?? 'ymd')
    const close = figureOf(
      figure.replace(/[\s\u00a0\u202f%]|\p{Sc}|^[A-Z]{3}(?=\d)|[A-Z]{3}$/gu, ''),
      options['decimal'] === 'comma' || (options['decimal'] === 'mixed' && figure.includes(',')) ? 'comma' : 'dot',
    )
    if (date === undefined || close === undefined)
      issues.push({
        code: 'not-a-price',
        detail: `"${(day ?? '').slice(0, 30)}" and "${figure.slice(0, 30)}" are no day and price.`,
      })
    else if (date >= from && date <= to)
      prices.set(date, { date, close: inMajorUnit(close, unit.divisor), currency: unit.currency })
  }
  if (prices.size === 0 && issues.length > 0)
    throw sourceError('format', `Nothing there can be read as a price: ${issues[0]?.detail}`)
  return { prices: [...prices.values()], issues, adjusted: options['adjusted'] === 'splits' ? 'splits' : 'none' }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `June 25, 2026` or `Jun 25, 2026`, wherever it stands in the text. */
function readEnglishDay(text: string): string | undefined {
  const [, name = '', day = '', year = ''] = /([A-Z][a-z]{2})[a-z]{0,6} (\d{1,2}), (\d{4})/.exec(text.slice(0, 200)) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  return month === 0 ? undefined : parseDay(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`, 'ymd')
}

function readDay(text: string, format: string): string | undefined {
  if (format === 'english') return readEnglishDay(text)
  if (format !== 'unix' && format !== 'unix-ms') return parseDay(text, format === 'dmy' || format === 'mdy' ? format : 'ymd')
  if (!/^\d{1,14}$/.test(text)) return undefined
  const time = Number(text) * (format === 'unix' ? 1000 : 1)
  return time < 253_402_300_800_000 ? dayOf(new Date(time)) : undefined
}
