import { coloured, visible } from '../table.ts'
import type { Warnings } from './kind.ts'

/** A request of the interface that mends what is warned of; with GET it shows what only a person can mend. */
type Remedy = {
  readonly operation_id: string
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, Value>> | readonly object[] | null
  readonly figures?: string
}
type Value = string | boolean | number | readonly (string | number | object)[] | Readonly<Record<string, string>>
type Warning = Warnings[number] & { readonly severity?: string; readonly remedy?: Remedy | null }

const TONES: Readonly<Record<string, 'bad' | 'strong' | 'quiet'>> = { error: 'bad', warning: 'strong', info: 'quiet' }
/** More are not written out: all of them are mended together. */
const MOST_NAMED = 12
const MOST_ROWS = 3
const FIGURES: Readonly<Record<string, string>> = {
  proposed: ' with what your last trades say, or better figures:',
  missing: ' with figures in place of null:',
}

/** What is missing or stale behind a report, and what mends it. */
export function warningLines(warnings: readonly Warning[], isColoured: boolean): string[] {
  if (warnings.length === 0) return []
  return [
    '',
    coloured({ text: `Warnings (${warnings.length})`, tone: 'strong' }, isColoured),
    ...warnings.flatMap(({ code, detail, from, to, severity = 'error', remedy }) => {
      const days = from === to ? from : `${from} to ${to}`
      const head = coloured({ text: code, tone: TONES[severity] ?? 'bad' }, isColoured)
      return [`${head}  ${visible(detail)} (${days})`, ...(remedy ? [`    ${visible(remedyText(remedy))}`] : [])]
    }),
  ]
}

/** The command that does the same, where there is one. */
function remedyText({ operation_id: operation, method, path, body, figures = '' }: Remedy): string {
  if (isRows(body)) {
    const rows = body.slice(0, MOST_ROWS).map((row) => JSON.stringify(row))
    const more = body.length > MOST_ROWS ? ` and ${body.length - MOST_ROWS} more, which --json prints` : ''
    return `enter: ${method} ${path}${FIGURES[figures] ?? ''} [${rows.join(',')}]${more}`
  }
  const { asset_ids: assets, providers, currencies, from } = body ?? {}
  const days = typeof from === 'string' ? ` --from ${from}` : ''
  if (operation === 'refreshPrices') return `mend: holdfast prices refresh${listed('--asset', assets)}${days}`
  if (operation === 'suggestPriceSources') return `mend: holdfast prices sources --assign${listed('--asset', assets)}`
  if (operation === 'syncFxCurrencies')
    return `mend: holdfast fx sync${listed('--provider', providers)}${listed('--currency', currencies)}${days}`
  if (method === 'GET') return `look: GET ${path}`
  return `mend: ${method} ${path}${body === null ? '' : ` ${JSON.stringify(body)}`}`
}

function isRows(body: Remedy['body']): body is readonly object[] {
  return Array.isArray(body)
}

function listed(option: string, values: Value | undefined): string {
  if (!Array.isArray(values) || values.length === 0 || values.length > MOST_NAMED) return ''
  return ` ${option} ${values.join(' ')}`
}
