import type { Form } from '../form.ts'
import { keysOf } from './entries.ts'
import type { Report } from './report.ts'

type Stored = NonNullable<Report['choices']>
/** Members of the body of parse and import. */
export type Choices = Readonly<Record<string, unknown>>

const ASSET = '/asset_map/'
const ACCOUNT = '/account_map/'

/** What a button of the review chooses. */
const BUTTONS: Readonly<Record<string, Choices>> = {
  'short:allow': { short: 'allow', opening: null },
  'short:leave-out': { short: 'leave-out', opening: null },
  'opening:book': { short: null, opening: 'book' },
  'duplicates:import': { duplicates: 'import' },
  'duplicates:skip': { duplicates: null },
  'positions:book': { positions: 'book' },
  'positions:compare': { positions: null },
  'prices:on': { prices: null },
  'prices:off': { prices: false },
}

/** What the form of the review chooses, beside what is stored with the report. */
export function choicesOf(form: Form, stored: Report['choices']): Choices {
  const assets = mapOf(form, ASSET, stored?.asset_map)
  const accounts = mapOf(form, ACCOUNT, stored?.account_map)
  return {
    ...(form.has('shown') && { exclude: excluded(form, stored) }),
    ...(assets && { asset_map: assets }),
    ...(accounts && { account_map: accounts }),
    ...(form.get('/plugin') !== '' && { plugin: form.get('/plugin') === 'auto' ? null : form.get('/plugin') }),
    ...BUTTONS[form.get('do')],
  }
}

/** Boxes that are shown and not ticked are left out; those of other pages stay as they are. */
function excluded(form: Form, stored: Stored | null): string[] | null {
  const shown = form.all('shown').flatMap(keysOf)
  const ticked = new Set(form.all('include').flatMap(keysOf))
  const fixed = new Set(form.all('fixed').flatMap(keysOf))
  const here = new Set(shown)
  const elsewhere = (stored?.exclude ?? []).filter((key) => !here.has(key))
  const all = [...elsewhere, ...shown.filter((key) => !ticked.has(key) && !fixed.has(key))]
  return all.length === 0 ? null : all
}

function mapOf(form: Form, prefix: string, stored: Readonly<Record<string, unknown>> | null | undefined) {
  const fields = form.entries.filter(([name]) => name.startsWith(prefix))
  if (fields.length === 0) return undefined
  const map = new Map<string, unknown>(Object.entries(stored ?? {}))
  for (const [name, value] of fields) {
    const key = name.slice(prefix.length)
    if (value === '') map.delete(key)
    else map.set(key, /^\d+$/.test(value) ? Number(value) : value)
  }
  return map.size === 0 ? null : Object.fromEntries(map)
}
