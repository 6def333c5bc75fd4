import { describe, expect, test } from 'bun:test'
import type { ParsedReport } from '#plugins/brim/contract.ts'
import { ibkr } from '#plugins/brim/ibkr/index.ts'
import { accountedFor, cashOf, holdingsOf, parseSample } from '#test/support/importers.ts'

const fixtures = new URL('./fixtures/ibkr/', import.meta.url)
const read = (name: string) => parseSample(ibkr, new URL(name, fixtures))
const xml = (text: string) => parseSample(ibkr, new TextEncoder().encode(text), { filename: 'flex.xml' })
const flex = (inner: string, statement = 'fromDate="20240101" toDate="20240131"') =>
  xml(
    `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1" ${statement}>${inner}</FlexStatement></FlexStatements></FlexQueryResponse>`,
  )
const codes = ({ issues }: ParsedReport, severity: string) =>
  issues.filter((issue) => issue.severity === severity).map((issue) => `${issue.row} ${issue.code}`)

describe('own fixtures', () => {
  test('flex-accounts.xml adds up to the balances and holdings counted by hand', async () => {
    const { result } = await read('flex-accounts.xml')
    expect(cashOf(result)).toEqual({ USD: '226.84', GBP: '179.59', EUR: '809.06', CNY: '88' })
    expect(holdingsOf(result)).toEqual({ US0000000AB5: '26', IE00000000B1: '3', GAMM: '-3', DELT: '12' })
    expect(codes(result, 'error')).toEqual(['15 security-missing', '31 type-unknown', '38 section-unknown'])
  })

  test('flex-actions.xml keeps holdings and cash of every action that is clear', async () => {
    const { result } = await read('flex-actions.xml')
    expect(cashOf(result)).toEqual({ USD: '126' })
    expect(holdingsOf(result)).toMatchObject({ ALPH: '20', BETA: '5', 'BETA.OLD': '-50', EPSI: '5', THET: '0.5', NUXX: '6' })
    expect(codes(result, 'error')).toEqual([15, 19, 20, 21].map((row) => `${row} corporate-action-unclear`))
  })

  test('flex-contracts.xml: contracts at full value, bonds in percent, accrued interest once', async () => {
    const { result } = await read('flex-contracts.xml')
    expect(cashOf(result)).toEqual({ USD: '719.4', EUR: '-5817.5' })
    expect(holdingsOf(result)).toEqual({ XS0000000009: '6000' })
    expect(result.assets.map((asset) => asset.priceQuantity)).toEqual(['0.01', '0.02', '100'])
  })
})

