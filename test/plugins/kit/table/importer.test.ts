import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/head.ts'
import * as kit from '#plugins/kit/index.ts'
import {
  type Book,
  clock,
  day,
  isin,
  type Layout,
  layout,
  number,
  optional,
  present,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { xlsx } from '#test/support/archives.ts'
import { accountedFor, cashOf, checkResult, holdingsOf, openReport } from '#test/support/importers.ts'

const FACTS = {
  code: 'x',
  name: 'X',
  broker: 'X',
  website: 'https://x',
  version: '1',
  extensions: ['csv'],
  languages: ['en'],
  description: '',
  docs: '',
}
const columns = {
  date: day('Day'),
  time: optional(clock('Day')),
  kind: text('Kind'),
  isin: optional(isin('ISIN')),
  symbol: optional(text('Symbol')),
  quantity: optional(number('Quantity')),
  price: optional(number('Price')),
  amount: optional(number('Amount')),
  unit: optional(unit('Currency')),
  fees: optional(number('Fee')),
  taxes: optional(number('Tax')),
  id: optional(text('Id')),
  area: optional(text('Zone')),
}
type Spec = Omit<Parameters<typeof layout<typeof columns>>[0], 'name' | 'columns' | 'dates'>

async function parse(spec: Spec, source: string | Uint8Array, filename = 'r.csv'): Promise<ParsedReport> {
  const [file] = await openReport(typeof source === 'string' ? new TextEncoder().encode(source) : source, filename)
  if (!file) throw new Error('no file')
  const importer = tableImporter(FACTS, [layout({ name: 'L', columns, dates: 'ymd', ...spec })])
  const result = importer.parse(file, {}, kit)
  const isRefused = result.issues.some(({ row }) => row === null)
  if (!isRefused) expect([...accountedFor(file, result), ...checkResult(result)]).toEqual([])
  return result
}

const codes = ({ issues }: ParsedReport) => issues.map(({ row, code }) => `${row ?? 'file'} ${code}`)
const plain = { numbers: 'dot', kind: (line: { kind: string }) => line.kind } as const
const rows = { Buy: 'BUY', Sell: 'SELL', Dividend: 'DIVIDEND', Move: 'MOVE', Fee: 'FEE' } as const

test('costs without signs: a negative one refuses its row', async () => {
  const result = await parse(
    { ...plain, rows },
    'Day,Kind,Symbol,Quantity,Price,Amount,Currency,Fee\n2024-01-02,Buy,AB,1,10,-11,EUR,-1\n',
  )
  expect(codes(result)).toEqual(['2 unexpected-sign'])
})

test('proven numbers: the whole file says which sign it is; nothing, or both, refuse the file', async () => {
  const read = (a: string, b: string) =>
    parse({ ...plain, numbers: 'proven', rows }, `Day;Kind;Amount;Currency\n2024-01-02;Move;${a};EUR\n2024-01-03;Move;${b};EUR\n`)
  expect(cashOf(await read('1.234', '1,5'))).toEqual({ EUR: '1235.5' })
  expect(cashOf(await read('1.234', '1.5'))).toEqual({ EUR: '2.734' })
  expect(cashOf(await read('1.234,5', '-2.000'))).toEqual({ EUR: '-765.5' })
  expect(cashOf(await read('1000', '7'))).toEqual({ EUR: '1007' })
  expect(codes(await read('1.5', '1,5'))).toEqual(['file mixed-numbers'])
  expect(codes(await read('1.234', '2,000'))).toEqual(['file unproven-numbers'])
  expect(codes(await read('1.234', '2'))).toEqual(['file unproven-numbers'])
})

test('a table of commas that was saved as a workbook: its numbers have points, texts keep their commas', async () => {
  const read = async (a: string | number, b: string | number) => {
    const rows = [
      ['Day', 'Kind', 'Amount', 'Currency'],
      ['2024-01-02', 'Move', a, 'EUR'],
      ['2024-01-03', 'Move', b, 'EUR'],
    ]
    const book = await xlsx({ name: 'Sheet1', rows })
    return parse({ ...plain, numbers: 'comma', rows: { Move: 'MOVE' } }, book, 'r.xlsx')
  }
  expect(cashOf(await read(1.234, -0.5))).toEqual({ EUR: '0.734' })
  expect(cashOf(await read('1.234,5', '-0,5'))).toEqual({ EUR: '1234' })
  for (const number of [1.5, 1.234]) expect(codes(await read(number, '-0,5'))).toEqual(['file mixed-numbers'])
})

const swaps = (money: readonly string[], terms = {}): Spec => ({
  ...plain,
  money,
  assetType: 'CRYPTO',
  cases: {
    key: (line) => line.id || undefined,
    book: (lines, book) => {
      const legs = lines.map(({ symbol = '', quantity = '0' }) => ({ asset: symbol, quantity }))
      book.swap(
        legs.filter(({ quantity }) => quantity.startsWith('-')),
        legs.filter(({ quantity }) => !quantity.startsWith('-')),
        terms,
      )
    },
  },
})
const swapped = (money: readonly string[], legs: string, terms = {}) =>
  parse(
    swaps(money, terms),
    `Day,Kind,Symbol,Quantity,Id\n${legs
      .split(' ')
      .map((leg) => `2024-01-02,S,${leg.replace(':', ',')},e1`)
      .join('\n')}\n`,
  )
const typesOf = ({ transactions }: ParsedReport) => transactions.map(({ type }) => type)

test('a swap is what its sides are: a conversion, a purchase, a sale, an exchange; fills of one coin are one', async () => {
  expect(typesOf(await swapped(['EUR', 'USD'], 'EUR:-10 USD:11'))).toEqual(['FX_CONVERSION', 'FX_CONVERSION'])
  const bought = await swapped(['EUR'], 'EUR:-10 BTC:0.1 EUR:-5 BTC:0.05')
  expect([typesOf(bought), cashOf(bought), holdingsOf(bought)]).toEqual([['BUY'], { EUR: '-15' }, { BTC: '0.15' }] as never)
  expect(bought.transactions[0]?.rows.toSorted()).toEqual([2, 3, 4, 5])
  const sold = await swapped(['EUR'], 'BTC:-0.1 EUR:10')
  expect([typesOf(sold), cashOf(sold), holdingsOf(sold)]).toEqual([['SELL'], { EUR: '10' }, { BTC: '-0.1' }] as never)
  const taken = await swapped(['EUR'], 'BTC:-0.1 ETH:2')
  expect([typesOf(taken), codes(taken)]).toEqual([['EXCHANGE', 'EXCHANGE'], ['2 swap-without-value']] as never)
  const valued = await swapped(['EUR'], 'BTC:-0.1 ETH:2', { amount: '300', unit: 'EUR' })
  expect([typesOf(valued), cashOf(valued), holdingsOf(valued)]).toEqual([['SELL', 'BUY'], {}, { BTC: '-0.1', ETH: '2' }] as never)
  const dust = await swapped(['EUR'], 'BTC:-0.1 ETH:-2 BNB:1')
  expect(typesOf(dust)).toEqual(['EXCHANGE', 'EXCHANGE', 'EXCHANGE'])
})

test('a swap that does not tell what paid for what is refused, with all its rows', async () => {
  for (const legs of ['EUR:-10 BTC:1 ETH:2', 'BTC:-1 ETH:1 BNB:2', 'EUR:-10 USD:-2 BTC:1', 'BTC:-1', 'BTC:0 ETH:0']) {
    const result = await swapped(['EUR', 'USD'], legs)
    expect(result.transactions).toEqual([])
    expect(codes(result)).toEqual(legs.split(' ').map((_, index) => `${index + 2} unclear-swap`))
  }
})

test('a row of cash without money is left out, but not one whose units would be lost', async () => {
  const { transactions, issues, ignored } = await parse(
    { ...plain, rows: { ...rows, Other: (_, book) => book.cash('FEE', { amount: '0' }) } },
    [
      'Day,Kind,Symbol,Quantity,Price,Amount,Currency',
      '2024-01-02,Dividend,AB,0,,0.00,EUR',
      '2024-01-03,Dividend,AB,5,,0.00,EUR',
      '2024-01-04,Other,AB,5,,,EUR',
      '',
    ].join('\n'),
  )
  expect(transactions).toEqual([])
  expect(issues).toMatchObject([{ row: 3, severity: 'error', code: 'no-amount' }])
  expect(ignored.map(({ row }) => row)).toEqual([1, 2, 4])
})

test('defaults say what follows from several columns: read only where it is needed, after what is given', async () => {
  const { transactions, assets, issues } = await parse(
    {
      ...plain,
      rows: {
        ...rows,
        Interest: (_, book) => book.cash('INTEREST', { asset: undefined }),
        Other: (_, book) => book.cash('DIVIDEND', { asset: 'OTHR', date: '2024-05-05' }),
      },
      defaults: {
        date: ({ date, id }) => id || date,
        asset: ({ symbol }) =>
          symbol === 'CALL'
            ? { symbol: 'CALL', type: 'OPTION', priceQuantity: '0.01' }
            : symbol === ''
              ? refuse('no-asset', 'The row names nothing.')
              : undefined,
        amount: ({ amount, fees }) => amount ?? fees,
      },
    },
    [
      'Day,Kind,Symbol,Quantity,Price,Amount,Currency,Fee,Id',
      '2024-01-02,Buy,CALL,2,3,-600,EUR,,2024-01-01',
      '2024-01-03,Move,,,,5,EUR,,',
      '2024-01-04,Fee,AB,,,,EUR,-4,',
      '2024-01-05,Interest,,,,1,EUR,,',
      '2024-01-06,Dividend,,,,2,EUR,,',
      '2024-01-07,Dividend,AB,,,2,EUR,,',
      '2024-01-08,Other,,,,3,EUR,,',
      '',
    ].join('\n'),
  )
  expect(transactions.map(({ date, type, asset, price, amount }) => [date, type, asset, price, amount])).toEqual([
    ['2024-01-01', 'BUY', 'CALL', '3', '-600'],
    ['2024-01-03', 'DEPOSIT', undefined, undefined, '5'],
    ['2024-01-04', 'FEE', undefined, undefined, '-4'],
    ['2024-01-05', 'INTEREST', undefined, undefined, '1'],
    ['2024-05-05', 'DIVIDEND', 'OTHR', undefined, '3'],
  ])
  expect(assets.map(({ ref, type }) => [ref, type])).toEqual([
    ['CALL', 'OPTION'],
    ['OTHR', undefined],
  ])
  // The asset is said to be none, whatever stands in the column of symbols.
  expect(issues.map(({ row, code }) => [row, code])).toEqual([
    [6, 'no-asset'],
    [7, 'no-asset'],
  ])
})

test('a split has its ratio, else the units that it added; without either it is refused', async () => {
  const { transactions, issues } = await parse(
    {
      ...plain,
      rows: {
        Added: (_, book) => book.split(),
        Ratio: (line, book) => book.split({ asset: { symbol: line.symbol, name: 'Named' } }, '4:1'),
      },
    },
    'Day,Kind,Symbol,Quantity\n2024-01-02,Added,AB,30\n2024-01-03,Ratio,CD,9\n2024-01-04,Added,AB,\n2024-01-05,Added,AB,0\n2024-01-06,Added,,5\n',
  )
  expect(transactions.map(({ type, asset, quantity, ratio }) => [type, asset, quantity, ratio])).toEqual([
    ['SPLIT', 'AB', '30', undefined],
    ['SPLIT', 'CD', undefined, '4:1'],
  ])
  expect(codes({ transactions, issues, assets: [], ignored: [] })).toEqual(['4 no-quantity', '5 no-quantity', '6 no-asset'])
})

test('an exchange of one asset is a split with the ratio of its rows, where there is one; of two it moves what they say', async () => {
  const spec: Spec = {
    ...plain,
    cases: { key: (line) => line.kind, book: (lines, book) => book.exchange(...book.pairOf(lines)) },
  }
  const size = fc.integer({ min: 1, max: 400 })
  await fc.assert(
    fc.asyncProperty(size, size, fc.boolean(), async (before, after, isTurned) => {
      fc.pre(before !== after)
      const pair = [`2024-01-02,Split,AB,-${before}`, `2024-01-02,Split,AB,${after}`]
      const source = `Day,Kind,Symbol,Quantity\n${(isTurned ? pair.reverse() : pair).join('\n')}\n`
      const [draft] = (await parse(spec, source)).transactions
      const ratio = after % before === 0 ? `${after / before}:1` : before % after === 0 ? `1:${before / after}` : undefined
      expect(draft).toMatchObject({ type: 'SPLIT', quantity: String(after - before) })
      expect(draft?.ratio).toBe(ratio)
    }),
    seeded(200),
  )
  const two = await parse(spec, 'Day,Kind,Symbol,Quantity\n2024-01-02,Swap,AB,-2.5\n2024-01-02,Swap,CD,7\n')
  expect(holdingsOf(two)).toEqual({ AB: '-2.5', CD: '7' })
  for (const other of ['AB,3', 'AB,0', 'AB,']) {
    const odd = await parse(spec, `Day,Kind,Symbol,Quantity\n2024-01-02,Swap,AB,2.5\n2024-01-02,Swap,${other}\n`)
    expect(codes(odd)).toEqual(['2 no-pair', '3 no-pair'])
  }
  const withMoney = async (amounts: readonly string[]) =>
    codes(
      await parse(
        spec,
        `Day,Kind,Symbol,Quantity,Amount,Currency\n2024-01-02,Swap,AB,-2,${amounts[0]},EUR\n2024-01-02,Swap,CD,7,${amounts[1]},EUR\n`,
      ),
    )
  for (const worth of [
    ['0.00', ''],
    ['-50', '50.01'],
    ['50', '50'],
  ] as const)
    expect(await withMoney(worth)).toEqual([])
  for (const paid of [
    ['', '12.5'],
    ['-50', '38'],
  ] as const)
    expect(await withMoney(paid)).toEqual(['2 unclear-event', '3 unclear-event'])
})

const documents = { ...plain, json: 'd.t' } as const

test('a document that ends before its end is recognised and refused whole', async () => {
  const json = JSON.stringify({
    d: { t: [1, 2, 3].map((n) => ({ Day: '2024-01-02', Kind: 'Move', Amount: n, Currency: 'EUR' })) },
  })
  const xml = `<d>${'<t Day="2024-01-02" Kind="Move" Amount="1" Currency="EUR"/>'.repeat(3)}</d>`
  for (const [source, filename, cash] of [
    [json, 'a.json', '6'],
    [xml, 'a.xml', '3'],
  ] as const) {
    expect(cashOf(await parse({ ...documents, rows, varying: /^x\d+$/ }, source, filename))).toEqual({ EUR: cash })
    const cut = source.slice(0, -7)
    expect(codes(await parse({ ...documents, rows }, cut, filename))).toEqual(['file cut-off'])
    const [file] = await openReport(new TextEncoder().encode(cut), filename)
    const importer = tableImporter(FACTS, [layout({ name: 'L', columns, dates: 'ymd', ...documents, rows })])
    expect(file && importer.recognises(headOf(file))).toBe(1)
  }
})

test('a document with more records than a table may have is refused with that sentence', async () => {
  const many = `{"d":{"t":[${'{"Day":1},'.repeat(250_001)}{}]}}`
  expect(codes(await parse({ ...documents, rows }, many, 'a.json'))).toEqual(['file too-many-rows'])
})

test('a list with more columns than are read says so; where the importer knows one of them, nothing of the file is booked', async () => {
  const record = { Day: '2024-01-02', Kind: 'Move', Amount: '5', Currency: 'EUR' }
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`x${index}`, '']))
  const source = (more: object) => JSON.stringify({ d: { t: [{ ...record, ...many, ...more }] } })
  const wide = await parse({ ...documents, rows, varying: /^x\d+$/ }, source({}), 'r.json')
  expect([codes(wide), wide.transactions.length]).toEqual([['file columns-left-out'], 1])
  for (const part of ['d.t', '400', 'x396', 'and 1 more']) expect(wide.issues[0]?.detail).toContain(part)
  const known = await parse({ ...documents, rows, varying: /^x\d+$/ }, source({ Fee: '1' }), 'r.json')
  expect([codes(known), known.transactions.length]).toEqual([['file too-many-columns'], 0])
})

