import type { AnswerOf } from '../operations.ts'
import type { Problem } from './report.ts'

export type ReaderOption = AnswerOf<'GET /brokers/import/plugins'>[number]['options'][number]

/** The options that a problem `import/needs-option` asks for. */
export function optionsOf(problem: Problem | undefined): readonly ReaderOption[] {
  const listed: unknown = (problem as Readonly<Record<string, unknown>> | undefined)?.['options']
  return Array.isArray(listed) ? listed : []
}