describe('own CSV fixtures add up to what was counted by hand', () => {
  const expected: readonly (readonly [string, Record<string, string>, Record<string, string>, string[]])[] = [
    ['flexcsv-framed.csv', { USD: '425.04', EUR: '198.2' }, { US0000000AB5: '24' }, ['21 section-unknown']],
    ['flexcsv-plain.csv', { GBP: '-1434.5', EUR: '-3' }, { IE00000000B1: '600' }, ['4 security-missing']],
    [
      'activity.csv',
      { USD: '322.1', EUR: '896.37' },
      { 'ALPH 21JUN24 3 C': '-2', BETA: '300', GAMM: '15' },
      ['44 section-unknown'],
    ],
    ['history.csv', { EUR: '126.11' }, { US0378331005: '30', ALPH: '3' }, ['17 type-unknown']],
  ]
  for (const [name, cash, holdings, errors] of expected) {
    test(name, async () => {
      const { result } = await read(name)
      expect(cashOf(result)).toEqual(cash)
      expect(holdingsOf(result)).toEqual(holdings)
      expect(codes(result, 'error')).toEqual(errors)
    })
  }

  test('the Transaction History states prices in their own currency: the rate follows from the booked amount', async () => {
    const { result } = await read('history.csv')
    expect(result.transactions[2]).toMatchObject({
      price: '10',
      priceCurrency: 'USD',
      fxRate: '0.93',
      amount: '-279.93',
      currency: 'EUR',
    })
  })

  test('the Transaction History has fees of a trade in a column of their own, and names options by their packed symbols', async () => {
    const text = [
      'Statement,Header,Field Name,Field Value',
      'Summary,Header,Field Name,Field Value',
      'Summary,Data,Base Currency,USD',
      'Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Price Currency,Gross Amount ,Commission,Transaction Fees,Exchange Rate,Net Amount',
      'Transaction History,Data,2024-05-06,U1,ALPH 19JUL24 40 C,Sell,ALPH  240719C00040000,-1.0,2.5,USD,250.0,-0.70,-0.02,1,249.28',
      'Transaction History,Data,2024-05-07,U1,BETA PLC,Buy,BETA,10,10,USD,-100,-1,-0.5,1,-101.5',
      'Transaction History,Data,2024-05-08,U1,Cash,System Transfer,-,-,-,-,100,-,-,1,100',
      'Transaction History,Data,2024-05-08,U1,Shares,System Transfer,BETA,5,-,-,50,-,-,1,50',
    ].join('\n')
    const { result } = await parseSample(ibkr, text)
    expect(result.transactions).toMatchObject([
      { type: 'SELL', quantity: '-1', price: '2.5', amount: '249.28', fees: '0.7', taxes: '0.02' },
      { type: 'BUY', amount: '-101.5', fees: '1', taxes: '0.5' },
      { type: 'TRANSFER', amount: '100' },
    ])
    expect(codes(result, 'error')).toEqual(['8 type-unknown'])
    expect(result.assets[0]).toMatchObject({ type: 'OPTION', priceQuantity: '0.01', contract: { strike: '40', right: 'CALL' } })
  })

  test('a statement in German says the same: trades, options, conversions, dividends with their tax, interest, deposits, splits', async () => {
    const { result } = await read('activity-german.csv')
    expect(codes(result, 'error')).toEqual([])
    expect(cashOf(result)).toEqual({ EUR: '1000.37', USD: '322.8' })
    expect(holdingsOf(result)).toEqual({ ALPH: '4800', 'ALPH 21JUN24 3 C': '-2' })
    expect(result.transactions.find(({ type }) => type === 'DIVIDEND')).toMatchObject({ amount: '10.2', taxes: '1.8' })
  })

  test('a Transaction History that does not name its base currency is refused: the price currency is not that of its amounts', async () => {
    const text = await Bun.file(new URL('history.csv', fixtures)).text()
    for (const changed of [text.replace(/^Summary,.*\n/gm, ''), text.replace('Base Currency,EUR', 'Base Currency,?')]) {
      const { confidence, result } = await parseSample(ibkr, changed)
      expect(confidence).toBeGreaterThan(0.8)
      expect(result.transactions).toEqual([])
      expect(codes(result, 'error')).toEqual(['null no-base-currency'])
    }
  })

  test('the same booking has the same external id in XML and CSV', async () => {
    const trade = 'symbol="ALPH" tradeDate="20240103" quantity="1" tradePrice="5" buySell="BUY" transactionID="9401"'
    const fromXml = await flex(`<Trades><Trade currency="USD" ${trade} /></Trades>`)
    const fromCsv = await read('flexcsv-framed.csv')
    expect(fromXml.result.transactions[0]?.externalId).toBe(fromCsv.result.transactions[0]?.externalId)
  })

  test('a contract of unknown size is refused, not taken for a size of 1', async () => {
    const { result } = await parseSample(
      ibkr,
      'AssetClass,Symbol,TradeDate,Quantity,TradePrice,CurrencyPrimary,IBCommission,Buy/Sell\nOPT,ALPH 21JUN24 3 C,20240103,1,0.5,USD,-1,BUY\n',
    )
    expect(codes(result, 'error')).toEqual(['2 amount-missing'])
  })
})