test('a column that the layout does not know is no obstacle, and is named where its title looks as if it counted', async () => {
  const title = 'Day,Kind,Amount,Currency'
  const one = await parse(
    { ...plain, rows },
    `${title},Remark,Venue,Stamp duty\n2024-01-02,Move,5,EUR,x,1,0\n2024-01-03,Move,6,EUR,y,1,2.5\n`,
  )
  expect([codes(one), cashOf(one)]).toEqual([['file column-unread'], { EUR: '11' }])
  expect(one.issues[0]?.detail).toContain('Stamp duty, whose title looks as if it counted (row 3)')
  const again = `${title},Tax paid\n2024-01-02,Move,5,EUR,1\n`
  expect(codes(await parse({ ...plain, rows }, again + again))).toEqual(['file column-unread'])
  expect(codes(await parse({ ...plain, rows, varying: /^tax paid$/ }, again))).toEqual([])
})

test('amounts that trades contradict are refused with how many do, and with what to do', async () => {
  const head = 'Day,Kind,Symbol,Quantity,Price,Amount,Currency,Fee\n'
  const trade = '2024-05-06,Sell,OAK,-2,40,78,EUR,2\n'
  const details: (string | undefined)[] = []
  for (const text of [head + trade, head + trade + trade.replace('-2,40,78', '-3,40,118')])
    details.push((await parse({ ...plain, amounts: 'gross', rows: { Sell: 'SELL' } }, text)).issues[0]?.detail)
  const cure =
    'Nothing was imported. Where the file was edited, export it again; else the format may have changed: please report this.'
  expect(details).toEqual([
    `The amounts should be before fees and taxes, but price, quantity and costs of 1 trade say otherwise (0 agree). ${cure}`,
    `The amounts should be before fees and taxes, but price, quantity and costs of 2 trades say otherwise (0 agree). ${cure}`,
  ])
})

