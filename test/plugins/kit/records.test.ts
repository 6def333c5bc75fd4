import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isWholeDocument, readRecordTables } from '#plugins/kit/records.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { processorTime } from '#test/support/processor-time.ts'

const tables = (text: string, format: 'json' | 'xml') =>
  Object.fromEntries(readRecordTables(text, format).map(({ name, rows }) => [name, rows.map(({ cells }) => [...cells])]))

test('each list of objects is a table under its path, numbers as they are written, row 0 its titles', () => {
  const text = '{"a": {"list": [{"x": 1.10, "y": {"z": 1e3}, "t": ["p", 2]}, {"x": null, "w": true}]}, "n": [1, [{"q": 1}]]}'
  expect(tables(text, 'json')).toEqual({
    'a.list': [
      ['x', 'y.z', 't', 'w'],
      ['1.10', '1e3', 'p, 2', ''],
      ['', '', '', 'true'],
    ],
  })
  const [table] = readRecordTables(text, 'json')
  expect(table?.rows.map(({ number }) => number)).toEqual([0, 1, 2])
  expect(tables('[{"x": 12345678901234567890.123}]', 'json')).toEqual({ '': [['x'], ['12345678901234567890.123']] })
})

test('lists inside of records are tables of their own', () => {
  const text = '{"orders": [{"id": "a", "fills": [{"n": 1}, {"n": 2}]}, {"id": "b", "fills": [{"n": 3}]}]}'
  expect(tables(text, 'json')).toEqual({ orders: [['id'], ['a'], ['b']], 'orders.fills': [['n'], ['1'], ['2'], ['3']] })
  expect(readRecordTables(text, 'json').map(({ inside }) => inside)).toEqual([undefined, [1, 1, 2]])
})

test('elements of XML with attributes or plain children are records', () => {
  const text = '<?xml version="1.0"?><R><T a="1" b="x &gt; y"/><T a="2"><c> 3 </c></T><!-- <T a="9"/> --></R>'
  expect(tables(text, 'xml')).toEqual({
    'R.T': [
      ['a', 'b', 'c'],
      ['1', 'x > y', ''],
      ['2', '', '3'],
    ],
  })
})

test('titles beyond the first four hundred are named, not left out in silence', () => {
  const wide = Object.fromEntries(Array.from({ length: 403 }, (_, index) => [`c${index}`, index]))
  const [table, other] = readRecordTables(JSON.stringify({ list: [{ c0: 1 }, wide], narrow: [{ a: 1 }] }), 'json')
  expect([table?.rows[0]?.cells.length, table?.leftOut]).toEqual([400, ['c400', 'c401', 'c402']])
  expect(other).not.toHaveProperty('leftOut')
})

test('names that JavaScript knows are names like others', () => {
  const text = '[{"__proto__": {"polluted": 1}, "constructor": "c", "toString": 2}]'
  expect(tables(text, 'json')).toEqual({
    '': [
      ['__proto__.polluted', 'constructor', 'toString'],
      ['1', 'c', '2'],
    ],
  })
  expect(tables('<r><__proto__ polluted="1"/><constructor a="2"/></r>', 'xml')).toEqual({
    'r.__proto__': [['polluted'], ['1']],
    'r.constructor': [['a'], ['2']],
  })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

const JSON_TEXT = JSON.stringify({
  meta: { version: 'x]}"\\' },
  rows: Array.from({ length: 8 }, (_, index) => ({
    id: `r${index}`,
    text: 'a, "b" {c} [d] \\',
    n: index,
    more: { deep: index },
  })),
})
const XML_TEXT = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- <a> -->\n<Q k="a>b"><Rows>${Array.from(
  { length: 8 },
  (_, index) => `<Row id='r${index}' text="a &lt; '> b"><![CDATA[ </Row> ]]></Row>`,
).join('\n')}</Rows></Q>`

test('of a document that is cut off anywhere the records before the cut are read, and it is known not to be whole', () => {
  for (const [text, format, path] of [
    [JSON_TEXT, 'json', 'rows'],
    [XML_TEXT, 'xml', 'Q.Rows.Row'],
  ] as const) {
    const ends = [...text.matchAll(format === 'json' ? /\}\}(?=[,\]])/g : /\]><\/Row>|<\/Row>(?=[\n<])/g)].map(
      ({ index, 0: found }) => index + found.length,
    )
    const whole = (tables(text, format)[path] ?? []).slice(1)
    expect(whole).toHaveLength(8)
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), (at) => {
        const cut = text.slice(0, at)
        const found = (tables(cut, format)[path] ?? []).slice(1)
        const before = ends.filter((end) => end <= at).length
        expect(found.slice(0, before).map(([id]) => id)).toEqual(whole.slice(0, before).map(([id]) => id))
        expect(found.length).toBeLessThanOrEqual(before + 1)
        expect(isWholeDocument(cut, format)).toBe(false)
      }),
      seeded(400),
    )
    expect(isWholeDocument(text, format)).toBe(true)
  }
})

test('what is no document gives nothing and never throws', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'{}[]"\\,:1a<>/=!-? \'&;'), maxLength: 30 })
  fc.assert(
    fc.property(signs, fc.constantFrom('json' as const, 'xml' as const), (text, format) => {
      for (const { rows } of readRecordTables(text, format)) expect(rows[0]?.number).toBe(0)
    }),
    seeded(3_000),
  )
  for (const text of ['', 'null', '[]', '{}', '"x"', '<a']) expect(readRecordTables(text, 'json')).toEqual([])
  expect(readRecordTables('<!DOCTYPE x [<!ENTITY a "b">]><r a="1"/>', 'xml')).toEqual([])
})

/** Milliseconds of processor time. */
function timeOf(work: () => unknown): number {
  const start = processorTime()
  work()
  return processorTime() - start
}

test('depth and width that no broker has cost neither time nor memory', () => {
  const deep = 60_000
  for (const text of [
    '['.repeat(deep) + '{},'.repeat(deep),
    `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
    `${'[{"a":'.repeat(deep)}1${'}]'.repeat(deep)}`,
    `{"":${'{"":'.repeat(4_000)}[{"x":1}]${'}'.repeat(4_001)}`,
    `{"${'n'.repeat(500_000)}":{${Array.from({ length: 2_000 }, (_, index) => `"l${index}":[{"x":1}]`).join()}}}`,
    `[{"${'n'.repeat(500_000)}":{${Array.from({ length: 2_000 }, (_, index) => `"l${index}":1`).join()}}}]`,
  ])
    expect(timeOf(() => readRecordTables(text, 'json'))).toBeLessThan(4_000)
  for (const text of ['<a>'.repeat(deep) + '<b/>'.repeat(deep), '<a b="1">'.repeat(3_000) + '</a>'.repeat(3_000)])
    expect(timeOf(() => readRecordTables(text, 'xml'))).toBeLessThan(4_000)
})

test('a wide record among very many makes no table of thousands of millions of cells', () => {
  const wide = `{${Array.from({ length: 400 }, (_, index) => `"c${index}":1`).join()}}`
  const many = `[${wide},${Array.from({ length: 100_000 }, () => '{"a":1}').join()}]`
  expect(() => readRecordTables(many, 'json')).toThrow('Split the report.')
  expect(() => readRecordTables(`[${'{},'.repeat(250_000)}{}]`, 'json')).toThrow('Split the report.')
})
