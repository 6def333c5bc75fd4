import { expect, test } from 'bun:test'
import { formatDisposition, parseDisposition } from '#src/http/disposition.ts'

test('rule: a part is named as browsers, curl and scripts write it', () => {
  const headers: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['form-data; name="file"; filename="a.csv"', 'file', 'a.csv'],
    ['form-data; name=file; filename=a.csv', 'file', 'a.csv'],
    ['FORM-DATA;NAME="file";FILENAME="a.csv"', 'file', 'a.csv'],
    ['form-data; filename="a.csv"; name="file"', 'file', 'a.csv'],
    ['form-data; name="description"', 'description', undefined],
    ['form-data; name="file"; filename=""', 'file', ''],
    ['form-data; name="file"; filename="日本 – €.csv"', 'file', '日本 – €.csv'],
    ['form-data; name="file"; filename="../../etc/pass"wd.png"', 'file', '../../etc/pass"wd.png'],
    ['form-data; name="file"; filename="a\\"b.csv"', 'file', 'a"b.csv'],
    ['form-data; name="file"; filename="a%22b.csv"', 'file', 'a"b.csv'],
    ['form-data; name="file"; filename="100%.csv"', 'file', '100%.csv'],
    ['form-data; name="file"; filename="C:\\Users\\me\\a.csv"', 'file', 'C:\\Users\\me\\a.csv'],
    ['form-data; name="file"; filename="a; name=x.csv"', 'file', 'a; name=x.csv'],
    ['form-data; name="file"; filename="old.csv"; filename*=UTF-8\'\'na%C3%AFve.csv', 'file', 'naïve.csv'],
    ['form-data; name="file"; filename="old.csv"; filename*=UTF-8\'\'%ff', 'file', 'old.csv'],
    ['form-data; name="__proto__"', '__proto__', undefined],
    ['form-data; name="first"; name="second"', 'first', undefined],
    ['form-data; name="never closed', 'never closed', undefined],
    ['form-data', undefined, undefined],
    ['form-data; =x; "', undefined, undefined],
    ['', undefined, undefined],
  ]
  for (const [header, name, filename] of headers)
    expect([header, parseDisposition(header)]).toEqual([header, { type: header === '' ? '' : 'form-data', name, filename }])
})

test('rule: a sent name has an ASCII form for old clients and its own for the others (RFC 6266)', () => {
  expect(formatDisposition('inline', 'a b.png')).toBe('inline; filename="a b.png"')
  expect(formatDisposition('attachment', 'Übersicht – (€) "1".csv')).toBe(
    `attachment; filename="_bersicht _ (_) _1_.csv"; filename*=UTF-8''%C3%9Cbersicht%20%E2%80%93%20%28%E2%82%AC%29%20%221%22.csv`,
  )
  expect(formatDisposition('attachment', 'a\r\nX-Evil: 1;\\')).toBe(
    `attachment; filename="a__X-Evil: 1;_"; filename*=UTF-8''a%0D%0AX-Evil%3A%201%3B%5C`,
  )
  expect(formatDisposition('attachment', 'lone\ud800')).toContain("filename*=UTF-8''lone%EF%BF%BD")
})