const TWICE = `Day,Kind,Symbol,Quantity,Price,Amount,Currency,Id
2024-01-02,Buy,ACME,2,10,-20,EUR,T1
2024-01-02,Buy,ACME,2,10,-20,EUR,T1
2024-01-02,Fee,,,,-1,EUR,T1
2024-01-03,Buy,ACME,1,10,-10,EUR,
2024-01-03,Buy,ACME,1,10,-10,EUR,
`
const traded = { ...plain, rows: { Buy: 'BUY', Fee: 'FEE' } } as const

test('a row that is there again under a number of its own is left out; another one under it, and twins without a number, stay', async () => {
  const result = await parse({ ...traded, unique: ['id'] }, TWICE)
  expect(result.transactions.map(({ rows: [row], externalId }) => [row, externalId])).toEqual([
    [2, undefined],
    [4, undefined],
    [5, undefined],
    [6, undefined],
  ])
  expect(result.ignored).toContainEqual({ row: 3, reason: 'repeats row 2, under the same number' })
  expect(result.issues).toEqual([])
  const once = await parse({ ...traded, unique: ['id'] }, TWICE.replace(/.*Fee.*\n/, ''))
  expect(once.transactions.map(({ externalId }) => externalId)).toEqual(['T1', undefined, undefined])
})

