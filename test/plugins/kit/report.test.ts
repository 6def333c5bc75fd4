import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { headOf } from '#plugins/kit/head.ts'
import { type RefusalCode, ReportRefusal } from '#plugins/kit/refusal.ts'
import { claimSize, ods, patchText, rezip, xlsx, zip } from '#test/support/archives.ts'
import { openReport } from '#test/support/importers.ts'
import { processorTime } from '#test/support/processor-time.ts'
import { sampleAt, samplesLike, testSamples } from '#test/support/samples.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const open = (content: string | Uint8Array, name = 'report.csv') =>
  openReport(typeof content === 'string' ? bytesOf(content) : content, name)

async function refusal(content: string | Uint8Array, name = 'report.csv'): Promise<RefusalCode | undefined> {
  try {
    await open(content, name)
    return undefined
  } catch (error) {
    if (!(error instanceof ReportRefusal)) throw error
    expect(error.message).toMatch(/^[A-Z].*[.]$/s)
    return error.code
  }
}

test('a CSV is one table and its text, whatever the name says', async () => {
  for (const name of ['report.csv', 'report', 'report.pdf', 'REPORT.TXT']) {
    expect(await open('a;b\r\n1,5;2\r\n', name)).toEqual([
      {
        filename: name,
        format: 'csv',
        text: 'a;b\r\n1,5;2\r\n',
        tables: [
          {
            name: '',
            rows: [
              { number: 1, cells: ['a', 'b'] },
              { number: 2, cells: ['1,5', '2'] },
            ],
          },
        ],
      },
    ])
  }
})

test('UTF-16 and windows-1252 are read', async () => {
  const text = 'Name,Größe\nA,1\n'
  const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
  for (const bytes of [utf16, new Uint8Array(Buffer.from(text, 'latin1'))])
    expect((await open(bytes))[0]?.tables[0]?.rows[0]?.cells).toEqual(['Name', 'Größe'])
})

test('broken rows are named beside the table', async () => {
  const [file] = await open('a,b\n1,2\n3,4\n5,"x')
  expect(file?.tables[0]?.rows).toHaveLength(3)
  expect(file?.faults).toEqual([{ line: 4, detail: expect.stringContaining('never closed'), cells: ['5'] }])
  expect((await open('a,b\n1,2\n'))[0]?.faults).toBeUndefined()
})

test('XML, JSON and text are recognised by what they hold', async () => {
  const formats = async (text: string, name = 'x') => (await open(text, name))[0]?.format
  expect(await formats('<?xml version="1.0"?><a/>')).toBe('xml')
  expect(await formats('\ufeff\n<a b="c"/>')).toBe('xml')
  expect(await formats('{"a": 1}')).toBe('json')
  expect(await formats('[{"a": 1}]')).toBe('json')
  expect(await formats('[1, 2]', 'x.json')).toBe('json')
  expect(await formats('[Section]\na,b\n')).toBe('csv')
  expect(await formats('one line\nand another')).toBe('text')
  expect(await formats('one line\nand another', 'x.csv')).toBe('csv')
})

test('an XML declaration decides where the bytes are not UTF-8', async () => {
  const latin2 = new Uint8Array([...bytesOf('<?xml version="1.0" encoding="ISO-8859-2"?><a>'), 0xa3, ...bytesOf('</a>')])
  expect((await open(latin2))[0]?.text).toContain('<a>Ł</a>')
  expect((await open('<?xml version="1.0" encoding="ISO-8859-2"?><a>Ł</a>'))[0]?.text).toContain('<a>Ł</a>')
  const unknown = new Uint8Array([...bytesOf('<?xml version="1.0" encoding="nonsense"?><a>'), 0xa3, ...bytesOf('</a>')])
  expect((await open(unknown))[0]?.text).toContain('<a>£</a>')
})

