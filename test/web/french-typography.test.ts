import { describe, expect, test } from 'bun:test'
import { fr } from '#src/web/words/fr/index.ts'

const CODE_OF = /\\u\{?([0-9a-f]{4})\}?/gi

/** The texts in the source of a function; what is put into a template stands as `x`. */
function textsIn(source: string): string[] {
  const found: string[] = []
  let at = 0
  const code = (end: string): void => {
    for (; at < source.length && source[at] !== end; at++) {
      const one = source[at] ?? ''
      if (`'"\``.includes(one)) text(one)
      else if (one === '{') inner('}')
    }
  }
  const inner = (end: string): void => {
    at++
    code(end)
  }
  const text = (quote: string): void => {
    let read = ''
    for (at++; at < source.length && source[at] !== quote; at++) {
      if (source[at] === '\\') read += source.slice(at, ++at + 1)
      else if (quote === '`' && source.startsWith('${', at)) {
        at++
        inner('}')
        read += 'x'
      } else read += source[at]
    }
    found.push(read.replace(CODE_OF, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))))
  }
  code('')
  return found
}

function textsOf(words: unknown, path: string): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]]
  if (typeof words === 'function') return textsIn(String(words)).map((text) => [path, text])
  return Object.entries(words ?? {}).flatMap(([key, value]) => textsOf(value, `${path}.${key}`))
}

/** What programs send is no French. */
const CODE = 'Authorization: Bearer'

/** What French would not print: a usual space or none where a narrow no-break one belongs. */
function isWrong(given: string): boolean {
  const text = given.replace(CODE, '')
  return /[ \u00a0][:;?!»]/.test(text) || /[^\s\u202f:/?][:;?!»](?=\s|$)/.test(text) || /«(?!\u202f)/.test(text)
}

const NNBSP = '\u202f'

describe('French', () => {
  test('has a narrow no-break space before : ; ? ! and within « »', () => {
    const texts = textsOf(fr, 'fr')
    expect(texts.length).toBeGreaterThan(1500)
    expect(texts.filter(([, text]) => isWrong(text))).toEqual([])
    expect(fr.common.colon).toBe(`${NNBSP}: `)
  })

  test('the check finds what is wrong, in texts and in functions', () => {
    for (const text of ['Quitter ?', 'Quitter?', 'Lu : 3', 'Lu: 3', '« oui »', `«${NNBSP}oui »`, 'Bien!', 'un; deux'])
      expect([text, isWrong(text)]).toEqual([text, true])
    for (const text of [
      `Quitter${NNBSP}?`,
      `Lu${NNBSP}: 3`,
      `«${NNBSP}oui${NNBSP}»`,
      'à 12:30',
      'https://exemple.fr/a?b=c',
      '10:1',
    ])
      expect([text, isWrong(text)]).toEqual([text, false])
    const some = (n: number, name: string) => (n < 2 ? `${name} : ${n > 0 ? 'un' : 'aucun !'}` : 'plusieurs ;')
    expect(textsIn(String(some)).filter(isWrong).toSorted()).toEqual(['aucun !', 'plusieurs ;', 'x : x'])
  })
})
