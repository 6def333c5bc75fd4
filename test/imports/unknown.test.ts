/** A table that no importer recognises: the nearest formats, what its columns seem to be, and a mapping that only the user sets to work. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HOUSE = [
  'Kleinbank Umsätze vom 01.07.2024',
  'Buchungstag;Art;Wertpapier;Kennung;Stück;Kurs;Betrag (EUR);Gebühr',
  '05.02.2024;Kauf;Lindenhof Brauerei;DE0005190003;12;41,50;-499,90;1,90',
  '17.06.2024;Ausschüttung;Lindenhof Brauerei;DE0005190003;;;9,36;',
  '30.06.2024;Werbung;;;;;0,00;',
].join('\n')

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
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
    types: { Kauf: 'BUY', Ausschüttung: 'DIVIDEND' },
    ...{ date_format: 'dmy', decimal: 'comma', defaults: { currency: 'EUR' } },
  })
  for (const operation of ['parse', 'import']) {
    const { status, body } = await call(report.id, operation, {})
    expect([status, body.code, body.mapping, body.columns]).toEqual([422, 'import/no-plugin', report.mapping, report.columns])
  }
  expect((await app.call(user, 'GET', `/brokers/import/files/${report.id}`)).body).toMatchObject({ mapping: report.mapping })
  const mapping = { ...report.mapping, types: { ...report.mapping.types, Werbung: 'IGNORE' } }
  const { status, body } = await call(report.id, 'import', { plugin: 'broker_generic_csv', options: { mapping } })
  expect([status, body.imported, body.issues]).toEqual([200, 2, []])
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
