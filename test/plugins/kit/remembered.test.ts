import { expect, test } from 'bun:test'
import { remembered } from '#plugins/kit/index.ts'

/** What was read of these texts, one after another, and which of them were read at all. */
function readAll(texts: readonly string[], longest?: number) {
  const read: string[] = []
  const find = remembered((text: string) => {
    read.push(text)
    return text.startsWith('-') ? undefined : text.toUpperCase()
  }, longest)
  return { found: texts.map(find), read }
}

test('a text is read once; one that means nothing is read each time', () => {
  const { found, read } = readAll(['a', 'b', 'a', '-', 'b', '-', '', ''])
  expect(found).toEqual(['A', 'B', 'A', undefined, 'B', undefined, '', ''])
  expect(read).toEqual(['a', 'b', '-', '-', ''])
})

test('of longer texts only the last is remembered', () => {
  const [one, other] = ['2024-01-02 10:20:30', '2024-01-02 10:20:31']
  expect(readAll([one, one, other, one]).read).toEqual([one, other, one])
  expect(readAll([one, one, other, one], 20).read).toEqual([one, other])
})

test('with many texts nothing is lost', () => {
  const texts = Array.from({ length: 10_050 }, (_, index) => `t${index}`)
  expect(readAll([...texts, ...texts]).found).toEqual([...texts, ...texts].map((text) => text.toUpperCase()))
})