test('the head is the first 60 rows and 64 KiB', async () => {
  const [file] = await open('a,b\n1,2\n'.repeat(20_000))
  if (!file) throw new Error('no file')
  const head = headOf(file)
  expect(head.tables[0]?.rows).toHaveLength(60)
  expect(head.text).toHaveLength(65_536)
})

test('empty: nothing, blanks or a byte order mark alone', async () => {
  for (const content of ['', ' \r\n\t ', new Uint8Array([0xef, 0xbb, 0xbf])]) expect(await refusal(content)).toBe('empty')
  expect(await refusal(await xlsx({ name: 'A', rows: [] }), 'a.xlsx')).toBe('empty')
})

test('of a row with more cells than any report has the head has the first 400', async () => {
  const [file] = await open(`${'a,'.repeat(5_000)}a\nb,c\n`)
  if (!file) throw new Error('no file')
  expect(file.tables[0]?.rows.map(({ cells }) => cells.length)).toEqual([5_001, 2])
  expect(headOf(file).tables[0]?.rows.map(({ number, cells }) => [number, cells.length])).toEqual([
    [1, 400],
    [2, 2],
  ])
})

test('not-text: noise, zeros, a header of an executable', async () => {
  const noise = new Uint8Array(Array.from({ length: 40 * 256 }, (_, index) => index % 256))
  for (const content of [noise, new Uint8Array(500), 'a,b\n1,2\n\0\0\0', `MZ${'\0'.repeat(200)}`])
    expect(await refusal(content)).toBe('not-text')
  expect(await refusal('a,b\n'.concat('\u0001\u0002\u0003,1\n'.repeat(9)))).toBe('not-text')
})

test('unsupported: PDF, pictures, other archives, web pages, old workbooks, text documents', async () => {
  for (const content of ['%PDF-1.7 a,b', '<!DOCTYPE html><table>', '<html><body>'])
    expect(await refusal(content)).toBe('unsupported')
  for (const magic of [
    [0x1f, 0x8b, 8],
    [0x89, 0x50, 0x4e, 0x47],
    [0x52, 0x61, 0x72, 0x21],
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1],
  ])
    expect(await refusal(new Uint8Array(magic))).toBe('unsupported')
  expect(
    await refusal(
      await zip([
        ['[Content_Types].xml', '<a/>'],
        ['word/document.xml', '<a/>'],
      ]),
    ),
  ).toBe('unsupported')
})

test('encrypted: an encrypted workbook, an archive or an ODS with a password', async () => {
  const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('\0\0EncryptedPackage', 'utf16le')])
  expect(await refusal(ole, 'a.xlsx')).toBe('encrypted')
  expect(await refusal(await zip([['a.csv', 'a,b']], { password: 'secret' }))).toBe('encrypted')
  const manifest = '<manifest:encryption-data/> application/vnd.oasis.opendocument.spreadsheet'
  expect(
    await refusal(
      await zip([
        ['content.xml', 'x'],
        ['META-INF/manifest.xml', manifest],
      ]),
      'a.ods',
    ),
  ).toBe('encrypted')
})

test('too-many-rows in a table', async () => {
  expect(await refusal('a,b\n'.repeat(250_001))).toBe('too-many-rows')
  expect(await refusal('1,2\n'.repeat(17 * 1024 * 1024))).toBe('too-many-rows')
})

test('an archive gives one file for each that could be a report; the rest is left out', async () => {
  const bytes = await zip([
    ['reports/2023.csv', 'a,b\n1,2\n'],
    ['__MACOSX/reports/._2023.csv', '\0\0'],
    ['reports/.DS_Store', '\0'],
    ['readme.pdf', '%PDF'],
    ['flex.xml', '<a/>'],
    ['book.xlsx', await xlsx({ name: 'A', rows: [['x', 1]] })],
  ])
  const files = await open(bytes, 'all.zip')
  expect(files.map((file) => [file.filename, file.format, file.tables[0]?.rows.length])).toEqual([
    ['2023.csv', 'csv', 2],
    ['flex.xml', 'xml', undefined],
    ['book.xlsx', 'sheet', 1],
  ])
})

