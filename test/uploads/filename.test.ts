import { expect, test } from 'bun:test'
import { cleanFilename, extensionOf } from '#src/uploads/filename.ts'

test('rule: a name is the last part of a path, without anything that deceives', () => {
  const names: readonly (readonly [string, string])[] = [
    ['report.csv', 'report.csv'],
    ['../../etc/pass"wd.png', 'pass"wd.png'],
    ['C:\\Users\\me\\Übersicht – 2026 €.csv', 'Übersicht – 2026 €.csv'],
    ['日本.pdf', '日本.pdf'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie: x=1.png'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['run.exe. . ', 'run.exe'],
    ['  spaces.txt', 'spaces.txt'],
    ['nul\u0000.txt', 'nul.txt'],
    ['lone\ud800.txt', 'lone\ufffd.txt'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['..', ''],
    ['/', ''],
    ['\u202e', ''],
  ]
  for (const [raw, clean] of names) expect(cleanFilename(raw)).toBe(clean)
})

test('rule: a long name keeps its extension', () => {
  const clean = cleanFilename(`${'😀'.repeat(300)}.csv`)
  expect([...clean].length).toBe(200)
  expect(clean.endsWith('😀.csv')).toBe(true)
  expect([...cleanFilename('x'.repeat(500))].length).toBe(200)
})

test('rule: an extension is what follows the last dot', () => {
  expect(extensionOf('a.tar.GZ')).toBe('gz')
  expect(extensionOf('.htaccess')).toBe('htaccess')
  expect(extensionOf('none')).toBe('')
  expect(extensionOf(`a.${'x'.repeat(21)}`)).toBe('')
})
