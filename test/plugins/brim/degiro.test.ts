import { describe, expect, test } from 'bun:test'
import { degiro } from '#plugins/brim/degiro/index.ts'
import { kindOf } from '#plugins/brim/degiro/words.ts'
import { fold, readCsv } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, decimal, formatDecimal, negate, subtract, sum, ZERO } from '#src/shared/decimal.ts'
import { accountedFor, cashOf, checkResult, holdingsOf, parseSample, typesOf } from '#test/support/importers.ts'
import { describeSamples, sampleAt, samplesOf } from '#test/support/samples.ts'

const fixtures = new URL('./fixtures/degiro/', import.meta.url)
const HEADER = 'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id'

/** This test's own reading of a cell: with both signs the last is decimal, a lone comma is decimal. */
function read(cell: string): Decimal {
  const plain =
    cell.lastIndexOf(',') > cell.lastIndexOf('.') ? cell.replaceAll('.', '').replace(',', '.') : cell.replaceAll(',', '')
  return decimal(plain)
}

/** Sums of the change column per currency, without the rows that `leaveOut` names. */
function changes(
  rows: readonly { cells: readonly string[] }[],
  leaveOut: (cells: readonly string[]) => boolean,
): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const { cells } of rows) {
    if (!/^\d/.test(cells[0] ?? '') || (cells[8] ?? '') === '' || leaveOut(cells)) continue
    sums.set(cells[7] as string, add(sums.get(cells[7] as string) ?? ZERO, read(cells[8] as string)))
  }
  return Object.fromEntries([...sums].filter(([, value]) => value !== 0n).map(([key, value]) => [key, formatDecimal(value)]))
}

const isSweep = (cells: readonly string[]) => /Cash Sweep Transfer/.test(cells[5] ?? '')
const account = (...rows: string[]) => parseSample(degiro, `${HEADER}\n${rows.join('\n')}\n`, { filename: 'Account.csv' })

describe('own fixtures', () => {
  test('account-english.csv adds up to what was counted by hand', async () => {
    const { result } = await parseSample(degiro, new URL('account-english.csv', fixtures))
    expect(cashOf(result)).toEqual({ EUR: '885.08', GBP: '-126.37', CHF: '0.01' })
    expect(holdingsOf(result)).toMatchObject({ US0000000AA7: '4', NL0000000BB3: '-10', GB0000000CC9: '50', US0000000DD1: '-27' })
    const errors = result.issues.filter((issue) => issue.severity === 'error').map((issue) => [issue.row, issue.code])
    expect(errors.toSorted()).toEqual([
      [36, 'half-corporate-action'],
      [47, 'half-conversion'],
      [48, 'unknown-description'],
      [49, 'no-description'],
    ])
  })
})

