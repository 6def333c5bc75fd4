import { expect, test } from 'bun:test'
import type { BrokerPlugin, OptionDescription } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { completeOptions } from '#src/imports/reading/options.ts'
import { AppError } from '#src/shared/errors.ts'

const OPTIONS: readonly OptionDescription[] = [
  { name: 'currency', description: 'Of the amounts.', type: 'currency', required: true, default: 'broker-currency' },
  { name: 'from', description: 'The first day.', type: 'day' },
  { name: 'kind', description: 'Which.', type: 'choice', choices: ['a', 'b'] },
  { name: 'free', description: 'Anything.' },
]

function plugin(options: readonly OptionDescription[]): BrokerPlugin {
  const [first] = brokerPlugins
  if (!first) throw new Error('no importer')
  return { ...first, options }
}

function faultsOf(given: Record<string, unknown>, currency: string | null = null): (string | undefined)[] {
  try {
    completeOptions(plugin(OPTIONS), given, currency)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('import/needs-option')
    return (error.extras.errors ?? []).map(({ pointer }) => pointer)
  }
}

test('what is missing takes its default, and what is given stands', () => {
  expect(completeOptions(plugin(OPTIONS), {}, 'SEK')).toEqual({ currency: 'SEK' })
  expect(completeOptions(plugin(OPTIONS), { currency: 'GBX', free: { x: 1 } }, 'SEK')).toEqual({
    currency: 'GBX',
    free: { x: 1 },
  })
  const given = { currency: 'EUR' }
  expect(completeOptions(plugin(OPTIONS), given, 'SEK')).toBe(given)
})

test('each option that is missing or not of its type is named', () => {
  expect(faultsOf({})).toEqual(['/options/currency'])
  expect(faultsOf({ currency: 'EURO', from: '2024-02-30', kind: 'c' })).toEqual([
    '/options/currency',
    '/options/from',
    '/options/kind',
  ])
  expect(faultsOf({ currency: 1, from: 'x'.repeat(2_000) })).toEqual(['/options/currency', '/options/from'])
  expect(faultsOf({ currency: 'EUR', from: '2024-02-29', kind: 'a' })).toEqual([])
  expect(faultsOf(Object.create({ currency: 'EUR' }))).toEqual(['/options/currency'])
})