describe('rules', () => {
  const trade = (fields: string) =>
    `<Trade currency="USD" assetCategory="STK" symbol="ALPH" tradeDate="20240102" quantity="10" tradePrice="5" buySell="BUY" ${fields} />`

  test('the broker writes a tax on the dividend of another action: it stays apart', async () => {
    const row = (fields: string) =>
      `<CashTransaction currency="USD" symbol="ALPH" dateTime="20240105" levelOfDetail="DETAIL" ${fields} />`
    const { result } = await flex(
      `<CashTransactions>${row('type="Dividends" amount="10" actionID="1" description="ALPH CASH DIVIDEND"')}${row('type="Withholding Tax" amount="-1.5" actionID="2" description="ALPH CASH DIVIDEND - US TAX"')}</CashTransactions>`,
    )
    expect(result.transactions.map(({ type, amount }) => [type, amount])).toEqual([
      ['DIVIDEND', '10'],
      ['TAX', '-1.5'],
    ])
  })

  test('a dividend that gives capital back is no income; each tax goes with the payment that it names', async () => {
    const rows = [
      'Statement,Header,Field Name,Field Value',
      'Statement,Data,BrokerName,Interactive Brokers',
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,CHF,2025-05-14,HLTP(CH0000000EE5) Cash Dividend CHF 1.20 per Share (Return of Capital),12',
      'Dividends,Data,CHF,2025-05-14,HLTP(CH0000000EE5) Cash Dividend CHF 2.00 per Share (Ordinary Dividend),20',
      'Withholding Tax,Header,Currency,Date,Description,Amount,Code',
      'Withholding Tax,Data,CHF,2025-05-14,HLTP(CH0000000EE5) Cash Dividend CHF 1.20 per Share - CH Tax,-0.6,',
      'Withholding Tax,Data,CHF,2025-05-14,HLTP(CH0000000EE5) Cash Dividend CHF 2.00 per Share - CH Tax,-7,',
    ]
    const { result } = await parseSample(ibkr, `${rows.join('\n')}\n`)
    expect(result.transactions.map(({ type, amount, taxes }) => [type, amount, taxes])).toEqual([
      ['RETURN_OF_CAPITAL', '11.4', '0.6'],
      ['DIVIDEND', '13', '7'],
    ])
  })

  test('a tax larger than its dividend stays apart', async () => {
    const row = (fields: string) => `<CashTransaction currency="USD" symbol="ALPH" dateTime="20240105" ${fields} />`
    const { result } = await flex(
      `<CashTransactions>${row('type="Dividends" amount="1" description="ALPH DIVIDEND"')}${row('type="Withholding Tax" amount="-1.5" description="ALPH DIVIDEND - US TAX"')}</CashTransactions>`,
    )
    expect(result.transactions).toHaveLength(2)
  })

  test('a stale net cash gives way to quantity x price and proceeds, with a warning', async () => {
    const { result } = await flex(`<Trades>${trade('proceeds="-50" ibCommission="-1" netCash="-47.5"')}</Trades>`)
    expect(cashOf(result)).toEqual({ USD: '-51' })
    expect(codes(result, 'warning')).toEqual(['1 net-cash-differs'])
  })

  test('only orders in the file: the orders count; only asset classes: a warning', async () => {
    const order = trade('proceeds="-50" ibCommission="-1" levelOfDetail="ORDER"').replace('<Trade', '<Order')
    expect(cashOf((await flex(`<Trades>${order}</Trades>`)).result)).toEqual({ USD: '-51' })
    const { file, result } = await flex(
      '<Trades><AssetSummary assetCategory="STK" quantity="3" levelOfDetail="ASSET_SUMMARY" /></Trades>',
    )
    expect(accountedFor(file, result)).toEqual([])
    expect(codes(result, 'warning')).toEqual(['1 only-totals'])
  })

  test('only the statement of funds in the file: refused, not taken for trades', async () => {
    const { result } = await flex('<StmtFunds><StatementOfFundsLine currency="USD" date="20240102" amount="-5" /></StmtFunds>')
    expect(codes(result, 'error')).toEqual(['1 sections-missing'])
  })

  test('days with slashes that leave the order open: an error, unless the option says it', async () => {
    const text = trade('ibCommission="-1"').replace('20240102', '01/02/2024')
    const slashed = await flex(`<Trades>${text}</Trades>`, 'fromDate="01/01/2024" toDate="01/03/2024"')
    expect(codes(slashed.result, 'error')).toEqual(['1 date-ambiguous'])
    expect(ibkr.parse(slashed.file, { date_order: 'mdy' }, await import('#plugins/kit/index.ts')).transactions[0]?.date).toBe(
      '2024-01-02',
    )
    expect(ibkr.parse(slashed.file, { date_order: 'dmy' }, await import('#plugins/kit/index.ts')).transactions[0]?.date).toBe(
      '2024-02-01',
    )
  })

  test('a figure with more than 12 places is rounded half to even at the twelfth', async () => {
    const row = '<CashTransaction currency="GBP" type="Other Fees" dateTime="20240105" amount="-2.637591265E-4" />'
    expect(cashOf((await flex(`<CashTransactions>${row}</CashTransactions>`)).result)).toEqual({ GBP: '-0.000263759126' })
  })

  test('two bookings with one id and different figures both count, under different external ids', async () => {
    const row = (amount: string) =>
      `<CashTransaction currency="EUR" type="Other Fees" dateTime="20240105" transactionID="7" amount="${amount}" />`
    const { result } = await flex(`<CashTransactions>${row('-1')}${row('-2')}${row('-2')}</CashTransactions>`)
    expect(result.transactions.map((draft) => [draft.externalId, draft.amount])).toEqual([
      ['cash:7', '-1'],
      ['cash:7:2', '-2'],
    ])
    expect(result.ignored).toEqual([{ row: 3, reason: 'repeats row 2' }])
  })

  test('an execution that has no other number than its own counts once, too; without any number, twins are two', async () => {
    const trade = (fields: string) =>
      `<Trade assetCategory="STK" currency="USD" symbol="ALPH" conid="1" tradeDate="20240103" quantity="1" tradePrice="5" proceeds="-5" ibCommission="0" netCash="-5" buySell="BUY" ${fields}/>`
    const heldOf = async (...fields: readonly string[]) =>
      holdingsOf((await flex(`<Trades>${fields.map(trade).join('')}</Trades>`)).result)
    const one = 'ibExecID="0000e0d5.65b.01.01"'
    expect(Object.values(await heldOf(one, one, 'ibExecID="0000e0d5.65b.02.01"'))).toEqual(['2'])
    expect(Object.values(await heldOf('', ''))).toEqual(['2'])
  })
})

