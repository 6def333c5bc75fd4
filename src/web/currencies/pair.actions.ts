import { readNumber } from '../amount-input.ts'
import { bodyOf, changeHeaders, type FieldFault, typed } from '../form.ts'
import { validDay } from '../period.ts'
import type { Reader } from '../reader.ts'
import type { Action, Again, Lead, Posted } from '../visit.ts'
import { type Pair, pairIn } from './pair.page.tsx'

type Entry = { readonly date: string; readonly rate: string }

/** Takes rates by hand, one or many, and removes those of a day. */
export const changeRates: Action = async (visit) => {
  const { form, params, reader } = visit
  const pair = pairIn(params['pair'] ?? '')
  const { url } = visit
  const here = (done: string) => backTo(url, pair, done)
  if (form.has('delete')) return remove(visit, pair, here('deleted'))
  const { body, faults } = form.has('lines')
    ? pasted(form.get('lines'), reader)
    : bodyOf(form, { '/0/date': 'text', '/0/rate': 'number' }, reader)
  if (faults.length > 0) return { again: typed(form, { faults }) }
  const rates = Object.values(body).map((one) => ({ ...pair, ...(one as Partial<Entry>) }))
  const tried = await visit.ask.try('PUT /fx/rates', { body: rates, headers: changeHeaders(form) })
  return tried.ok ? { to: here('entered') } : { again: typed(form, { problem: tried.problem }) }
}

function backTo({ searchParams }: URL, { base, quote }: Pair, done: string): string {
  const query = new URLSearchParams([...searchParams].filter(([name]) => name !== 'done'))
  query.set('done', done)
  return `/currencies/${base}-${quote}?${query}`
}

async function remove({ ask, form }: Posted, pair: Pair, to: string): Promise<Lead | Again> {
  const date = form.get('delete')
  const tried = await ask.try('DELETE /fx/rates', { query: { ...pair, from: date, to: date } })
  return tried.ok ? { to } : { again: typed(form, { problem: tried.problem }) }
}

/** Lines of a day and a rate, with a space, tab, comma or semicolon between them. */
function pasted(
  text: string,
  { numbers, words: { currencies: words, form } }: Reader,
): { body: Record<string, Entry>; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const body: Record<string, Entry> = {}
  const refuse = (detail: string) => faults.push({ name: 'lines', detail })
  for (const [index, line] of text.split('\n').entries()) {
    const [, date = '', rate = ''] = /^(\S+?)[\s;,]+(\S.*)$/.exec(line.trim()) ?? []
    if (line.trim() === '') continue
    const read = readNumber(rate, numbers)
    if (validDay(date) === undefined || ('kind' in read && read.kind === 'no-number'))
      refuse(words.badLine(String(index + 1), line.trim().slice(0, 100)))
    else if ('kind' in read) refuse(form.ambiguous(rate, ...read.readings))
    else body[String(index)] = { date, rate: read.value }
  }
  if (faults.length === 0 && Object.keys(body).length === 0) refuse(words.nothingPasted)
  return { body, faults }
}
