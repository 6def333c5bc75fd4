/** Orders of flatex: units in the file of the depot, money in the one of the account. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ParsedReport } from '#plugins/brim/contract.ts'
import { flatex } from '#plugins/brim/flatex/index.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { xlsx } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'
import { cashOf, holdingsOf, openSample } from '#test/support/importers.ts'

const DEPOT = 'Nummer;Buchtag;Valuta;ISIN;Bezeichnung;Nominal;;Buchungsinformationen;TA-Nr.;Kurs;;Depot'
const ACCOUNT = 'Buchtag;Valuta;BIC / BLZ;IBAN / Kontonummer;Buchungsinformationen;TA-Nr.;Betrag;;Auftraggeberkonto;Konto'
const ROWS_A_FILE = 1000

const fixture = (name: string) => Bun.file(new URL(`./fixtures/flatex/${name}`, import.meta.url)).text()

async function readTogether(...sources: readonly (string | Uint8Array)[]): Promise<ParsedReport> {
  const opened = await Promise.all(
    sources.map((source, index) => openSample(source, `${index}.${typeof source === 'string' ? 'csv' : 'xlsx'}`)),
  )
  const files = opened.flat().map((file, index) => ({
    ...file,
    tables: file.tables.map((table) => ({
      ...table,
      rows: table.rows.map(({ number, cells }) => ({ number: number + index * ROWS_A_FILE, cells })),
    })),
  }))
  return flatex.parseSet?.(files, {}, kit) ?? { transactions: [], assets: [], issues: [], ignored: [] }
}

const errorsOf = ({ issues }: ParsedReport) => issues.filter(({ severity }) => severity === 'error')

test('both files together: each order is one trade of a row in each, and the cash is that of the account', async () => {
  const report = await readTogether(await fixture('depot.csv'), await fixture('konto.csv'))
  const trades = report.transactions.filter(({ type }) => type === 'BUY' || type === 'SELL')
  expect(trades.map(({ rows, quantity, price, amount, fees }) => [rows, quantity, price, amount, fees])).toEqual([
    // What the sale is short of 192.50 are fees and taxes: nobody can tell which.
    [[2, 1004], '-4', undefined, '181.33', undefined],
    [[9, 1007], '7.5', '42.506', '-318.8', undefined],
    [[10, 1008], '10', '41.5', '-422.9', '7.9'],
  ])
  expect(cashOf(report)).toEqual({ EUR: '400.48' })
  expect(holdingsOf(report)).toEqual({ DE0000000016: '40', IE0000000039: '6' })
  expect(errorsOf(report).map(({ row, code }) => [row, code])).toEqual([[1009, 'unknown-type']])
})

test('the newer columns: a price in another currency is left out, and what a fund retains changes no holding', async () => {
  const report = await readTogether(await fixture('konto-2025.csv'), await fixture('depot-2025.csv'))
  const trades = report.transactions.map(({ type, quantity, price, amount, currency, fees }) => [
    ...[type, quantity, price, amount, currency, fees],
  ])
  expect(trades).toEqual([
    ['DEPOSIT', undefined, undefined, '1000', 'EUR', undefined],
    ['BUY', '3', undefined, '-338.4', 'EUR', undefined],
    ['BUY', '12', '48.5', '-587.9', 'EUR', '5.9'],
  ])
  expect(report.issues.map(({ severity, code }) => [severity, code])).toEqual([['info', 'costs-unknown']])
  expect(report.ignored.filter(({ reason }) => reason === 'out and in again')).toHaveLength(2)
})

const unit = fc.record({ quantity: fc.integer({ min: 1, max: 400 }), day: fc.integer({ min: 1, max: 28 }) })
const cents = (value: number) => `${Math.trunc(value / 100)},${String(value % 100).padStart(2, '0')}`

test('executions of one order have their own fees, however the rows of the files are ordered', async () => {
  const orders = fc.record({
    fills: fc.uniqueArray(unit, { minLength: 1, maxLength: 6, selector: ({ quantity, day }) => `${quantity} ${day}` }),
    price: fc.integer({ min: 100, max: 90_000 }),
    fee: fc.integer({ min: 0, max: 2_000 }),
    turns: fc.tuple(fc.nat(), fc.nat()),
  })
  await fc.assert(
    fc.asyncProperty(orders, async ({ fills, price, fee, turns }) => {
      const info = 'Ausführung ORDER Kauf DE0000000016 320000001'
      const turned = (rows: readonly string[], by: number) => [
        ...rows.slice(by % rows.length),
        ...rows.slice(0, by % rows.length),
      ]
      const day = (number: number) => `${String(number).padStart(2, '0')}.05.2024`
      const units = fills.map(
        (fill, id) =>
          `1;${day(fill.day)};;DE0000000016;LINDENHOF;${fill.quantity};Stk.;${info};${100 + id};${cents(price)};EUR;D`,
      )
      const money = fills.map(
        (fill, id) => `${day(fill.day)};;;;${info};${200 + id};-${cents(fill.quantity * price + fee)};EUR;1;K`,
      )
      const report = await readTogether(
        [DEPOT, ...turned(units, turns[0])].join('\n'),
        [ACCOUNT, ...turned(money, turns[1])].join('\n'),
      )
      const figures = report.transactions.map(({ date, quantity, amount, fees }) => [date, quantity, amount, Number(fees ?? 0)])
      const wanted = fills.map((fill) => [
        ...[`2024-05-${String(fill.day).padStart(2, '0')}`, String(fill.quantity)],
        ...[String(-(fill.quantity * price + fee) / 100), fee / 100],
      ])
      expect(figures.toSorted()).toEqual(wanted.toSorted())
      expect(errorsOf(report)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('an execution without its money refuses the whole order; a row of an overlapping export counts once', async () => {
  const info = 'Ausführung ORDER Kauf DE0000000016 320000001'
  const units = (id: number) => `1;08.05.2024;;DE0000000016;LINDENHOF;10;Stk.;${info};${id};41,50;EUR;D`
  const money = (id: number) => `08.05.2024;;;;${info};${id};-422,90;EUR;1;K`
  const file = (...rows: readonly string[]) => rows.join('\n')
  const short = await readTogether(file(DEPOT, units(1), units(2)), file(ACCOUNT, money(3)))
  expect([short.transactions, errorsOf(short).map(({ code }) => code)]).toEqual([
    [],
    ['other-half-missing', 'other-half-missing', 'other-half-missing'],
  ])
  const twice = await readTogether(file(DEPOT, units(1)), file(ACCOUNT, money(3)), file(DEPOT, units(1)), file(ACCOUNT, money(3)))
  expect(cashOf(twice)).toEqual({ EUR: '-422.9' })
  expect(twice.ignored.filter(({ reason }) => reason === 'in another file').map(({ row }) => row)).toEqual([2002, 3002])
})

test('a workbook of the depot goes with a CSV file of the account, though their days and numbers are written differently', async () => {
  const info = 'Ausführung ORDER Kauf DE0000000016 320000001'
  const rows = [
    [
      'Buchungstag',
      'Valuta',
      'Bezeichnung',
      'ISIN',
      'Nominal (Stk.)',
      '',
      'Betrag',
      '',
      'Kurs',
      '',
      'Devisenkurs',
      'TA.-Nr.',
      'Buchungsinformation',
    ],
    [
      new Date('2024-05-08'),
      new Date('2024-05-10'),
      'LINDENHOF',
      'DE0000000016',
      10,
      'Stück',
      1415,
      '€',
      141.5,
      '€',
      1,
      '1',
      info,
    ],
  ]
  const book = await xlsx({ name: 'Depotumsätze', rows })
  const report = await readTogether(book, [ACCOUNT, `08.05.2024;;;;${info};2;-1.422,90;EUR;1;K`].join('\n'))
  expect(report.transactions.map(({ date, quantity, price, amount, fees }) => [date, quantity, price, amount, fees])).toEqual([
    ['2024-05-08', '10', '141.5', '-1422.9', '7.9'],
  ])
  expect(errorsOf(report)).toEqual([])
})

test('uploaded as parts of one form they are one report, imported with the money of the account', async () => {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const form = new FormData()
  for (const name of ['depot-2025.csv', 'konto-2025.csv']) form.append('file', new File([await fixture(name)], name))
  const { body } = await app.call(user, 'POST', `/brokers/import/upload?broker_id=${broker}&import=true`, form)
  expect([body.status, body.result.imported]).toEqual(['imported', 3])
  const { body: list } = await app.call(user, 'GET', `/transactions?broker_ids=${broker}&limit=10`)
  const lines = list.map((one: { type: string; quantity: string; amount: string }) => [one.type, one.quantity, one.amount])
  expect(lines.toSorted()).toEqual([
    ['BUY', '12', '-587.9'],
    ['BUY', '3', '-338.4'],
    ['DEPOSIT', '0', '1000'],
  ])
})
