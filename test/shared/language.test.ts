import { expect, test } from 'bun:test'
import { findLanguage } from '#src/shared/language.ts'

test.each([
  ['en', 'en'],
  ['IT', 'it'],
  ['de-at', 'de-AT'],
  ['zh-hant', 'zh-Hant'],
  ['sr-Latn-RS', 'sr-Latn-RS'],
  ['xx', undefined],
  ['und', undefined],
  ['english', undefined],
  ['en_US', undefined],
  ['en-u-ca-buddhist', undefined],
  ['x-private', undefined],
  ['', undefined],
  ['e\u0000', undefined],
])('%j is %j', (tag, language) => {
  expect(findLanguage(tag)).toBe(language)
})