test('under a number that several executions may share both rows are booked, and the second says so', async () => {
  const result = await parse(traded, TWICE)
  expect(result.transactions.map(({ rows: [row] }) => row)).toEqual([2, 3, 4, 5, 6])
  expect(codes(result)).toEqual(['3 row-alike'])
})

test('a row of a case that is there again does not spoil the case', async () => {
  const source = `Day,Kind,Symbol,Quantity,Currency,Id
2024-01-02,Swap,BTC,-1,,A
2024-01-02,Swap,ETH,20,,B
2024-01-02,Swap,BTC,-1,,A
2024-01-02,Swap,ETH,20,,B
`
  const result = await parse(
    {
      ...{ numbers: 'dot', money: ['EUR'], unique: ['id'] },
      cases: { key: ({ date }) => date, book: (lines, book) => book.exchange(...book.pairOf(lines)) },
    },
    source,
  )
  expect(holdingsOf(result)).toEqual({ BTC: '-1', ETH: '20' })
  expect(result.ignored.map(({ row }) => row)).toEqual([1, 4, 5])
})

test('rows of kinds that share a key are one event, whole or not at all; those without a key are booked alone', async () => {
  const source = `Day,Kind,Symbol,Quantity,Amount,Currency
2024-01-02,Out,OLD,-5,,EUR
2024-01-02,Into,NEW,10,,EUR
2024-01-03,Out,,,-4,EUR
2024-01-03,Buy,NEW,1,-7,EUR
2024-01-04,Into,NEW,x,,EUR
2024-01-04,Out,OLD,-1,,EUR
2024-01-05,Merge,OLD,-1,,EUR
`
  const result = await parse(
    {
      numbers: 'dot',
      rows: {
        'Out|Into': {
          key: ({ symbol, date }) => (symbol === '' ? undefined : date),
          book: (lines, book) => book.exchange(...book.pairOf(lines)),
          alone: 'MOVE',
        },
        Merge: { key: () => undefined, book: (_, book) => book.skip('never') },
        Buy: 'BUY',
      },
    },
    source,
  )
  expect(result.transactions.map(({ type, rows }) => [type as string, ...rows])).toEqual([
    ['WITHDRAWAL', 4],
    ['BUY', 5],
    ['EXCHANGE', 2],
    ['EXCHANGE', 3, 2],
  ])
  expect(result.issues.map(({ row, code }) => [row, code])).toEqual([
    [8, 'unknown-type'],
    [6, 'invalid-number'],
    [7, 'invalid-number'],
  ])
})

