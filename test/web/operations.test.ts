import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { describedDocument, describedOperations } from '#test/support/described.ts'

type Shape = { readonly $ref?: string; readonly type?: string; readonly items?: Shape }

/** `ZodArray<typeof Broker>`, `typeof Broker` and `null` of the list of operations, by operation. */
const source = readFileSync(new URL('../../src/web/operations.ts', import.meta.url), 'utf8')
const named = [...source.matchAll(/^ {2}'([A-Z]+ \/[^']*)': (.+)$/gm)].map(
  ([, operation = '', type = '']) => [operation, type] as const,
)
const imported = new Map([...source.matchAll(/(\w+) as (\w+)/g)].map(([, name = '', alias = '']) => [alias, name]))

/** Constants whose name is not the one that the document has. */
const NAMES: Readonly<Record<string, string>> = { Enrolment: 'SecondFactorEnrolment', BreakdownReport: 'PerformanceBreakdown' }

test('what pages believe an operation answers is what the document says', () => {
  const wrong = named.filter(([operation, type]) => {
    const found = describedOperations.find(({ method, path }) => `${method} ${path}` === operation)
    const content =
      (found?.operation.responses as Record<string, { content?: Record<string, { schema: Shape }> }> | undefined) ?? {}
    const shape = (content['200'] ?? content['201'])?.content?.['application/json']?.schema
    if (!found) return true
    if (type === 'null') return shape !== undefined
    const of = type.startsWith('ZodArray') ? shape?.items : shape
    const name = /typeof (\w+)/.exec(type)?.[1] ?? ''
    const ref = of?.$ref?.split('/').at(-1)
    const known = imported.get(name) ?? name
    return ref !== (NAMES[known] ?? known) || (type.startsWith('ZodArray') && shape?.type !== 'array')
  })
  expect(wrong).toEqual([])
  expect(named.length).toBeGreaterThan(100)
  expect(describedDocument.openapi).toStartWith('3.')
})