describe('orders', () => {
  test('an order in another currency is one trade in the account currency, as the transactions report has it', async () => {
    const { result } = await account(
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,FX Debit,,EUR,-139.12,EUR,1,o1',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,FX Credit,1.0782,USD,150.00,USD,0,o1',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,DEGIRO Transaction and/or third party fees,,EUR,-2.00,EUR,1,o1',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,Buy 4 A@37.5 USD (US0000000AA7),,USD,-150.00,USD,1,o1',
    )
    const report = await parseSample(
      degiro,
      'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third,,Total,,Order ID\n' +
        '18-03-2025,15:31,A,US0000000AA7,NDQ,XNAS,4,37.5000,USD,-150.00,USD,-139.12,EUR,1.0782,-2.00,EUR,-141.12,EUR,o1\n',
    )
    const { rows: _rows, description: _text, ...fromAccount } = result.transactions[0] ?? {}
    const { rows: _rows2, ...fromReport } = report.result.transactions[0] ?? {}
    expect(result.transactions).toHaveLength(1)
    expect(fromAccount as unknown).toEqual(fromReport)
    expect(report.result.transactions[0]?.externalId).toBe('o1/2025-03-18')
  })

  test('fills of one minute get their own fees and conversions, in a file that begins with the oldest, too', async () => {
    const rows = [
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,FX Debit,,EUR,-37.10,EUR,1,11112222-aaaa-',
      ',,,,,,,,,,,4bbb',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,FX Credit,1.0782,USD,40.00,USD,0,11112222-aaaa-4bbb',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,DEGIRO Transaction and/or third party fees,,EUR,-2.00,EUR,1,11112222-aaaa-4bbb',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,Buy 4 A@10 USD (US0000000AA7),,USD,-40.00,USD,1,11112222-aaaa-4bbb',
      '18-03-2025,15:31,18-03-2025,B,DE0000000BB3,DEGIRO Transaction and/or third party fees,,EUR,-1.00,EUR,1,o2',
      '18-03-2025,15:31,18-03-2025,B,DE0000000BB3,Buy 2 B@5 EUR (DE0000000BB3),,EUR,-10.00,EUR,1,o2',
      '18-03-2025,15:31,18-03-2025,B,DE0000000BB3,DEGIRO Transaction and/or third party fees,,EUR,-3.00,EUR,1,o2',
      '18-03-2025,15:31,18-03-2025,B,DE0000000BB3,Buy 1 B@5 EUR (DE0000000BB3),,EUR,-5.00,EUR,1,o2',
      '17-03-2025,09:00,17-03-2025,,,flatex Deposit,,EUR,100.00,EUR,1,',
    ]
    const booked = async (lines: readonly string[]) =>
      (await account(...lines)).result.transactions
        .map(({ type, amount, fees, currency }) => [type, amount, fees, currency].join(' '))
        .toSorted()
    const newestFirst = await booked(rows)
    expect(newestFirst).toContain('BUY -39.1 2 EUR')
    expect(newestFirst).toContain('BUY -8 3 EUR')
    expect(await booked(rows.toReversed())).toEqual(newestFirst)
  })

  test('two fills of one order on one day have no external id; on two days each has its own', async () => {
    const fill = (day: string, time: string) =>
      `${day},${time},${day},A,US0000000AA7,Buy 1 A@10 EUR (US0000000AA7),,EUR,-10.00,EUR,1,o1`
    const sameDay = await account(fill('03-03-2025', '10:00'), fill('03-03-2025', '09:00'))
    expect(sameDay.result.transactions.map((draft) => draft.externalId)).toEqual([undefined, undefined])
    const twoDays = await account(fill('04-03-2025', '10:00'), fill('03-03-2025', '09:00'))
    expect(twoDays.result.transactions.map((draft) => draft.externalId)).toEqual(['o1/2025-03-04', 'o1/2025-03-03'])
  })

  test('a conversion of another amount stays a conversion, and the fee in another currency a fee', async () => {
    const { file, result } = await account(
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,FX Debit,,EUR,-92.75,EUR,1,o1',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,FX Credit,1.0782,USD,100.00,USD,0,o1',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,DEGIRO Transaction and/or third party fees,,EUR,-2.00,EUR,1,o1',
      '18-03-2025,15:31,18-03-2025,A,US0000000AA7,Buy 4 A@37.5 USD (US0000000AA7),,USD,-150.00,USD,1,o1',
    )
    expect(typesOf(result.transactions)).toEqual({ BUY: 1, FX_CONVERSION: 2, FEE: 1 })
    expect(cashOf(result)).toEqual({ USD: '-50', EUR: '-94.75' })
    expect(accountedFor(file, result)).toEqual([])
  })

  test('quantities are read so that they give the booked amount', async () => {
    const { result } = await account(
      '05-03-2025,10:00,05-03-2025,A,US0000000AA7,"Koop 1.234 @ 10 EUR",,EUR,"-12.340,00",EUR,1,o1',
      '05-03-2025,10:00,05-03-2025,A,US0000000AA7,"Koop 1,234 @ 10 EUR",,EUR,"-12,34",EUR,1,o2',
      '05-03-2025,10:00,05-03-2025,A,US0000000AA7,"Vente 1 046 @ 1 035 EUR",,EUR,"1082610,00",EUR,1,o3',
      '05-03-2025,10:00,05-03-2025,A,US0000000AA7,"Buy 5 888 Holdings@1,5 GBP (US0000000AA7)",,GBP,"-7,50",GBP,1,o4',
    )
    expect(result.transactions.map((draft) => draft.quantity)).toEqual(['1234', '1.234', '-1046', '5'])
    expect(result.issues).toEqual([])
  })

  test('a purchase that brought money in is refused, and a sale that cost money, which no ledger takes', async () => {
    const { result } = await account(
      '05-03-2025,10:00,05-03-2025,A,US0000000AA7,Buy 1 A@10 EUR (US0000000AA7),,EUR,10.00,EUR,1,o1',
      '05-03-2025,10:00,05-03-2025,A,US0000000AA7,Sell 1 A@10 EUR (US0000000AA7),,EUR,-10.00,EUR,1,o2',
    )
    expect(result.issues.map((issue) => [issue.severity, issue.code])).toEqual([
      ['error', 'bad-trade'],
      ['error', 'bad-trade'],
    ])
    expect(result.transactions).toEqual([])
  })
})