test('a case that nothing books is booked by its first row, whose parts the others are', async () => {
  const source = `Day,Kind,Symbol,Quantity,Amount,Currency,Id
2024-01-02,Buy,A,1,-7,EUR,1
,,,,,,1
2024-01-03,Note,,,,,2
,,,,,,2
2024-01-04,Buy,A,1,-7,EUR,
`
  const rows = { Buy: 'BUY', Note: { skip: 'note' } } as const
  const result = await parse({ numbers: 'dot', unique: [], rows, cases: { key: ({ id }) => id || undefined } }, source)
  expect(result.transactions.map((draft) => draft.rows)).toEqual([[6], [2, 3]])
  expect(result.ignored.slice(1)).toEqual([
    { row: 4, reason: 'note' },
    { row: 5, reason: 'note' },
  ])
})

/** What several layouts make of several files, read together. */
async function parseAll(layouts: readonly Layout[], sources: readonly string[], more = {}): Promise<ParsedReport> {
  const opened = await Promise.all(sources.map((source, index) => openReport(new TextEncoder().encode(source), `${index}.csv`)))
  const files = opened.flat().map((file, index) => ({
    ...file,
    tables: file.tables.map((table) => ({
      ...table,
      rows: table.rows.map(({ number, cells }) => ({ number: number + index * 100, cells })),
    })),
  }))
  const importer = tableImporter({ ...FACTS, together: true, ...more }, layouts)
  return importer.parseSet?.(files, {}, kit) ?? Promise.reject(new Error('no set'))
}

