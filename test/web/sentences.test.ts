import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createFormatters } from '#src/web/figures.ts'
import { sayIn } from '#src/web/sentences.ts'
import { en } from '#src/web/words/en/index.ts'
import type { Words } from '#src/web/words/index.ts'

const formats = { formats: createFormatters({ numbers: 'de-DE', days: 'de-DE' }) }
const HOLE = /\{(\w+)\}/g
/** As if every sentence were said with its words in brackets. */
const inBrackets: Words = {
  ...en,
  sentences: Object.fromEntries(Object.entries(en.sentences).map(([key, text]) => [key, `[${text}]`])) as Words['sentences'],
}
const say = sayIn(inBrackets, formats)

describe('sentences of the interface', () => {
  test('are all still said so somewhere in the interface', () => {
    const source = [...new Bun.Glob('{src,plugins}/**/*.ts').scanSync('.')]
      .filter((path) => !path.startsWith('src/web/'))
      .map((path) => readFileSync(path, 'utf8').replaceAll('`', ''))
      .join('\n')
    const isSaid = (text: string) =>
      text
        .replaceAll('`', '')
        .split(/\{\w+\}|the broker "|not more than what is owed\. |"the |(?<=totals\.|return:) | (?=On that day)/)
        .filter((part) => part.trim().length > 3)
        .every((part) => source.includes(part.trim()) || source.includes(part.trim().replaceAll('"', '\\"')))
    expect(Object.entries(en.sentences).filter(([, text]) => !isSaid(text))).toEqual([])
  })

  test('keep what differs, also where it looks like a sentence or a pattern', () => {
    const name = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => !/^\s|\s$/.test(text) || text.trim() !== '')
    fc.assert(
      fc.property(name, (asset) => {
        const text = `What was sold of ${asset} has no known cost: give the transaction that brought it a cost_basis.`
        expect(say(text)).toContain(say(asset))
        expect(say(text)).toStartWith('[What was sold of ')
      }),
    )
  })

  test('are found by what they say, the longer before the one that they begin with', () => {
    expect(say('The username or the password is wrong.')).toBe('[The username or the password is wrong.]')
    expect(say('The last close of Acme (ACM) is of 2026-01-05.')).toBe('[The last close of Acme (ACM) is of 5. Jan. 2026.]')
    expect(say('Missing: a BUY has an asset, quantity > 0 and amount <= 0.')).toBe(
      '[Missing: [a BUY has an asset, quantity > 0 and amount <= 0].]',
    )
    const rate = 'There is no exchange rate from USD to EUR on or before this day; amounts in USD are left out of the totals.'
    const hifo = `${rate} HIFO cannot compare lots that were paid in it, and takes them last.`
    expect([say(rate), say(hifo)]).toEqual([`[${rate}]`, `[${hifo}]`])
    expect(say('Nobody has words for this.')).toBe('Nobody has words for this.')
  })

  test('say days, names of brokers and how many more there are in the same language', () => {
    expect(
      say(
        'No deposits of the broker "Trader" are known, and its cash is below zero, which lowers the total. Enter the deposits, or say that its cash is not tracked.',
      ),
    ).toContain('[the broker "Trader"]')
    expect(say('There is no close for 5 assets: A, B, C and 2 more; their last trades are used.')).toContain(
      '[A, B, C and 2 more]',
    )
    expect(
      say('The last exchange rates to EUR are too old on these days: CHF (2026-01-05), USD (2026-01-05 – 2026-02-06).'),
    ).toBe('[The last exchange rates to EUR are too old on these days: CHF (5. Jan. 2026), USD (5. Jan. 2026 – 6. Feb. 2026).]')
  })

  test('have the same holes in every language', async () => {
    const { LANGUAGES, loadWords } = await import('#src/web/words/index.ts')
    const holes = (text: string) => [...new Set([...text.matchAll(HOLE)].map(([hole]) => hole))].sort()
    for (const language of LANGUAGES) {
      const { sentences } = await loadWords(language)
      for (const [key, text] of Object.entries(en.sentences))
        expect([language, key, holes(sentences[key as keyof typeof sentences])]).toEqual([language, key, holes(text)])
    }
  })
})
