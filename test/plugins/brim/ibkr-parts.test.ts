/** Flex Queries in XML, in parts: the contract test divides tables, here records are left out of the text. */
import { expect, test } from 'bun:test'
import type { ReportFile } from '#plugins/brim/contract.ts'
import { readFlex } from '#plugins/brim/ibkr/flex.ts'
import { ibkr } from '#plugins/brim/ibkr/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { importAll, ledgerOf, openReader } from '#src/imports/check/ledger.ts'
import { createLog } from '#src/log.ts'
import { readFacts } from './facts.ts'
import { bytesOf, isThere, openBytes } from './sample.ts'

const log = createLog({ level: 'silent', format: 'json', write: () => {} })
/** What is in each report, whatever its days. */
const LISTS = new Set(['SecurityInfo', 'OpenPosition'])
/** Only the whole of it proves that its days begin with the month. */
const OPTIONS: Readonly<Record<string, Record<string, string>>> = { 'own:ibkr/flex-slash-dates.xml': { date_order: 'mdy' } }

type Span = { readonly start: number; readonly end: number; readonly day: string | undefined }

/** Where the records of a query stand in its text, and the day on which each is booked; else the one that it names. */
function spansOf(file: ReportFile, days: ReadonlyMap<number, string>): Span[] {
  const records = readFlex(file.text)
  const spans: Span[] = []
  for (const { 0: text, 1: name, index } of file.text.matchAll(/<(\w+)(\s[^<>]*?)?\/>/g)) {
    const record = records[spans.length]
    if (record === undefined || record.kind !== name) continue
    const { tradedate = '', datetime = '', reportdate = '', date = '' } = record.values
    const named = /(\d{4})-?(\d\d)-?(\d\d)/.exec(tradedate || datetime || reportdate || date)
    const own = LISTS.has(record.kind) ? undefined : named?.slice(1).join('-')
    spans.push({ start: index, end: index + text.length, day: days.get(record.row) ?? own })
  }
  expect(spans).toHaveLength(records.length)
  return spans
}

/** The text with the records of these days and those without one. */
function partOf({ text }: ReportFile, spans: readonly Span[], from: string, to: string): string {
  return spans
    .filter(({ day }) => day !== undefined && (day < from || day >= to))
    .reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
}

for (const { key } of (await readFacts()).filter(({ key, code }) => code === 'ibkr' && key.endsWith('.xml')))
  test.skipIf(!isThere(key))(`${key}: two halves, apart or overlapping, and the whole again come to the same`, async () => {
    const options = OPTIONS[key] ?? {}
    const file = await openBytes(await bytesOf(key), 'query.xml')
    const { transactions } = ibkr.parse(file, options, kit)
    const dayOf = new Map(transactions.flatMap(({ rows, date }) => rows.map((row) => [row, date] as const)))
    const days = [...new Set(dayOf.values())].sort()
    const at = (part: number) => days[Math.ceil(days.length * part)] ?? '9999-12-31'
    const spans = spansOf(file, dayOf)
    const reader = openReader({ plugin: ibkr, options, lastDay: '2030-12-31', log })
    const part = (from: string, to: string) => {
      const text = partOf(file, spans, from, to)
      return openBytes(new TextEncoder().encode(text), 'query.xml')
    }
    const whole = ledgerOf(await importAll(reader, [file]))
    expect(whole.length).toBeGreaterThan(0)
    for (const [earlier, later] of [
      [await part('', at(0.5)), await part(at(0.5), '9999-12-31')],
      [await part('', at(0.6)), await part(at(0.4), '9999-12-31')],
    ] as const) {
      expect(ledgerOf(await importAll(reader, [earlier, later, file]))).toEqual(whole)
      expect(ledgerOf(await importAll(reader, [later, earlier]))).toEqual(whole)
    }
  })