const money = layout({
  name: 'M',
  columns: { date: day('Day'), kind: text('Kind'), amount: number('Amount') },
  dates: 'ymd',
  ...plain,
  currency: 'EUR',
  rows,
})
const units = layout({
  name: 'U',
  columns: { date: day('Day'), kind: text('Kind'), quantity: number('Units'), symbol: text('Symbol') },
  dates: 'ymd',
  ...plain,
  rows: { In: (_, book) => book.inKind('TRANSFER') },
})

test('a header that comes again begins its section, whatever section stood between', async () => {
  const first = ['Day,Kind,Amount', '2024-01-02,Move,5']
  const second = ['Day,Kind,Units,Symbol', '2024-01-03,In,2,AB']
  const result = await parseAll([money, units], [[...first, ...second, ...first, ...second, ...second].join('\n')])
  expect([cashOf(result), holdingsOf(result), result.issues]).toEqual([{ EUR: '10' }, { AB: '6' }, []] as never)
})

test('rows of one case may stand in several files where the layout says so, and nowhere else', async () => {
  const read = (acrossFiles: boolean) => {
    const cases = {
      key: (line: { kind: string }) => line.kind,
      book: (lines: readonly { row: number; cells: readonly string[] }[], book: Book) => {
        if (lines.length !== 2) refuse('no-pair', 'Two rows are needed.')
        book.cash('MOVE', { amount: '7' })
      },
      acrossFiles,
    }
    const one = layout({
      name: 'M',
      columns: { date: day('Day'), kind: text('Kind') },
      dates: 'ymd',
      ...plain,
      currency: 'EUR',
      cases,
    })
    return parseAll([one], ['Day,Kind\n2024-01-02,a\n', 'Day,Kind\n2024-01-02,a\n'])
  }
  expect((await read(true)).transactions.map((draft) => draft.rows)).toEqual([[2, 102]])
  expect(codes(await read(false))).toEqual(['2 no-pair', '102 no-pair'])
})