test('no-report in an archive', async () => {
  expect(await refusal(await zip([['a.pdf', '%PDF']]))).toBe('no-report')
  expect(await refusal(await zip([]))).toBe('no-report')
})

test('zip-bomb: an honest one by its sum, by its ratio, by its number of entries', async () => {
  expect(await refusal(await zip([['a.csv', new Uint8Array(65 * 1024 * 1024)]]))).toBe('zip-bomb')
  expect(await refusal(await zip([['a.csv', new Uint8Array(9 * 1024 * 1024)]]))).toBe('zip-bomb')
  const halves = [1, 2, 3].map((part) => [`${part}.csv`, new Uint8Array(22 * 1024 * 1024)] as const)
  expect(await refusal(await zip(halves))).toBe('zip-bomb')
  expect(await refusal(await zip(Array.from({ length: 2001 }, (_, index) => [`${index}.csv`, 'a,b'] as const)))).toBe('zip-bomb')
}, 120_000)

test('zip-bomb: one that lies about its size is stopped at what it claims', async () => {
  const honest = await zip([['a.csv', new Uint8Array(9 * 1024 * 1024).fill(49)]])
  const before = process.memoryUsage.rss()
  expect(await refusal(claimSize(honest, 1000))).toBe('zip-bomb')
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
  expect(await refusal(claimSize(await zip([['a.csv', 'a,b\n1,2\n'.repeat(1000)]]), 9000))).toBe('damaged-zip')
})

test('nested-zip by name and by contents', async () => {
  const inner = await zip([['a.csv', 'a,b']])
  expect(
    await refusal(
      await zip([
        ['a.csv', 'a,b'],
        ['more.zip', inner],
      ]),
    ),
  ).toBe('nested-zip')
  expect(await refusal(await zip([['hidden.csv', inner]]))).toBe('nested-zip')
})

test('unsafe-name: entries that point out of the archive', async () => {
  const bytes = await zip([['xx/yy/evil.csv', 'a,b\n1,2\n']])
  for (const name of ['../../evil.csv', '/xx/yy/evi.csv', 'C:/yy/evil.csv'])
    expect(await refusal(patchText(bytes, 'xx/yy/evil.csv', name))).toBe('unsafe-name')
  expect(await refusal(patchText(bytes, 'xx/yy/evil.csv', '..\\..\\evil.csv'))).toBe('unsafe-name')
})

test('damaged-zip: cut off, changed, or with a second directory', async () => {
  const bytes = await zip([['a.csv', 'a,b\n1,2\n'.repeat(1000)]])
  expect(await refusal(bytes.subarray(0, bytes.length - 30))).toBe('damaged-zip')
  const changed = bytes.slice()
  changed[60] = (changed[60] ?? 0) ^ 0xff
  expect(await refusal(changed)).toBe('damaged-zip')
  expect(await refusal(new Uint8Array([...bytes, ...bytes]))).toBe('damaged-zip')
})

test('cells of a workbook become texts: days, times, plain numbers, the row of the sheet', async () => {
  const rows = [
    [],
    ['day', 'moment', 'number', 'small', 'big', 'text', 'flag'],
    [new Date(Date.UTC(2024, 1, 29)), new Date(Date.UTC(2024, 1, 29, 14, 3, 5)), 0.1 + 0.2, 1e-7, 123456789012, '007', true],
    [],
    [null, null, -1234.5],
  ]
  for (const bytes of [await xlsx({ name: 'A', rows }), await ods({ name: 'A', rows })]) {
    const [file] = await open(bytes, 'book.bin')
    expect(file?.format).toBe('sheet')
    expect(file?.tables).toEqual([
      {
        name: 'A',
        rows: [
          { number: 2, cells: ['day', 'moment', 'number', 'small', 'big', 'text', 'flag'] },
          { number: 3, cells: ['2024-02-29', '2024-02-29 14:03:05', '0.3', '0.0000001', '123456789012', '007', 'TRUE'] },
          { number: 5, cells: ['', '', '-1234.5'] },
        ],
      },
    ])
  }
})

