/** What importers say of themselves (formats, options, maturity), and that what they need is named. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { day, layout, number, optional, tableImporter, text } from '#plugins/kit/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const FACTS = {
  broker: 'Harbour',
  website: '',
  version: '1',
  extensions: ['csv'],
  languages: ['en', 'de'],
  docs: 'Accounts > Export.',
}
const CASH = layout({
  name: 'Cash book',
  dates: 'ymd',
  numbers: 'dot',
  currency: { option: 'currency' },
  columns: { date: day('Day', 'Tag'), kind: text('Booking'), amount: number('Total'), fees: optional(number('Fee', 'Gebühr')) },
  kind: (line) => line.kind,
  rows: { 'in|out': 'MOVE' },
})
const HARBOUR = tableImporter(
  {
    ...FACTS,
    ...{ code: 'harbour', name: 'Harbour Bank', description: 'The cash book.', maturity: 'beta' },
    options: [
      {
        name: 'currency',
        description: 'The currency of the account.',
        type: 'currency',
        required: true,
        default: 'broker-currency',
      },
      {
        name: 'side',
        description: 'Whose book it is.',
        type: 'choice',
        choices: ['bank', 'client'],
        required: true,
        example: 'bank',
      },
    ],
  },
  [CASH],
)
const CSV = 'Day,Booking,Total\n2024-01-05,in,100\n2024-01-06,out,-30\n'

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [HARBOUR, ...brokerPlugins], fx: [], assets: [] } } })
  const user = await app.createUser()
  return { app, user, broker: await createBroker(app, user) }
}

test('a plugin is listed with its formats, its typed options and how well it is proved', async () => {
  const { app, user } = await setUp()
  const plugins = (await app.call(user, 'GET', '/brokers/import/plugins')).body
  expect(plugins[0]).toMatchObject({
    ...{ code: 'harbour', maturity: 'beta', languages: ['en', 'de'] },
    layouts: [
      {
        ...{ name: 'Cash book', holds: 'transactions' },
        ...{ columns: [['Day', 'Tag'], ['Booking'], ['Total']], optional_columns: [['Fee', 'Gebühr']] },
      },
    ],
    options: [
      { name: 'currency', type: 'currency', choices: [], required: true, default: 'broker-currency', example: null },
      { name: 'side', type: 'choice', choices: ['bank', 'client'], required: true, default: null, example: 'bank' },
    ],
  })
  const generic = plugins.find((one: { code: string }) => one.code === 'broker_generic_csv')
  expect(generic).toMatchObject({ maturity: 'stable', layouts: [{ name: 'documented columns', holds: 'transactions' }] })
  expect(plugins.filter((one: { layouts: unknown[] }) => one.layouts.length === 0)).toEqual([])
  expect(generic.options[0]).toMatchObject({ name: 'mapping.columns', type: 'json', required: false, default: null })
})

test('what is missing or no such value is named with its type and choices; with all of it the report is imported', async () => {
  const { app, user, broker } = await setUp()
  const { id } = (await upload(app, user, broker, 'book.csv', CSV)).body
  const call = (operation: string, options: object) =>
    app.call(user, 'POST', `/brokers/import/files/${id}/${operation}`, { options })
  for (const operation of ['parse', 'import']) {
    const { status, body } = await call(operation, { side: 'nobody' })
    expect([status, body.code, body.plugin]).toEqual([422, 'import/needs-option', 'harbour'])
    expect(body.errors).toEqual([
      { pointer: '/options/currency', detail: 'Missing: The currency of the account.' },
      { pointer: '/options/side', detail: 'Must be one of bank, client.' },
    ])
    expect(
      body.options.map((one: { name: string; type: string; choices: string[] }) => [one.name, one.type, one.choices]),
    ).toEqual([
      ['currency', 'currency', []],
      ['side', 'choice', ['bank', 'client']],
    ])
  }
  expect((await call('import', { currency: 'EUR', side: 'bank' })).body).toMatchObject({
    imported: 2,
    report: { status: 'imported' },
  })
  expect((await app.call(user, 'GET', `/brokers/${broker}/summary`)).body.balances).toEqual([{ currency: 'EUR', amount: '70' }])
})

test('the currency of the broker is taken where it has one', async () => {
  const { app, user, broker } = await setUp()
  await app.call(user, 'PATCH', `/brokers/${broker}`, { currency: 'CHF' })
  const { id } = (await upload(app, user, broker, 'book.csv', CSV)).body
  const preview = (await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, { options: { side: 'client' } })).body
  expect(preview.balances).toEqual([{ currency: 'CHF', amount: '70' }])
})

test('a currency that was taken from the broker is named, one that the user gave or the file says is not', async () => {
  const { app, user, broker } = await setUp()
  await app.call(user, 'PATCH', `/brokers/${broker}`, { currency: 'CHF' })
  const { id } = (await upload(app, user, broker, 'book.csv', CSV)).body
  const issuesOf = async (operation: string, options: object) => {
    const { body } = await app.call(user, 'POST', `/brokers/import/files/${id}/${operation}`, { options })
    return body.issues.map(({ row, severity, code, detail }: Record<string, unknown>) => [row, severity, code, detail])
  }
  const assumed = [
    null,
    'info',
    'currency-assumed',
    'The report of Harbour Bank does not say its currency: the amounts are taken as CHF, the currency of this broker. If it is another one, give the option "currency" of the importer harbour; undo the import first where it is done.',
  ]
  expect(await issuesOf('parse', { side: 'bank' })).toEqual([assumed])
  expect(await issuesOf('parse', { side: 'bank', currency: 'CHF' })).toEqual([])
  expect(await issuesOf('import', { side: 'bank' })).toEqual([assumed])

  const statement =
    'Date;Transaction ID;Details;Turnover;Balance;Currency\n2024-01-05 09:00:00;1;Incoming client payment;40;40;SEK\n'
  const other = (await upload(app, user, broker, 'account-statement.csv', statement)).body
  const read = (await app.call(user, 'POST', `/brokers/import/files/${other.id}/parse`, {})).body
  expect([read.plugin, read.transactions[0].currency, read.issues]).toEqual(['mintos', 'SEK', []])
})