test('kinds that are sentences are what the first fitting pattern says, after the kinds that are named', async () => {
  const phrases = [
    [/^interest\b/i, 'INTEREST'],
    [/^interest on debts/i, 'FEE'],
    [/^paid/i, 'MOVE'],
  ] as const
  const spec = { ...plain, rows: { 'Paid fee': 'FEE' }, phrases } as const
  const row = (kind: string, amount: number) => `2024-01-02,${kind},${amount},EUR`
  const source = [
    'Day,Kind,Amount,Currency',
    row('Interest on debts', -1),
    row('PAID FEE', -2),
    row('Paid in', 3),
    row('Else', 4),
  ]
  const result = await parse(spec, `${source.join('\n')}\n`)
  expect(typesOf(result)).toEqual(['INTEREST', 'FEE', 'DEPOSIT'])
  expect(codes(result)).toEqual(['5 unknown-type'])
})

test('an exact layout reads only tables with its own titles, in its own spelling', async () => {
  const spec = { ...plain, rows, exact: true }
  const read = async (titles: string) => codes(await parse(spec, `${titles}\n2024-01-02,Move,5,EUR\n`))
  expect(await read('Day,Kind,Amount,Currency')).toEqual([])
  for (const titles of ['Day,kind,Amount,Currency', 'Day,Kind,Amount,Currency,Other'])
    expect(await read(titles)).toEqual(['file unknown-format'])
})

test('an exact layout begins no section below the titles of another', async () => {
  const own = layout({
    name: 'E',
    exact: true,
    columns: { date: day('Day'), kind: text('Kind'), quantity: number('Units'), symbol: text('Symbol') },
    dates: 'ymd',
    ...plain,
    rows: { In: (_, book) => book.inKind('TRANSFER') },
  })
  const source = ['Day,Kind,Amount,Note', '2024-01-02,Move,5,a', 'Day,Kind,Units,Symbol', '2024-01-03,In,2,AB']
  const result = await parseAll([money, own], [source.join('\n')])
  expect([cashOf(result), holdingsOf(result), codes(result).length]).toEqual([{ EUR: '5' }, {}, 2] as never)
})

test('a report is finished with its files as they were prepared; a file that cannot be prepared is refused', async () => {
  const facts = {
    prepare: (file: ReportFile) =>
      file.text.includes('bad') ? refuse('damaged', 'It is damaged.') : { ...file, filename: 'prepared' },
    finish: (report: ParsedReport, files: readonly ReportFile[]) => ({
      ...report,
      zone: files.map(({ filename }) => filename).join(),
    }),
  }
  const source = 'Day,Kind,Amount\n2024-01-02,Move,5\n'
  expect((await parseAll([money], [source, source], facts)).zone).toBe('prepared,prepared')
  expect(codes(await parseAll([money], [source, 'bad'], facts))).toEqual(['file damaged'])
})

test('what an importer does not say of itself is what most of them are', () => {
  const { code, broker, version, extensions, languages } = tableImporter(
    { code: 'y', name: 'Y', website: 'https://y', description: '', docs: '' },
    [money],
  )
  expect([code, broker, version, extensions, languages]).toEqual(['y', 'Y', '1', ['csv'], ['en']])
})

test('columns that nothing reads count as known, have no names, and must be there where the layout says so', async () => {
  const columns = { date: day('Day'), ...present('id'), ...unused('Note'), amount: number('Amount') }
  const one = layout({ name: 'P', columns, dates: 'ymd', ...plain, currency: 'EUR', kind: () => '', rows: { '*': 'MOVE' } })
  const importer = tableImporter(FACTS, [one])
  expect(importer.layouts?.[0]).toMatchObject({ titles: [['Day'], ['id'], ['Amount'], ['Note']], required: 3 })
  const [draft] = (await parseAll([one], ['Day,id,Note,Amount\n2024-01-02,17,x,5\n'])).transactions
  expect([draft?.amount, draft?.externalId]).toEqual(['5', undefined])
  expect(codes(await parseAll([one], ['Day,Note,Amount\n2024-01-02,x,5\n']))).toEqual(['file unknown-format'])
})
