/** Files that a program has changed on their way, and files that are read by the wrong importer. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD =
  'Action;Time;ISIN;Ticker;Name;ID;No. of shares;Price / share;Currency (Price / share);Exchange rate;Total;Currency (Total)'
const DEPOSITS = ['Deposit;2024-03-01 09:00:00;;;;D1;;;;;100;EUR', 'Deposit;2024-03-04 09:00:00;;;;D2;;;;;250;EUR']
/** Of 4.131 units for 413.10: `4,131` would be four thousand. */
const TRADES = [
  'Market buy;2024-03-05 10:00:00;IE0000000A17;ALFA;Alfa Fund;E1;4,131;100;EUR;1,00;413;EUR',
  'Market buy;2024-03-06 10:00:00;IE0000000A17;ALFA;Alfa Fund;E2;1,25;100,50;EUR;1,00;125,63;EUR',
  'Market sell;2024-03-07 10:00:00;IE0000000A17;ALFA;Alfa Fund;E3;0,5;100,50;EUR;1,00;50,25;EUR',
  'Interest on cash;2024-03-08 10:00:00;;;;I1;;;;;0,12;EUR',
  'Interest on cash;2024-03-11 10:00:00;;;;I2;;;;;0,15;EUR',
]
const CHANGED =
  'Most days or numbers of this file are not written as Trading 212 writes them, as happens when a spreadsheet program saves it. Export it again and import it unopened.'

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const send = async (name: string, text: string) => (await upload(app, user, broker, name, text)).body.id
  const run = async (id: string, operation: string, body: object = {}) =>
    app.call(user, 'POST', `/brokers/import/files/${id}/${operation}`, body)
  return { app, user, broker, send, run }
}

test('of a file most of whose numbers were changed nothing is imported, not what can still be read of it; it says what to do', async () => {
  const { send, run } = await setUp()
  const id = await send('changed.csv', [HEAD, ...DEPOSITS, ...TRADES].join('\n'))
  const preview = (await run(id, 'parse')).body
  expect([preview.plugin, preview.transactions, preview.rows]).toEqual([
    'trading212',
    [],
    { total: 8, transactions: 0, parts: 0, ignored: 1, issues: 7 },
  ])
  const refused = await run(id, 'import')
  expect([refused.status, refused.body.code]).toEqual([422, 'import/nothing-to-import'])
  expect(refused.body.detail).toBe(`Nothing can be imported from this file. ${CHANGED} 7 rows have faults, too.`)
  expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
    '',
    '/rows/2',
    '/rows/3',
    '/rows/4',
    '/rows/5',
    '/rows/6',
    '/rows/7',
    '/rows/8',
  ])
})

test('days that were changed, likewise', async () => {
  const { send, run } = await setUp()
  const days = ['01.03.2024 09:00', '04.03.2024 09:00', '05.03.2024 10:00', '06.03.2024 10:00']
  const rows = days.map((day, index) => `Deposit,${day},,,,D${index},,,,,${index + 1}0,EUR`)
  const id = await send('days.csv', [HEAD.replaceAll(';', ','), ...rows].join('\n'))
  expect((await run(id, 'import')).body.detail).toContain(CHANGED)
})

test('rows whose cells are empty or words were not changed: the others are imported', async () => {
  const { send, run } = await setUp()
  const odd = ['', 'pending', 'pending', 'open', 'open'].map((day, index) => `Deposit;${day};;;;P${index};;;;;10;EUR`)
  const id = await send('odd.csv', [HEAD, ...DEPOSITS, ...odd].join('\n'))
  expect((await run(id, 'import')).body).toMatchObject({ imported: 2, rows: { transactions: 2, issues: 5 } })
})

test('some rows that cannot be read take no other with them', async () => {
  const { send, run } = await setUp()
  const id = await send(
    'some.csv',
    [
      HEAD,
      ...DEPOSITS,
      ...DEPOSITS.map((row) => row.replace(';D', ';E')),
      'Deposit;2024-03-12 09:00:00;;;;D9;;;;;30;EUR',
      ...TRADES.slice(1),
    ].join('\n'),
  )
  expect((await run(id, 'import')).body).toMatchObject({ imported: 5, rows: { transactions: 5, issues: 4 } })
})

test('a file that the chosen importer makes nothing of names the one that knows it', async () => {
  const { send, run } = await setUp()
  const id = await send('other.csv', [HEAD, ...DEPOSITS].join('\n'))
  for (const [plugin, name] of [
    ['xtb', 'XTB'],
    ['degiro', 'DEGIRO'],
  ]) {
    const { status, body } = await run(id, 'import', { plugin, options: { currency: 'EUR' } })
    expect([status, body.code]).toEqual([422, 'import/nothing-to-import'])
    expect(body.detail).toContain(
      `${name} was chosen to read this file, which looks like one of Trading 212: choose no importer, or "trading212".`,
    )
  }
  expect((await run(id, 'import')).body).toMatchObject({ imported: 2 })
})
