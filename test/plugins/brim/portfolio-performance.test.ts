import { describe, expect, test } from 'bun:test'
import { portfolioPerformance } from '#plugins/brim/portfolio-performance/index.ts'
import * as kit from '#plugins/kit/index.ts'
import { openSample } from '#test/support/importers.ts'

describe('Portfolio Performance', () => {
  const client = (body: string, version = '53') =>
    `<client><version>${version}</version><securities><security><uuid>s</uuid><name>Lights</name><currencyCode>EUR</currencyCode><prices><price t="2024-01-31" v="5125000000"/></prices></security></securities>${body}<portfolios/></client>`
  const dividend = (security: string, amount = '1007') =>
    `<accounts><account><name>Cash</name><transactions><account-transaction><date>2024-03-01T00:00</date><currencyCode>EUR</currencyCode><amount>${amount}</amount><security reference="${security}"/><type>DIVIDENDS</type></account-transaction></transactions></account></accounts>`
  const read = async (text: string) => {
    const [file] = await openSample(new TextEncoder().encode(text), 'client.xml')
    if (file === undefined) throw new Error('no file')
    return portfolioPerformance.parse(file, {}, kit)
  }

  test('a reference is a path from where it stands, from the root, or a number', async () => {
    const own = '../../../../../securities/security'
    for (const reference of [own, `${own}[1]`, '/client/securities/security'])
      expect((await read(client(dividend(reference)))).transactions[0]).toMatchObject({ asset: 'Lights', amount: '10.07' })
    const numbered = client(dividend('7')).replace('<security><uuid>', '<security id="7"><uuid>')
    expect((await read(numbered)).transactions[0]?.asset).toBe('Lights')
  })

  test('a reference that leads nowhere refuses the file: whatever else it refers to may be lost as well', async () => {
    const { issues, transactions } = await read(client(dividend('../../securities/security[2]')))
    expect([issues.map(({ code }) => code), transactions]).toEqual([['broken-reference'], []])
  })

  test('a version that nobody knows is refused: figures have had other factors before', async () => {
    expect((await read(client('', '71'))).issues.map(({ code }) => code)).toEqual(['unsupported-version'])
  })

  test('closes have the factor of their version, and stand for assets that are booked', async () => {
    const closes = async (version: string) => (await read(client(dividend('/client/securities/security'), version))).prices
    const close = { asset: 'Lights', date: '2024-01-31', currency: 'EUR' }
    expect(await closes('53')).toEqual([{ ...close, close: '51.25000000' }])
    expect(await closes('70')).toEqual([{ ...close, close: '51.25000000' }])
    expect(await closes('48')).toEqual([{ ...close, close: '512500.0000' }])
    expect((await read(client('<accounts/>'))).prices).toBeUndefined()
  })

  test('a purchase in an older export of an account has no shares: the depot has it whole', async () => {
    const text =
      'Datum;Typ;Wert;Buchungswährung;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz\n2026-05-06T00:00;Kauf;-777,70;EUR;;;IE00B4L5Y983;;LGT;Lights;\n2026-05-07T00:00;Einlage;250,00;EUR;;;;;;;\n'
    const [file] = await openSample(new TextEncoder().encode(text), 'export.csv')
    if (file === undefined) throw new Error('no file')
    const { transactions, issues } = portfolioPerformance.parse(file, {}, kit)
    expect(transactions).toMatchObject([{ type: 'DEPOSIT', amount: '250', currency: 'EUR' }])
    expect(issues.map(({ code, detail }) => `${code}: ${detail}`)).toEqual([
      'no-quantity: The row says no shares, as older exports of an account do. Import the export of the depot: there this trade stands with them. Do not enter it by hand as well.',
    ])
  })

  test('programs of before had other words: a Dutch export, and kinds in Spanish, Italian and the Portuguese of Brazil', async () => {
    const titles =
      'Datum;Type;Waarde;Transactievaluta;Brutobedrag;Valuta brutobedrag;Wisselkoers;Kosten;Belastingen;Aandelen;ISIN;WKN;Tickersymbool;Naam effect;Opmerking'
    const rows = [
      '2026-01-05T00:00;Koop;-1.001,00;EUR;;;;1,00;0,00;10;IE00B4L5Y983;;LGT;Lights;',
      ...['Opname', 'Rente', 'Rentekosten', 'Belastingen', 'Terugbetaling belastingen', 'Overboeking (inkomend)'].map(
        (kind) => `2026-01-06T00:00;${kind};2,00;EUR;;;;0,00;0,00;;;;;;`,
      ),
      ...['Cargo intereses', 'Devolución comisiones', 'Rimozione', 'Interesse passivo', 'Saque', 'Taxas', 'Deposita'].map(
        (kind) => `2026-01-07T00:00;${kind};3,00;EUR;;;;0,00;0,00;;;;;;`,
      ),
    ]
    const [file] = await openSample(new TextEncoder().encode([titles, ...rows, ''].join('\n')), 'export.csv')
    if (file === undefined) throw new Error('no file')
    const { transactions, issues } = portfolioPerformance.parse(file, {}, kit)
    expect(issues).toEqual([])
    expect(transactions.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      'BUY -1001',
      ...['WITHDRAWAL -2', 'INTEREST 2', 'INTEREST -2', 'TAX -2', 'TAX 2', 'TRANSFER 2'],
      ...['INTEREST -3', 'FEE 3', 'WITHDRAWAL -3', 'INTEREST -3', 'WITHDRAWAL -3', 'FEE -3', 'DEPOSIT 3'],
    ])
  })
})