describe('cash', () => {
  test('a reservation counts when it is made, whichever part of it a report has', async () => {
    const made = '28-02-2025,20:15,28-02-2025,,,Reservation iDEAL / Sofort Deposit,,EUR,50.00,EUR,50.00,'
    const back = '03-03-2025,08:59,28-02-2025,,,Reservation iDEAL / Sofort Deposit,,EUR,-50.00,EUR,0.00,'
    const final = '03-03-2025,08:59,28-02-2025,,,iDEAL Deposit,,EUR,50.00,EUR,50.00,'
    const days = async (...rows: string[]) =>
      (await account(...rows)).result.transactions.map((draft) => [draft.type, draft.date, draft.amount])
    expect(await days(final, back, made)).toEqual([['DEPOSIT', '2025-02-28', '50']])
    expect(await days(made)).toEqual([['DEPOSIT', '2025-02-28', '50']])
    expect(await days(final, back)).toEqual([])
    expect(await days(final)).toEqual([['DEPOSIT', '2025-03-03', '50']])
  })

  test('a dividend booked, cancelled and booked again on one day is one dividend; cancelled for good it is none', async () => {
    const row = (text: string, amount: string) => `21-03-2025,10:02,20-03-2025,A,US0000000AA7,${text},,EUR,${amount},EUR,1,`
    const again = await account(
      row('Dividend', '4.40'),
      row('Dividend Tax', '-0.66'),
      row('Dividend', '-4.00'),
      row('Dividend', '4.00'),
    )
    expect(again.result.transactions).toMatchObject([{ type: 'DIVIDEND', amount: '3.74', taxes: '0.66' }])
    const gone = await account(row('Dividend', '-4.00'), row('Dividend', '4.00'))
    expect(gone.result.transactions).toEqual([])
    expect(accountedFor(gone.file, gone.result)).toEqual([])
  })

  test('a return of capital is none of the dividends of its day, which have the tax; a cash settlement is one with a warning', async () => {
    const row = (text: string, amount: string, isin = 'US0000000AA7') =>
      `21-03-2025,10:02,20-03-2025,A,${isin},${text},,EUR,${amount},EUR,1,`
    const { file, result } = await account(
      row('Dividend', '4.00'),
      row('Dividend Tax', '-0.60'),
      row('Capital Return', '2.00'),
      row('Distribution Capital Gain', '3.00', 'US0000000DD1'),
      row('Contante Verrekening Aandelen', '1.50', 'DE0000000BB3'),
      row('Kapitaalsuitkering', '9.00', 'NL0000000BB3'),
      row('Dividendbelasting', '-1.00', 'NL0000000BB3'),
      row('Rendimiento de capital', '4.80', 'US0000000EE9'),
    )
    const booked = result.transactions.map(({ type, amount, taxes, asset }) => [asset, type, amount, taxes ?? '0'])
    expect(booked.toSorted()).toEqual([
      ['DE0000000BB3', 'RETURN_OF_CAPITAL', '1.5', '0'],
      ['NL0000000BB3', 'RETURN_OF_CAPITAL', '8', '1'],
      ['US0000000AA7', 'DIVIDEND', '3.4', '0.6'],
      ['US0000000AA7', 'RETURN_OF_CAPITAL', '2', '0'],
      ['US0000000DD1', 'DIVIDEND', '3', '0'],
      ['US0000000EE9', 'RETURN_OF_CAPITAL', '4.8', '0'],
    ])
    expect(result.issues.map(({ row, severity, code }) => [row, severity, code])).toEqual([[6, 'warning', 'cash-settlement']])
    expect(accountedFor(file, result)).toEqual([])
  })

  test('twin dividends of one minute stay two, each with its tax', async () => {
    const row = (text: string, amount: string) => `20-03-2025,07:40,19-03-2025,A,US0000000AA7,${text},,EUR,${amount},EUR,1,`
    const twins = await account(row('Dividend', '1.38'), row('Dividend', '1.38'))
    expect(twins.result.transactions).toMatchObject([
      { type: 'DIVIDEND', amount: '1.38', rows: [2] },
      { type: 'DIVIDEND', amount: '1.38', rows: [3] },
    ])
    const taxed = await account(
      row('Dividend', '4.00'),
      row('Dividend Tax', '-0.60'),
      row('Dividend', '4.00'),
      row('Dividend Tax', '-0.50'),
    )
    expect(taxed.result.transactions).toMatchObject([
      { type: 'DIVIDEND', amount: '3.4', taxes: '0.6', rows: [2, 3] },
      { type: 'DIVIDEND', amount: '3.5', taxes: '0.5', rows: [4, 5] },
    ])
    const half = await account(row('Dividend', '4.00'), row('Dividend', '4.00'), row('Dividend Tax', '-0.50'))
    expect(half.result.transactions).toMatchObject([
      { type: 'DIVIDEND', amount: '4', rows: [2] },
      { type: 'DIVIDEND', amount: '3.5', taxes: '0.5', rows: [3, 4] },
    ])
  })

  test('a cancelled dividend of another day is a negative dividend, its tax a refund', async () => {
    const { result } = await account(
      '21-03-2025,10:02,20-03-2025,A,US0000000AA7,Dividend,,EUR,-4.00,EUR,1,',
      '21-03-2025,10:02,20-03-2025,A,US0000000AA7,Dividend Tax,,EUR,0.60,EUR,1,',
    )
    expect(result.transactions).toMatchObject([
      { type: 'DIVIDEND', amount: '-4' },
      { type: 'TAX', amount: '0.6' },
    ])
  })
})

