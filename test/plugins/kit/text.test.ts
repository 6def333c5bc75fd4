import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeText, fold, guessEncoding, squeeze } from '#plugins/kit/text.ts'
import { seeded } from '#test/support/arbitraries.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, bigEndian = false) => {
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'))
  return bigEndian ? bytes.map((_, index) => bytes[index ^ 1] ?? 0) : bytes
}
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test('UTF-8 is read back whatever it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'))
      expect(decodeText(utf8(text))).toBe(text)
    }),
  )
})

test('the byte order mark decides and is not part of the text', () => {
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('Börse')]))).toBe('Börse')
  expect(decodeText(new Uint8Array([0xff, 0xfe, ...utf16('Börse')]))).toBe('Börse')
  expect(decodeText(new Uint8Array([0xfe, 0xff, ...utf16('Börse', true)]))).toBe('Börse')
})

test('UTF-16 without a mark is known by its zeros', () => {
  expect(guessEncoding(utf16('Date;Amount'))).toBe('utf-16le')
  expect(guessEncoding(utf16('Date;Amount', true))).toBe('utf-16be')
  expect(decodeText(utf16('Date;Größe', true))).toBe('Date;Größe')
})

test('what is not UTF-8 is windows-1252, with its euro sign', () => {
  expect(decodeText(latin('Größe'))).toBe('Größe')
  expect(decodeText(new Uint8Array([0x35, 0x20, 0x80]))).toBe('5 €')
  expect(guessEncoding(latin('Größe'))).toBe('windows-1252')
  expect(guessEncoding(utf8('Größe'))).toBe('utf-8')
})

test('UTF-8 that is cut off inside a character stays UTF-8', () => {
  const bytes = utf8('Größe,Münch')
  expect(decodeText(utf8('Größe,M').subarray(0))).toBe('Größe,M')
  expect(decodeText(new Uint8Array([...bytes, 0xc3]))).toBe('Größe,Münch\ufffd')
  expect(decodeText(new Uint8Array([0x41, 0x42, 0xdc]))).toBe('ABÜ')
})

test('a stated encoding overrides the guess', () => {
  expect(decodeText(new Uint8Array([0xa3]), 'iso-8859-2')).toBe('Ł')
})

test('labels are compared without case, accents and odd blanks', () => {
  expect(squeeze('\u00a0 a \u202f b\t\nc ')).toBe('a b c')
  expect(fold('  Größe\u00a0DES  Éclairs ')).toBe('große des eclairs')
})

test('a text is squeezed to its words with single blanks between them, whatever stands there', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', '~', 'é', ' ', ' ', '\t', '\n', '\u00a0', '\u007f') }), (text) => {
      expect(squeeze(text)).toBe(text.split(/\s+/).filter(Boolean).join(' '))
    }),
    seeded(5_000),
  )
})
