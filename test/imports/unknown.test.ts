/** A table that no importer recognises: the nearest formats, what its columns seem to be, and a mapping that only the user sets to work. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { namedImporter } from '#src/imports/reading/advice.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { PNG } from '../uploads/samples.ts'

const HOUSE = [
  'Kleinbank Umsätze vom 01.07.2024',
  'Buchungstag;Art;Wertpapier;Kennung;Stück;Kurs;Betrag (EUR);Gebühr',
  '05.02.2024;Kauf;Lindenhof Brauerei;DE0005190003;12;41,50;-499,90;1,90',
  '17.06.2024;Ausschüttung;Lindenhof Brauerei;DE0005190003;;;9,36;',
  '30.06.2024;Werbung;;;;;0,00;',
  '01.07.2024;Einlage;;;;;100,00;',
  '01.07.2024;Entnahme;;;;;-100,00;',
].join('\n')

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const send = async (text: string, query = '') => (await upload(app, user, broker, 'umsaetze.csv', text, query)).body
  const call = (id: string, operation: string, body: object) =>
    app.call(user, 'POST', `/brokers/import/files/${id}/${operation}`, body)
  return { app, user, broker, send, call }
}

test('its columns are described and a mapping is ready; it is imported when the user sends that, and not before', async () => {
  const { app, user, broker, send, call } = await setUp()
  const report = await send(HOUSE)
  expect([report.status, report.problem.code]).toEqual(['failed', 'import/no-plugin'])
  expect(report.columns.map((one: { title: string; guess: string }) => [one.title, one.guess])).toEqual([
    ['Buchungstag', 'date'],
    ['Art', 'type'],
    ['Wertpapier', 'name'],
    ['Kennung', 'isin'],
    ['Stück', 'quantity'],
    ['Kurs', 'price'],
    ['Betrag (EUR)', 'amount'],
    ['Gebühr', 'fees'],
  ])
  expect(report.columns[0].samples).toEqual(['05.02.2024', '17.06.2024', '30.06.2024'])
  expect(report.mapping).toMatchObject({
    types: { Kauf: 'BUY', Ausschüttung: 'DIVIDEND', Einlage: 'DEPOSIT', Entnahme: 'WITHDRAWAL' },
    ...{ date_format: 'dmy', decimal: 'comma', defaults: { currency: 'EUR' } },
  })
  for (const operation of ['parse', 'import']) {
    const { status, body } = await call(report.id, operation, {})
    expect([status, body.code, body.mapping, body.columns]).toEqual([422, 'import/no-plugin', report.mapping, report.columns])
  }
  expect((await app.call(user, 'GET', `/brokers/import/files/${report.id}`)).body).toMatchObject({ mapping: report.mapping })
  const mapping = { ...report.mapping, types: { ...report.mapping.types, Werbung: 'IGNORE' } }
  const { status, body } = await call(report.id, 'import', { plugin: 'broker_generic_csv', options: { mapping } })
  expect([status, body.imported, body.issues]).toEqual([200, 4, []])
  expect(body.report).toMatchObject({ problem: null, nearest: [], columns: [], mapping: null })
  const summary = (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
  expect(summary.balances).toEqual([{ currency: 'EUR', amount: '-490.54' }])
})

test('the nearest formats are named with what the file lacks and what nobody knows', async () => {
  const { send } = await setUp()
  const report = await send('Datum;Konto;Typ av transaktion;Antal;Kurs;Belopp;Farbe\n2024-01-02;1;Köp;1;2;-2;rot\n')
  expect(report.problem.code).toBe('import/no-plugin')
  expect(report.nearest.length).toBeLessThanOrEqual(3)
  expect(report.nearest[0]).toMatchObject({ plugin: 'avanza', layout: 'Transaktioner', unknown: ['Farbe'] })
  expect(report.nearest[0].missing).toContain('ISIN')
  expect(report.problem.detail).toContain('"Farbe"')
})

test('the currency of the broker is proposed where the file names none; what proves nothing stays open', async () => {
  const { app, user, broker, send } = await setUp()
  await app.call(user, 'PATCH', `/brokers/${broker}`, { currency: 'SEK' })
  const { mapping } = await send('Dag,Tapahtuma,Belopp,Fecha\nx,Köp,1,2024-01-02\ny,Sälj,2,2024-01-03\n')
  expect(mapping).toEqual({
    columns: { type: 'Tapahtuma', amount: 'Belopp', date: 'Fecha' },
    types: { Köp: 'BUY', Sälj: 'SELL' },
    ...{ date_format: null, decimal: null, defaults: { currency: 'SEK' } },
  })
})

test('a word that stands for a figure in one language and a name in another goes by what is below it', async () => {
  const { send } = await setUp()
  const french = await send(
    'Date,Sens,Valeur,Nombre,Cours,Montant net,Devise\n31/01/2024,Achat,Bruyère SA,3,"10,50","-31,50",EUR\n',
  )
  expect(french.mapping.columns).toMatchObject({ name: 'Valeur', quantity: 'Nombre', amount: 'Montant net', currency: 'Devise' })
  const spanish = await send(
    'Fecha,Tipo,Nombre,Cantidad,Precio,Importe neto,Valuta\n31/01/2024,Compra,Brezo SA,3,"10,50","-31,50",EUR\n',
  )
  expect(spanish.mapping.columns).toMatchObject({
    name: 'Nombre',
    quantity: 'Cantidad',
    amount: 'Importe neto',
    currency: 'Valuta',
  })
})

test('with documented titles a table is claimed only when every column that says something is one of ours', async () => {
  const { send } = await setUp()
  const own = 'date,type,amount,currency'
  expect((await send(`${own}\n2024-01-02,DEPOSIT,5,EUR\n`)).compatible_plugins).toEqual(['broker_generic_csv'])
  expect((await send(`${own},Mood\n2024-01-02,DEPOSIT,5,EUR,\n`)).compatible_plugins).toEqual(['broker_generic_csv'])
  for (const title of ['Mood', 'Gross', 'Service fee']) {
    const report = await send(`${own},${title}\n2024-01-02,DEPOSIT,5,EUR,6\n`, '&import=false')
    expect([report.status, report.compatible_plugins, report.mapping.columns]).toEqual([
      'failed',
      [],
      expect.objectContaining({ date: 'date', type: 'type', amount: 'amount', currency: 'currency' }),
    ])
  }
})

test('415 for a PDF, with the report to take at the broker that the file or the ledger is named after', async () => {
  const { app, user, broker } = await setUp()
  const refuse = async (filename: string, at = broker) => (await upload(app, user, at, filename, '%PDF-1.7\n1 0 obj')).body
  const known = await refuse('TradeRepublic_Kontoauszug_2024.pdf')
  expect([known.status, known.code]).toEqual([415, 'upload/type-unsupported'])
  expect(known.detail).toMatch(/^A PDF is made for the eye.* Export the transactions as CSV or Excel/)
  expect(known.detail).toEndWith(
    'The report to take at Trade Republic: Profile > Settings > Account documents > Transaction export (CSV); or `pytr export_transactions`.',
  )
  expect((await refuse('statement.pdf')).detail).toEndWith('`holdfast plugins list` say for each broker where its report is.')
  const { body } = await app.call(user, 'POST', '/brokers', { name: 'Depot (Swissquote) of Anna', currency: 'CHF' })
  expect((await refuse('statement.pdf', body.id)).detail).toContain('The report to take at Swissquote: My account > Transactions')
  const picture = (await upload(app, user, broker, 'avanza.png', PNG)).body
  expect(picture.detail).toMatch(/image\/png\. Export the transactions .* The report to take at Avanza: Min ekonomi/)
})

test('a file that nobody recognises says which report to take at a broker that is known', async () => {
  const { send, app, user, broker } = await setUp()
  expect((await send('flour,milk\n500,200\n')).problem.detail).toContain('GET /brokers/import/plugins and')
  const { problem, id } = (await upload(app, user, broker, 'export-degiro-2024.csv', 'a,b\n1,2\n')).body
  expect(problem.detail).toContain('The report to take at DEGIRO (flatexDEGIRO Bank): In DEGIRO open Inbox')
  const again = await app.call(user, 'POST', `/brokers/import/files/${id}/import`, {})
  expect([again.status, again.body.detail]).toEqual([422, problem.detail])
})

test('a broker is named by whole words, the longest name first', () => {
  const found = (...names: string[]) => namedImporter(brokerPlugins, names)?.code
  expect(found('wise_eur_2024.csv')).toBe('wise')
  expect(found('otherwise.csv', 'likewise')).toBeUndefined()
  expect(found('Coinbase Pro fills')).toBe('coinbase-pro')
  expect(found('Hargreaves-Lansdown ISA')).toBe('hargreaves-lansdown')
  expect(found('any broker generic csv', '')).toBeUndefined()
})

test('where days could be read in two orders, dots or a decimal comma propose that the day is first; slashes beside points propose nothing', async () => {
  const { send } = await setUp()
  const table = (day: string, price: string, amount: string) =>
    `Buchungstag;Art;Wertpapier;Kennung;Stück;Kurs;Betrag (EUR)\n${day};Kauf;Lindenhof Brauerei;DE0005190003;12;${price};${amount}\n`
  const orders = []
  for (const text of [
    table('05.02.2024', '41.50', '-498.00'),
    table('05/02/2024', '41,50', '-498,00'),
    table('05/02/2024', '41.50', '-498.00'),
    table('2024-02-05', '41,50', '-498,00'),
  ])
    orders.push((await send(text)).mapping.date_format)
  expect(orders).toEqual(['dmy', 'dmy', null, null])
})

test('a mapping that is sent without naming an importer is read with it', async () => {
  const { send, call } = await setUp()
  const report = await send(HOUSE)
  const mapping = { ...report.mapping, types: { ...report.mapping.types, Werbung: 'IGNORE' } }
  for (const operation of ['parse', 'import']) {
    const { status, body } = await call(report.id, operation, { options: { mapping } })
    expect([operation, status, body.rows?.transactions, body.issues]).toEqual([operation, 200, 4, []])
  }
})

test('two columns of one title need titles of their own in the file, and no choice is proposed that cannot do it', async () => {
  const { send, call } = await setUp()
  const report = await send('date,type,amount,amount,currency\n2024-01-02,DEPOSIT,5,6,EUR\n')
  const { body } = await call(report.id, 'import', { plugin: 'broker_generic_csv', options: { mapping: report.mapping } })
  expect(body.detail).toBe(
    'Nothing can be imported from this file. Several columns are titled amount: give each a title of its own in the file.',
  )
})

test('an importer that there is not is named', async () => {
  const { send, call } = await setUp()
  const { id } = await send('date,type,amount,currency\n2024-01-02,DEPOSIT,5,EUR\n')
  const { status, body } = await call(id, 'import', { plugin: 'trading_212' })
  expect([status, body.code, body.errors]).toEqual([
    422,
    'import/plugin-unknown',
    [{ pointer: '/plugin', detail: 'There is no import plugin "trading_212"; GET /brokers/import/plugins lists them.' }],
  ])
})