describe('what is no Flex Query', () => {
  const problem = async (text: string, filename = 'flex.xml') => {
    const { confidence, result } = await parseSample(ibkr, new TextEncoder().encode(text), { filename })
    expect(result.transactions).toEqual([])
    expect(result.issues.map(({ row, severity }) => [row, severity])).toEqual([[null, 'error']])
    return { confidence, code: result.issues[0]?.code }
  }

  test('a document type is refused, also with an entity in it', async () => {
    const text =
      '<!DOCTYPE FlexQueryResponse [<!ENTITY a "x">]><FlexQueryResponse><FlexStatements>&a;</FlexStatements></FlexQueryResponse>'
    expect((await problem(text)).code).toBe('xml-unreadable')
  })

  test('a file that is cut off is refused as a whole', async () => {
    const text = await Bun.file(new URL('flex-accounts.xml', fixtures)).text()
    expect((await problem(text.slice(0, text.length / 2))).code).toBe('xml-unreadable')
  })

  test('other XML, other text, another broker: 0 and one error', async () => {
    expect(await problem('<Document><Ntry/></Document>')).toEqual({ confidence: 0, code: 'not-a-flex-query' })
    expect(await problem('{"trades": []}', 'a.json')).toMatchObject({ confidence: 0 })
    expect(await problem('Date,Ticker,Type,Quantity\n2024-01-02,ALPH,BUY,3\n', 'a.csv')).toMatchObject({ confidence: 0 })
  })

  test('the answer of the web service that the report is not ready yet: its message', async () => {
    const text =
      '<FlexStatementResponse><Status>Warn</Status><ErrorMessage>Statement generation in progress.</ErrorMessage></FlexStatementResponse>'
    expect(await problem(text)).toEqual({ confidence: 0, code: 'flex-not-ready' })
  })

  test('a response without statements: nothing, and no error', async () => {
    const { confidence, result } = await xml('<FlexQueryResponse><FlexStatements count="0"></FlexStatements></FlexQueryResponse>')
    expect(confidence).toBeGreaterThan(0.8)
    expect([result.transactions, result.issues, result.rows]).toEqual([[], [], []])
  })

  test('white space before the last tag changes nothing', async () => {
    const text = await Bun.file(new URL('flex-accounts.xml', fixtures)).text()
    const spaced = await xml(text.replace('</FlexQueryResponse>', '\n\t  </FlexQueryResponse>'))
    expect(spaced.result).toEqual((await read('flex-accounts.xml')).result)
  })
})

test('the icon is served and the texts are there', () => {
  expect(ibkr.assets['icon.svg']).toContain('<svg')
  expect(ibkr.docs).toContain('Flex')
})