test('row numbers are unique over sheets; hidden and empty sheets are left out', async () => {
  const rows = [['x', 1]]
  const [file] = await open(
    await xlsx(
      { name: 'A', rows },
      { name: 'empty', rows: [] },
      { name: 'secret', rows, hidden: true },
      { name: 'B', rows },
      { name: 'C', rows },
    ),
    'a.xlsx',
  )
  expect(file?.tables.map((table) => [table.name, table.rows[0]?.number])).toEqual([
    ['A', 1],
    ['B', 20_000_001],
    ['C', 30_000_001],
  ])
})

test('too-many-rows: a workbook that claims a million rows or has a cell in the far corner costs neither time nor memory', async () => {
  const honest = await xlsx({ name: 'A', rows: [['x', 1]] })
  const far = await rezip(honest, 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
  )
  const lie = await rezip(honest, 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace(/<dimension ref="[^"]*"\/>/, '').replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>'),
  )
  const start = processorTime()
  const before = process.memoryUsage.rss()
  expect(['too-many-rows', undefined]).toContain(await refusal(far, 'a.xlsx'))
  const [file] = await open(lie, 'a.xlsx')
  expect(file?.tables[0]?.rows).toHaveLength(1)
  expect(processorTime() - start).toBeLessThan(10_000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024)
}, 120_000)

test('unreadable-sheet: a workbook that is damaged inside; damaged-zip: one with two parts of one name', async () => {
  const honest = await xlsx({ name: 'A', rows: [['x', 1]] })
  expect(await refusal(await rezip(honest, 'xl/workbook.xml', () => 'olga'), 'a.xlsx')).toBe('unreadable-sheet')
  const bytes = await zip([
    ['xl/workbook.xml', '<a/>'],
    ['xl/workbook.xmm', '<b/>'],
  ])
  expect(await refusal(patchText(bytes, 'xl/workbook.xmm', 'xl/workbook.xml'), 'a.xlsx')).toBe('damaged-zip')
})

test('entities of a workbook are not expanded', async () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
  const honest = await xlsx({ name: 'A', rows: [['plain', 1]] })
  const hostile = await rezip(honest, 'xl/sharedStrings.xml', (xml) => xml.replace(/\?>/, `?>${bomb}`).replace('plain', '&c;'))
  const [file] = await open(hostile, 'a.xlsx').catch(() => [])
  expect(file?.tables[0]?.rows[0]?.cells[0] ?? '').not.toContain('aaaa')
})

test('any bytes are opened or refused with a sentence, never thrown at', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom([], [0x50, 0x4b, 3, 4], [0xff, 0xfe], [0x3c, 0x3f], [0x7b, 0x22]),
      async (tail, start) => {
        await refusal(new Uint8Array([...start, ...tail]))
      },
    ),
    { numRuns: 300 },
  )
})

test('a mutated workbook is opened or refused', async () => {
  const honest = await xlsx({
    name: 'A',
    rows: [
      ['x', 1, new Date(0)],
      ['y', 2],
    ],
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 4, max: honest.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = honest.slice()
      bytes[at] = (bytes[at] ?? 0) ^ change
      await refusal(bytes, 'a.xlsx')
    }),
    { numRuns: 40 },
  )
}, 120_000)

testSamples(
  'every report opens, none is refused',
  async () => {
    const names = samplesLike('**/*.{csv,txt,tsv,xlsx,xml,json}')
    let broken = 0
    for (const name of names) {
      const files = await openReport(new Uint8Array(await Bun.file(sampleAt(name)).arrayBuffer()), name)
      expect(files).toHaveLength(1)
      broken += files[0]?.faults?.length ?? 0
    }
    console.log(`opened ${names.length} recorded reports, ${broken} rows of them broken`)
    expect(broken).toBeLessThanOrEqual(1)
  },
  60_000,
)
