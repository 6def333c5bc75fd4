import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { between } from '#plugins/fx/bulletin.ts'
import { isPdf, pdfPieces } from '#plugins/kit/pdf-text.ts'
import { packedPdf, plainPdf } from '#test/support/pdf.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test('strings come out in their order, packed or not', () => {
  const texts = ['1 Dollar USA', '2989,9100', 'Rate \\(T/T\\):']
  for (const file of [bytes(plainPdf(...texts)), packedPdf(...texts)]) {
    expect(isPdf(file)).toBe(true)
    expect(pdfPieces(file)).toEqual(['1 Dollar USA', '2989,9100', 'Rate (T/T):'])
  }
})

test('letters that are moved apart stay one piece; strings of dictionaries are no text', () => {
  const content = '/P <</MCID 2/Lang (x-none)>> BDC BT 1 0 0 1 5 7 Tm [(6)9.3 (1.)-2 (550)] TJ 5 0 Td (PHP)Tj ET EMC'
  expect(pdfPieces(bytes(`%PDF-1.5\nstream\n${content}\nendstream`))).toEqual(['61.550', 'PHP'])
})

test('a file that is cut off gives only what stands in whole streams', () => {
  const whole = packedPdf('61.550')
  for (let end = 0; end < whole.length - 20; end++) expect(pdfPieces(whole.slice(0, end))).toEqual([])
})

test('a stream that unpacks to very much is not read, nor is a page of bytes that are none', () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, 'BT (9) Tj ET '))
  const file = Buffer.concat([Buffer.from('%PDF-1.5\nstream\n'), bomb, Buffer.from('\nendstream')])
  expect(pdfPieces(new Uint8Array(file))).toEqual([])
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => Array.isArray(pdfPieces(noise))))
})

test('a middle rate is taken only between the rates of buying and selling', () => {
  expect(between('61.3', '61.55', '61.8')).toBe('61.55')
  expect(between('61.3', '6155', '61.8')).toContain('between 61.3 and 61.8')
})
