import type { Query } from '../ask.ts'
import type { Call } from '../parts/script.tsx'
import type { Visit } from '../visit.ts'
import { choicesOf } from './choices.ts'
import type { ReportSource } from './why.tsx'

/** The reports that list transactions, each by the name of its page. */
const OPERATIONS = {
  income: 'GET /portfolio/income',
  costs: 'GET /portfolio/costs',
  'cash-flows': 'GET /portfolio/cash-flows',
} as const

/**
 * Reads such a report (`read`) as the address wants it, with the names of brokers and of types of transactions. `frame` is what `ReportFrame` takes of
 * it. Throws `Refusal`.
 */
export async function readLineReport<R extends { readonly currency: string }>(
  visit: Visit,
  name: keyof typeof OPERATIONS,
  read: (given: { readonly query: Query }) => Promise<R>,
) {
  const { reader, ask } = visit
  const choices = choicesOf(reader)
  const given = { query: choices.query }
  const names = { query: { language: reader.language } }
  const [report, brokers, types] = await Promise.all([
    read(given),
    ask('GET /brokers'),
    ask('GET /utilities/transaction-types', names),
  ])
  const r = { ...reader, currency: report.currency }
  const source: ReportSource = { r, report: name, query: choices.query }
  const calls: readonly Call[] = [['GET /brokers'], ['GET /utilities/transaction-types', names]]
  const frame = { visit, choices, brokers, of: [OPERATIONS[name], given] as const, calls }
  return { r, report, brokers, types, source, period: choices.period, frame }
}
