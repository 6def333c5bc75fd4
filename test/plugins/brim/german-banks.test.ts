import { expect, test } from 'bun:test'
import { comdirect } from '#plugins/brim/comdirect/index.ts'
import { consorsbank } from '#plugins/brim/consorsbank/index.ts'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { ingDe } from '#plugins/brim/ing-de/index.ts'
import { cashOf, parseSample } from '#test/support/importers.ts'

const FIXTURES = new URL('./fixtures/', import.meta.url)

async function read(plugin: BrokerPlugin, source: string, options = {}) {
  const { result } = await parseSample(plugin, source.includes('\n') ? source : new URL(source, FIXTURES), { options })
  return result
}

test('ing-de: money of a trade without its quantity is an error, left out or cash, as the user says', async () => {
  const file = 'ing-de/girokonto.csv'
  const [unsaid, left, cash] = [
    await read(ingDe, file),
    await read(ingDe, file, { securities: 'leave-out' }),
    await read(ingDe, file, { securities: 'cash' }),
  ]
  expect(unsaid.issues.filter(({ severity }) => severity === 'error').map(({ row, code }) => [row, code])).toEqual([
    [19, 'no-quantity'],
  ])
  expect([unsaid, left, cash].map(cashOf)).toEqual([{ EUR: '1220.62' }, { EUR: '1220.62' }, { EUR: '1121.07' }])
  expect(left.ignored.at(-1)).toEqual({ row: 19, reason: 'money of a trade' })
})

test('ing-de: the positions of an overview are of the day above the table, at what they had cost', async () => {
  const { positions } = await read(ingDe, 'ing-de/depot.csv')
  expect(positions?.map(({ row, date, quantity, cost, currency }) => [row, date, quantity, cost, currency])).toEqual([
    [7, '2024-04-30', '12', '498', 'EUR'],
    [8, '2024-04-30', '5.5', '495', 'EUR'],
  ])
})

test('comdirect: a trade is booked once, from its row in the depot and its money in the account', async () => {
  const { transactions, issues } = await read(comdirect, 'comdirect/sections.csv')
  const trades = transactions.filter(({ asset }) => asset !== undefined)
  expect(trades.map(({ rows, date, quantity, price, amount, fees }) => [rows, date, quantity, price, amount, fees])).toEqual([
    [[34], '2024-03-06', '2', '48', '-105.9', '9.9'],
    // In dollars: what lies between price and money is a rate and costs.
    [[32, 7], '2024-03-26', '-2', undefined, '96.1', undefined],
    [[33, 10], '2024-03-18', '3.5', '42.5', '-158.6', '9.85'],
  ])
  // 156.10 for 4 x 41.50 is too little for a purchase, and nothing says that it was a sale.
  expect(issues.filter(({ row }) => row === 35).map(({ code }) => code)).toEqual(['unclear-direction'])
})

test('comdirect: the nearest of two equal amounts is the money of a trade, and far ones are none', async () => {
  const units = (day: string, quantity: number, wkn: string) =>
    `"${day}";"${day}";"${quantity}";"LINDENHOF";"${wkn}";"EUR";"10,00";"50,00";`
  const money = (day: string, amount: string) => `"${day}";"${day}";"Wertpapiere";"Buchungstext: WP";"${amount}";`
  const { transactions, ignored } = await read(
    comdirect,
    [
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
      ...[money('20.03.2024', '-50,00'), money('12.03.2024', '50,00'), money('01.02.2024', '-50,00')],
      '"Buchungstag";"Geschäftstag";"Stück / Nom.";"Bezeichnung";"WKN";"Währung";"Ausführungskurs";"Umsatz in EUR";',
      ...[units('19.03.2024', 5, '900001'), units('11.03.2024', 5, '900002')],
    ].join('\n'),
    { securities: 'leave-out' },
  )
  expect(transactions.map(({ rows, type, asset, amount }) => [rows, type, asset, amount])).toEqual([
    [[6, 2], 'BUY', '900001', '-50'],
    [[7, 3], 'SELL', '900002', '50'],
  ])
  expect(ignored.at(-1)).toEqual({ row: 5, reason: 'header' })
  expect(ignored).toContainEqual({ row: 4, reason: 'money of a trade' })
})

test('consorsbank: what sounds like a trade, interest or a tax is never just money that moved', async () => {
  const row = (kind: string, sign = '-') => `02.05.2024;02.05.2024;Bank;n/a;n/a;${kind};Text;n/a;n/a;n/a;${sign}10,00;EUR`
  const title =
    'Buchung;Valuta;Sender / Empfänger;IBAN;BIC;Buchungstext;Verwendungszweck;Kategorie;Stichwörter;Umsatz geteilt;Betrag;Währung'
  const kinds = [
    'EFFEKTEN',
    'DIVIDENDE',
    'ERTRÄGNIS',
    'ERTRAEGNIS',
    'GEBUEHREN',
    'SPARPLAN',
    'KAPITALERTRAGSTEUER',
    'ZINSEN',
    'STORNO',
    'Solidaritätszuschlag',
    'Übertrag',
  ]
  const { transactions, issues } = await read(consorsbank, [title, ...kinds.map((kind) => row(kind))].join('\n'))
  expect(transactions.map(({ rows, type }) => [rows, type])).toEqual([[[12], 'WITHDRAWAL']])
  expect(issues.map(({ code }) => code)).toEqual(['no-quantity', ...Array<string>(9).fill('unknown-type')])
})

test('consorsbank: a minus sign that is no hyphen is a minus sign', async () => {
  const title = 'Buchung;Valuta;Sender / Empfänger;IBAN;BIC;Buchungstext;Verwendungszweck;Betrag;Währung'
  const report = await read(consorsbank, [title, '02.05.2024;02.05.2024;Laden;n/a;n/a;KARTENZAHLUNG;Kauf;−250,50;EUR'].join('\n'))
  expect(cashOf(report)).toEqual({ EUR: '-250.5' })
})

test('ing-de: income under another name is no deposit', async () => {
  const title = 'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag;Währung'
  const rows = ['Kupon', 'Gutschrift'].map((kind) => `02.05.2024;02.05.2024;Bank;${kind};Text;12,00;EUR`)
  const { transactions, issues } = await read(ingDe, [title, ...rows].join('\n'))
  expect([transactions.map(({ rows }) => rows), issues.map(({ code }) => code)]).toEqual([[[3]], ['unknown-type']])
})
