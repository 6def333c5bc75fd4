import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { writeOds, writeXlsx } from 'hucre'
import { AppError } from '#src/shared/errors.ts'
import { ANY_ALLOWED, extensionFits, identify, type TypeRules } from '#src/uploads/content-type.service.ts'
import type { ContentType } from '#src/uploads/file-kinds.ts'
import { processorTime } from '#test/support/processor-time.ts'
import { sampleAt, samplesLike, testSamples } from '#test/support/samples.ts'
import { AVIF, bytes, CSV, ELF, GIF, hex, JPEG, join, MZ, PDF, PNG, SVG, WEBP, zeros, zip, zip64 } from './samples.ts'

const folder = mkdtempSync(joinPath(tmpdir(), 'holdfast-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

async function outcome(
  filename: string,
  content: Uint8Array | string,
  declaredType: string | null = null,
  rules: TypeRules = ANY_ALLOWED,
) {
  const data = typeof content === 'string' ? bytes(content) : content
  files += 1
  const path = joinPath(folder, String(files))
  await Bun.write(path, data)
  const sample = { path, size: data.byteLength, head: data.subarray(0, 4096) }
  try {
    return (await identify(sample, { filename, declaredType }, rules)).contentType
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unsupported') return error.code
    throw error
  }
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const sheet = {
  sheets: [
    {
      name: 'Sheet 1',
      rows: [
        ['Date', 'Amount'],
        ['2026-01-02', 1.5],
      ],
    },
  ],
}
const utf16 = (text: string, bom: boolean) => join(bom ? hex('fffe') : '', new Uint8Array(Buffer.from(text, 'utf16le')))
const long = (text: string) => `${text}${'2026-01-02;1,50\n'.repeat(400)}`

const accepted: readonly (readonly [string, Uint8Array | string, string])[] = [
  ['a.png', PNG, 'image/png'],
  ['a.PNG', PNG, 'image/png'],
  ['a.jpeg', JPEG, 'image/jpeg'],
  ['a.jpg', JPEG, 'image/jpeg'],
  ['a.gif', GIF, 'image/gif'],
  ['a.webp', WEBP, 'image/webp'],
  ['a.avif', AVIF, 'image/avif'],
  ['a.svg', SVG, 'image/svg+xml'],
  ['prolog.svg', join('\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg>\n', SVG), 'image/svg+xml'],
  ['a.pdf', PDF, 'application/pdf'],
  ['a.csv', CSV, 'text/csv'],
  ['one-column.csv', 'Amount\n1\n2\n', 'text/csv'],
  ['bom.csv', join(hex('efbbbf'), CSV), 'text/csv'],
  ['utf16.csv', utf16('Date;Amount\n2026-01-02;1,50\n', true), 'text/csv'],
  ['utf16-without-bom.csv', utf16('Date;Amount\n2026-01-02;1,50\n', false), 'text/csv'],
  ['windows-1252.csv', join('Datum;Geb', hex('fc'), 'hr\n2026-01-02;1,50\n'), 'text/csv'],
  ['dos.csv', join(CSV, hex('1a')), 'text/csv'],
  ['metical.csv', 'MZN;Amount\nMZN;5\n', 'text/csv'],
  ['stooq.csv', '<TICKER>,<PER>,<DATE>\nA,D,20260102\n', 'text/csv'],
  ['long.csv', long('Date;Amount\n'), 'text/csv'],
  ['cut-in-a-letter.csv', `${'x'.repeat(4095)}ü;1\n`, 'text/csv'],
  ['markup-in-a-cell.csv', 'Name,Note\nAcme,<script>alert(1)</script>\n', 'text/csv'],
  ['preamble.csv', '[Statement of account]\na;b\n1;2\n', 'text/csv'],
  ['a.tsv', 'a\tb\n1\t2\n', 'text/tab-separated-values'],
  ['a.txt', 'Dear reader\n', 'text/plain'],
  ['json.txt', '{"a": 1}', 'text/plain'],
  ['a.json', '{"a": [1, 2]}', 'application/json'],
  ['list.json', '[]', 'application/json'],
  ['long.json', JSON.stringify({ rows: Array.from({ length: 900 }, (_, index) => ({ index })) }), 'application/json'],
  ['a.xml', '<FlexQueryResponse queryName="x"><a/></FlexQueryResponse>', 'application/xml'],
  ['table.xml', '<?xml version="1.0"?><table><row/></table>', 'application/xml'],
  ['prolog.xml', '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n</a>\n', 'application/xml'],
  ['a.zip', zip({ 'a.csv': 'x', 'folder/b.xml': '<a/>' }), 'application/zip'],
  ['empty.zip', zip({}), 'application/zip'],
  ['zip64.zip', zip64({ 'a.csv': 'x' }), 'application/zip'],
  ['hand.xlsx', zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }), XLSX_TYPE],
  ['hand.ods', zip({ mimetype: ODS_TYPE, 'content.xml': '<x/>' }), ODS_TYPE],
  ['no extension', CSV, 'text/csv'],
  ['tabs', 'a\tb\n1\t2\n', 'text/tab-separated-values'],
  ['picture', PNG, 'image/png'],
  ['letter', 'Dear reader,\nwith a comma here and none there\n', 'text/plain'],
]
for (const [name, content, type] of accepted) {
  test(`taken: ${name} is ${type}`, async () => {
    expect(await outcome(name, content)).toBe(type)
  })
}

test('taken: workbooks as a real writer makes them', async () => {
  expect(await outcome('a.xlsx', await writeXlsx(sheet))).toBe(XLSX_TYPE)
  expect(await outcome('a.ods', await writeOds(sheet))).toBe(ODS_TYPE)
})

const programs: readonly (readonly [string, Uint8Array | string])[] = [
  ['run.exe', MZ],
  ['run.png', MZ],
  ['notes.txt', ELF],
  ['lib.so', ELF],
  ['mac.pdf', join(hex('cffaedfe'), zeros(60))],
  ['mac32.csv', join(hex('feedface'), zeros(60))],
  ['mac-universal.csv', join(hex('cafebabe00000002'), zeros(60))],
  ['A.class', hex('cafebabe00000034')],
  ['A.txt', hex('cafebabe00000034')],
  ['a.txt', hex('0061736d01000000')],
  ['classes.csv', join('dex\n035\0', zeros(60))],
  ['shortcut.txt', join(hex('4c0000000114020000000000c000000000000046'), zeros(60))],
  ['a.sh', '#!/bin/sh\nrm -rf x\n'],
  ['a.csv', '#!/usr/bin/env python3\nprint()\n'],
  ['bom.csv', '\ufeff#!/bin/sh\n'],
  ['page.html', '<!doctype html><script>1</script>'],
  ['page.txt', '<html><body><script>alert(1)</script>'],
  ['page.csv', '  \n<!-- a,b,c --><ScRiPt>alert(1)</script>'],
  ['comment.csv', `<!-- ${'x'.repeat(5000)} --><script>1</script>`],
  ['xhtml.xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['doctype.xml', '<?xml version="1.0"?><!DOCTYPE html><html/>'],
  ['utf16.txt', utf16('<html><script>1</script>', true)],
  ['iframe.svg', '<iframe src="x"></iframe>'],
  ['x.bat', '@echo off\r\n'],
  ['x.txt', '@echo off\r\n'],
  ['x.ps1', 'Write-Host 1'],
  ['x.js', "fetch('/')"],
  ['x.php', "<?php system('id');"],
  ['x.csv', "<?php system('id');"],
  ['late.csv', 'a;b\n<?php system(1) ?>\n'],
  ['link.txt', '[InternetShortcut]\nURL=file:///c:/x\n'],
  ['registry.txt', utf16('Windows Registry Editor Version 5.00\r\n', true)],
  ['eicar.txt', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
  ['.htaccess', 'AddType application/x-httpd-php .csv'],
  ['x.jar', zip({ 'META-INF/MANIFEST.MF': 'x', 'A.class': hex('cafebabe') })],
  ['x.zip', zip({ 'META-INF/MANIFEST.MF': 'x', 'A.class': hex('cafebabe') })],
  ['app.zip', zip({ 'AndroidManifest.xml': 'x' })],
  ['program.zip', zip({ 'readme.txt': 'x', 'setup.EXE': MZ })],
  ['deep.zip', zip({ 'a/b/run.ps1': 'x' })],
  ['backslash.zip', zip({ 'a\\run.bat': 'x' })],
  ['macro.xlsx', zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/vbaProject.bin': '' })],
  ['macro.ods', zip({ mimetype: ODS_TYPE, 'Basic/script-lc.xml': '' })],
  ['gifar.gif', join(GIF, zip({ 'A.class': hex('cafebabe') }))],
  ['also-zip.pdf', join(PDF, zip({ 'a.txt': 'x' }))],
  ['also-zip.csv', join(CSV, zip({ 'a.txt': 'x' }))],
  ['far-zip.csv', join(long('a;b\n'), zip({ 'a.txt': 'x' }))],
  ['page.gif', join(GIF, '<script>alert(1)</script>')],
  ['php.jpg', join(JPEG, '<?php system(1);')],
  ['text-then-binary.csv', join(long('a;b\n'), ELF)],
  ['junk-before.txt', join('twenty bytes of junk ', '%PDF-1.7\n')],
  ['program-before.pdf', join(MZ, PDF)],
]
for (const [name, content] of programs) {
  test(`415 upload/executable: ${name}`, async () => {
    expect(await outcome(name, content)).toBe('upload/executable')
  })
}

const contradictions: readonly (readonly [string, Uint8Array | string, string | null])[] = [
  ['fake.png', 'just text', 'image/png'],
  ['fake.pdf', PNG, 'application/pdf'],
  ['fake.jpg', PNG, null],
  ['fake.csv', PNG, null],
  ['fake.csv', '{"a": 1}', null],
  ['fake.csv', '<a></a>', 'text/csv'],
  ['fake.json', 'a,b\n', null],
  ['fake.xml', 'a,b\n', null],
  ['fake.xml', SVG, null],
  ['fake.txt', SVG, null],
  ['fake.xlsx', zip({ 'a.csv': 'x' }), null],
  ['fake.zip', zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }), null],
  ['fake.png', hex('89504e470d0a1a0a'), null],
  ['fake.ods', CSV, null],
  ['video.png', join(hex('0000001c'), 'ftypmp42', zeros(60)), null],
  ['cut-off.zip', zip({ 'a.csv': 'x' }).subarray(0, 60), null],
  ['a.png', PNG, 'image/jpeg'],
  ['a.csv', CSV, 'application/pdf'],
  ['a.xml', '<a></a>', 'text/csv'],
]
for (const [name, content, declared] of contradictions) {
  test(`415 upload/type-mismatch: ${name} sent as ${declared ?? 'nothing'}`, async () => {
    expect(await outcome(name, content, declared)).toBe('upload/type-mismatch')
  })
}

const unknown: readonly (readonly [string, Uint8Array | string])[] = [
  ['a.mp4', join(hex('0000001c'), 'ftypmp42', zeros(60))],
  ['a.xls', join(hex('d0cf11e0a1b11ae1'), zeros(600))],
  ['a.docx', zip({ '[Content_Types].xml': '', 'word/document.xml': '' })],
  ['a.csv.gz', hex('1f8b0800000000000003')],
  ['a.md', '# Notes\n'],
  ['a.docx', 'just text'],
  ['noise', join(hex('01020304'), zeros(60))],
  ['a.odt', zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' })],
]
for (const [name, content] of unknown) {
  test(`415 upload/type-unsupported: ${name}`, async () => {
    expect(await outcome(name, content)).toBe('upload/type-unsupported')
  })
}

test('taken: what clients declare without contradicting the bytes', async () => {
  for (const declared of [
    'application/octet-stream',
    'binary/octet-stream',
    'text/csv',
    'text/plain',
    'application/vnd.ms-excel',
  ])
    expect(await outcome('a.csv', CSV, declared)).toBe('text/csv')
  expect(await outcome('a.zip', zip({ 'a.csv': 'x' }), 'application/x-zip-compressed')).toBe('application/zip')
  expect(await outcome('a.jpg', JPEG, 'image/jpg')).toBe('image/jpeg')
  expect(await outcome('a.xml', '<a></a>', 'application/atom+xml')).toBe('application/xml')
  expect(await outcome('statement', 'a;b\n1;2\n', 'text/plain')).toBe('text/plain')
})

test('rule: without strictness only the bytes count, programs and types not requested are still refused', async () => {
  const reports: TypeRules = { allowed: ['text/csv', 'application/xml'], strict: false }
  expect(await outcome('report.xls', 'a;b\n1;2\n', 'application/vnd.ms-excel', reports)).toBe('text/csv')
  expect(await outcome('flex.csv', '<a></a>', 'text/csv', reports)).toBe('application/xml')
  expect(await outcome('a.png', PNG, 'image/png', reports)).toBe('upload/type-unsupported')
  expect(await outcome('a.csv', '#!/bin/sh\n', null, reports)).toBe('upload/executable')
  expect(await outcome('a.exe', CSV, null, reports)).toBe('upload/executable')
})

test('rule: hostile text is recognised in time that does not explode', async () => {
  const began = processorTime()
  for (const piece of ['<!doctype [', '<!-- ', '<?', ']', '] ', '<!doctype a[]', '{"'])
    await outcome('a.csv', piece.repeat(Math.floor(4000 / piece.length)))
  expect(processorTime() - began).toBeLessThan(10_000)
})

test('rule: a new name keeps an extension of its type', () => {
  const fits: readonly (readonly [ContentType, string, boolean])[] = [
    ['image/png', 'png', true],
    ['image/png', '', true],
    ['image/jpeg', 'jpg', true],
    ['image/png', 'jpg', false],
    ['image/png', 'exe', false],
    ['text/csv', 'txt', true],
    ['text/csv', 'json', false],
  ]
  for (const [type, extension, expected] of fits) expect(extensionFits(type, extension)).toBe(expected)
})

testSamples('taken: every recorded broker report, and each as what its name says', async () => {
  const rules: TypeRules = { ...ANY_ALLOWED, strict: false }
  const types = new Map<string, string>([
    ['xml', 'application/xml'],
    ['xlsx', XLSX_TYPE],
    ['csv', 'text/csv'],
  ])
  let read = 0
  for (const name of samplesLike('*/**/*.{csv,xml,xlsx,json,txt,tsv,zip}')) {
    const { pathname: path } = sampleAt(name)
    const file = Bun.file(path)
    const sample = { path, size: file.size, head: await file.slice(0, 4096).bytes() }
    const found = await identify(sample, { filename: name, declaredType: null }, rules)
    const expected = types.get(name.split('.').at(-1) ?? '')
    if (expected !== undefined) expect([name, found.contentType]).toEqual([name, expected])
    read += 1
  }
  console.log(`content types of ${read} recorded reports`)
  expect(read).toBeGreaterThan(0)
})