describe('words', () => {
  const known: Readonly<Record<string, readonly string[]>> = {
    sweep: [
      'Degiro Cash Sweep Transfer',
      'Überweisung auf Ihr Geldkonto bei der flatexDEGIRO Bank: 277,14 CHF',
      'Transferir a su Cuenta de Efectivo en flatexDEGIRO Bank: 51,18 EUR',
    ],
    fund: [
      'Geldmarktfonds Preisänderung (EUR)',
      'Variation Fonds Monétaires (EUR)',
      'Změna ceny Peněžního Fondu (EUR)',
      'Conversione Fondo Comune Monetario: Acquisto',
    ],
    fx: [
      'Währungswechsel (Einbuchung)',
      'Operation de change - Crédit',
      'Prelievo FX',
      'Credito FX',
      'Levantamento de divisa',
      'Retirada Cambio de Divisa',
      'FX vyúčtování konverze měny',
      'Valuta Debitering',
    ],
    'dividend-tax': [
      'Dividendbelasting',
      'Dividend Tax',
      'Dividendensteuer',
      'Impôts sur dividende',
      'Retención del dividendo',
      'Ritenuta sul dividendo',
      'Imposto sobre dividendo',
      'Daň z dividendy',
    ],
    dividend: ['Dividend', 'Dividende', 'Dividendo', 'Dividenda', 'Fondsausschüttung', 'Fund Distribution', 'Udbytte'],
    tax: [
      'Transactiebelasting Frankrijk',
      'Stamp Duty (London/Dublin)',
      'Spanish Transaction Tax',
      'Impuesto de transacción Frances',
      'Imposta di bollo',
    ],
    fee: [
      'DEGIRO Aansluitingskosten 2024 (Nasdaq - NDQ)',
      'Frais de connexion aux places boursières 2025 (Xetra - XET)',
      'Comissões de transação DEGIRO e/ou taxas de terceiros',
      'Custo de Conectividade DEGIRO 2023',
      'Costes de transacción y/o externos de DEGIRO',
      'ADR/GDR Weitergabegebühr',
      'DEGIRO courtesy',
      'Comisión de conectividad con el mercado',
      'SOFORT Zahlungsgebühr',
      'DEGIRO poplatek za Obchodování 2025',
    ],
    interest: [
      'Flatex Interest Income',
      'Rente',
      'Meegekochte Rente',
      'Zinsen',
      'Intérêts débiteurs mensuels (Débit Argent)',
      'Juros',
      'Inkomsten uit Securities Lending - December',
    ],
    reservation: ['Reservation iDEAL / Sofort Deposit', 'Reservierung SOFORT Einzahlung', 'Prenotazione deposito iDEAL'],
    withdrawal: [
      'Processed Flatex Withdrawal',
      'flatex terugstorting',
      'Auszahlung',
      'Retrait de fonds',
      'Prelievo flatex',
      'SEPA Instant Terugstorting',
    ],
    deposit: [
      'iDEAL storting',
      'flatex Storting',
      'SOFORT Einzahlung',
      'iDEAL Depósitos',
      'Ingreso',
      'Versement de fonds',
      'Vklad',
      'Deposito flatex',
    ],
  }
  for (const [kind, texts] of Object.entries(known))
    test(`${kind}: ${texts.length} texts of several languages`, () => {
      expect(texts.map((text) => [text, kindOf(fold(text)) as string])).toEqual(texts.map((text) => [text, kind]))
    })

  test('a text that is not known has no meaning', () => {
    expect(['Onbekende Actie Die Niemand Kent', 'Zorglub', 'Dividend Herinvestering'].map((text) => kindOf(fold(text)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('what is not ours', () => {
  test('0 for other CSV files and one error for the whole file', async () => {
    for (const text of [
      'Symbol,Type,Quantity,Price,Value,Fees,Date\nBTC,Buy,1,2,3,4,5\n',
      'a,b\n1,2\n',
      'Date,Amount\n2024-01-01,3\n',
    ]) {
      const { confidence, result } = await parseSample(degiro, text)
      expect(confidence).toBe(0)
      expect(result.transactions).toEqual([])
      expect(result.issues).toMatchObject([{ row: null, severity: 'error', code: 'not-degiro' }])
    }
  })

  test('the portfolio report is refused with a reason', async () => {
    const { confidence, result } = await parseSample(
      degiro,
      'Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nA,US0000000AA7,1,"2,00",EUR,"2,00","2,00"\n',
    )
    expect(confidence).toBeGreaterThan(0.7)
    expect(result.issues).toMatchObject([{ row: null, severity: 'error', code: 'positions-report' }])
    expect([result.positions, result.prices]).toEqual([undefined, undefined])
  })
})

const EXPECTED: Readonly<Record<string, Record<string, number>>> = {
  'account-fr-osa.csv': { FX_CONVERSION: 78, DIVIDEND: 44, WITHDRAWAL: 2, SELL: 4, INTEREST: 1, FEE: 6 },
  'account-nl-etg.csv': { FX_CONVERSION: 8, DIVIDEND: 10, BUY: 10, DEPOSIT: 2, SELL: 3, FEE: 8, TAX: 1, INTEREST: 2 },
  'account-sk-en-single-buy-marketfund.csv': {},
  'account-sk-en-single-buy-usd.csv': { BUY: 1 },
  'account-sk-en-single-dividend.csv': { DIVIDEND: 1 },
  'account-sk-nl-no-description.csv': {},
  'account-sk-nl-single-buy-euro-en-headers.csv': { BUY: 1 },
  'account-sk-nl-single-buy-euro-whole-number.csv': { BUY: 1 },
  'account-sk-nl-single-buy-euro.csv': { BUY: 1 },
  'account-sk-nl-single-buy-usd.csv': { BUY: 1 },
  'account-sk-nl-single-deposit.csv': { DEPOSIT: 1 },
  'account-sk-nl-single-dividend.csv': { DIVIDEND: 1 },
  'account-sk-nl-single-sell-euro.csv': {},
  'account-sk-nl-single-withdrawal.csv': { DEPOSIT: 1 },
  'account-sk-pt-single-buy-euro.csv': { BUY: 1 },
  'account-sk-pt-single-deposit.csv': { DEPOSIT: 1 },
  'account-sk-pt-single-fee.csv': { FEE: 1 },
  'account-sk-pt-single-sell-euro.csv': {},
  'account-wdi-accrued-interest.csv': { BUY: 1, INTEREST: 1 },
  'account-wdi-example.csv': { WITHDRAWAL: 1, DEPOSIT: 2, FEE: 2, SELL: 1, FX_CONVERSION: 2, DIVIDEND: 1, INTEREST: 1, BUY: 1 },
  'account-wdi-localized-quantities.csv': { BUY: 4, INTEREST: 4 },
  'account-wdi-unknown-type.csv': { DEPOSIT: 1 },
  'transactions-de-wojp.csv': { BUY: 1, SELL: 1 },
  'transactions-en-fcos.csv': { BUY: 87, SELL: 24, ADJUSTMENT: 1 },
}
/** Rows that become an error: their change is in no draft. */
const REFUSED: Readonly<Record<string, readonly number[]>> = {
  'account-sk-nl-no-description.csv': [2],
  // Its money goes out where the sale says that it came in.
  'account-sk-nl-single-sell-euro.csv': [3, 2],
  'account-sk-pt-single-sell-euro.csv': [3, 2],
  'account-wdi-unknown-type.csv': [3],
}

describeSamples('recorded files', () => {
  const names = samplesOf('degiro')
  test(`${names.length} files, every one expected here`, () => {
    expect(names.filter((name) => !(name in EXPECTED)).toSorted()).toEqual(['portfolio-fr-osa.csv'])
  })

  for (const [name, types] of Object.entries(EXPECTED))
    test(`${name}: counts per type, every row accounted for, no faulty draft`, async () => {
      const { file, confidence, result } = await parseSample(degiro, sampleAt(`degiro/${name}`))
      expect(confidence).toBeGreaterThan(0.9)
      expect(typesOf(result.transactions)).toEqual(types)
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
      expect(result.issues.flatMap((issue) => (issue.severity === 'error' ? [issue.row as number] : []))).toEqual([
        ...(REFUSED[name] ?? []),
      ])
    })

  for (const name of names.filter((name) => name.startsWith('account-')))
    test(`${name}: the drafts sum to the change column without sweeps`, async () => {
      const { file, result } = await parseSample(degiro, sampleAt(`degiro/${name}`))
      const refused = new Set(REFUSED[name] ?? [])
      const rows = readCsv(file.text).rows.filter((row) => !refused.has(row.number))
      expect(cashOf(result)).toEqual(changes(rows, isSweep))
    })

  test('account-fr-osa.csv: the drafts move the balances from the oldest to the newest, but for cents of masking', async () => {
    const { file, result } = await parseSample(degiro, sampleAt('degiro/account-fr-osa.csv'))
    const rows = readCsv(file.text).rows.slice(1)
    const cash = cashOf(result)
    for (const currency of ['CHF', 'USD', 'EUR']) {
      const own = rows.filter((row) => row.cells[9] === currency)
      const [newest, oldest] = [own[0], own.at(-1)]
      const before = subtract(read(oldest?.cells[10] ?? '0'), read(oldest?.cells[8] || '0'))
      const moved = subtract(read(newest?.cells[10] ?? '0'), before)
      expect(absolute(subtract(decimal(cash[currency] ?? '0'), moved)) <= decimal('0.05')).toBe(true)
    }
  })

  test('account-fr-osa.csv: dividends and their taxes are those of the file', async () => {
    const { file, result } = await parseSample(degiro, sampleAt('degiro/account-fr-osa.csv'))
    const column = (pattern: RegExp) =>
      sum(
        readCsv(file.text)
          .rows.filter((row) => pattern.test(row.cells[5] ?? ''))
          .map((row) => read(row.cells[8] ?? '0')),
      )
    const drafts = result.transactions.filter((draft) => draft.type === 'DIVIDEND')
    expect(sum(drafts.map((draft) => decimal(draft.taxes ?? '0')))).toBe(negate(column(/^Impôts sur dividende$/)))
    expect(sum(drafts.map((draft) => add(decimal(draft.amount ?? '0'), decimal(draft.taxes ?? '0'))))).toBe(column(/^Dividende$/))
  })

  test('transactions-en-fcos.csv: cash is the total column, holdings are the quantity column per ISIN, prices stay', async () => {
    const { file, result } = await parseSample(degiro, sampleAt('degiro/transactions-en-fcos.csv'))
    const rows = readCsv(file.text)
      .rows.slice(1)
      .filter((row) => row.cells.length >= 18 && row.cells[5] !== '')
    expect(rows).toHaveLength(114)
    expect(cashOf(result)).toEqual({ EUR: formatDecimal(sum(rows.map((row) => decimal(row.cells[16] as string)))) })
    const held = new Map<string, Decimal>()
    for (const { cells } of rows)
      held.set(cells[3] as string, add(held.get(cells[3] as string) ?? ZERO, decimal(cells[5] as string)))
    const expected = Object.fromEntries(
      [...held].filter(([, value]) => value !== 0n).map(([isin, value]) => [isin, formatDecimal(value)]),
    )
    expect(holdingsOf(result)).toEqual(expected)
    const trades = result.transactions.filter((draft) => draft.type !== 'ADJUSTMENT')
    expect(trades.filter((draft) => draft.price === undefined)).toEqual([])
    const options = result.assets.filter((asset) => asset.type === 'OPTION').map((asset) => asset.priceQuantity)
    expect(options).toEqual(['0.01', '0.01', '0.01', '0.01'])
    const call = result.assets.find((asset) => asset.name === 'RD C16.00 18JUN21')?.contract
    expect(call).toEqual({ underlying: 'RD', expiry: '2021-06-18', strike: '16', right: 'CALL', multiplier: '100' })
  })

  test('portfolio-fr-osa.csv is refused: it holds positions', async () => {
    const { confidence, result } = await parseSample(degiro, sampleAt('degiro/portfolio-fr-osa.csv'))
    expect(confidence).toBeGreaterThan(0.7)
    expect(result.issues).toMatchObject([{ row: null, severity: 'error', code: 'positions-report' }])
    expect([result.positions, result.prices]).toEqual([undefined, undefined])
  })
})

describe('a column that the reports did not have', () => {
  const row = '18-03-2025,15:31,18-03-2025,,,flatex Deposit,,EUR,100.00,EUR,100.00,'
  const parsed = (header: string, line: string) => parseSample(degiro, `${header}\n${line}\n`, { filename: 'Account.csv' })

  test('is named, and a warning where its title looks as if it counted', async () => {
    for (const [title, severity] of [
      ['Note', 'info'],
      ['Stamp duty', 'warning'],
      ['Fee', 'warning'],
    ] as const) {
      const { confidence, result } = await parsed(`${HEADER},${title}`, `${row},1.5`)
      expect([confidence, cashOf(result)]).toEqual([0.98, { EUR: '100' }])
      expect(result.issues).toMatchObject([{ row: null, severity, code: 'column-unread' }])
      expect(result.issues[0]?.detail).toContain(title)
    }
  })

  test('is found between the others; two of them, or one in place of another, are no report', async () => {
    const inside = await parsed(HEADER.replace('Product', 'Note,Product'), row.replace('18-03-2025,,', '18-03-2025,x,,'))
    expect([inside.confidence, cashOf(inside.result)]).toEqual([0.98, { EUR: '100' }])
    expect((await parsed(`${HEADER},Note,Venue`, `${row},x,y`)).confidence).toBe(0)
    expect((await parsed(HEADER.replace('FX', 'Note,Remark'), row.replace('Deposit,,', 'Deposit,,,'))).confidence).toBe(0)
  })
})
