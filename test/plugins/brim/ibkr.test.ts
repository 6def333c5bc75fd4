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
      { USD: '322.8', EUR: '896.37' },
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

  test('a trade whose quantity x price is 0 at 12 places is booked by its amount, without the rate that would follow', async () => {
    const text = [
      'Statement,Header,Field Name,Field Value',
      'Summary,Header,Field Name,Field Value',
      'Summary,Data,Base Currency,EUR',
      'Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Price Currency,Gross Amount,Commission,Net Amount',
      'Transaction History,Data,2024-01-02,U1,DUST,Buy,DUST,0.0000001,0.0000001,USD,-0.01,0,-0.01',
      'Transaction History,Data,2024-01-03,U1,DUST,Buy,DUST,2,10,USD,-18,0,-18',
    ].join('\n')
    const { result } = await parseSample(ibkr, text)
    const figures = result.transactions.map(({ quantity, price, fxRate, amount }) => [quantity, price, fxRate, amount])
    expect(figures).toEqual([
      ['0.0000001', undefined, undefined, '-0.01'],
      ['2', '10', '0.9', '-18'],
    ])
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

  const statement = (...lines: string[]) =>
    parseSample(
      ibkr,
      ['Statement,Header,Field Name,Field Value', 'Statement,Data,BrokerName,Interactive Brokers LLC', ...lines, ''].join('\n'),
    )
  const TRADES =
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code'

  test('transaction fees of a statement stand in the commissions of their trade, where these are as large', async () => {
    const { result } = await statement(
      TRADES,
      'Trades,Data,Order,Stocks,GBP,ALPH,"2025-03-28, 09:06:18",1000,2,2.1,-2000,-15,2015,0,100,O',
      'Trades,Data,Order,Stocks,GBP,BETA,"2025-03-28, 10:00:00",100,2,2.1,-200,-1,201,0,10,O',
      'Transaction Fees,Header,Asset Category,Currency,Date/Time,Symbol,Description,Quantity,Trade Price,Amount,Code',
      'Transaction Fees,Data,Stocks,GBP,"2025-03-28, 09:06:18",ALPH,UK Stamp Tax,900,2,-9,',
      'Transaction Fees,Data,Stocks,GBP,"2025-03-28, 09:06:18",ALPH,UK Stamp Tax,100,2,-1,',
      'Transaction Fees,Data,Stocks,GBP,"2025-03-28, 10:00:00",BETA,UK Stamp Tax,100,2,-1.5,',
      'Transaction Fees,Data,Stocks,GBP,"2025-03-28, 20:20:00",ALPH,Another tax,100,2,-3,',
      'Transaction Fees,Data,Stocks,GBP,"2025-03-29, 20:20:00",ALPH,Another tax,100,2,-3,',
    )
    expect(codes(result, 'error')).toEqual(['11 fee-without-trade'])
    expect(cashOf(result)).toEqual({ GBP: '-2220.5' })
    expect(
      result.ignored.filter(({ reason }) => reason === 'stands in the commission of its trade').map(({ row }) => row),
    ).toEqual([7, 8])
  })

  test('a class of assets that nobody knows is refused: what a unit of it is worth is not known either', async () => {
    const { result } = await statement(
      TRADES,
      'Trades,Data,Order,Widgets,USD,ALPH,"2025-03-28, 09:06:18",10,99,99,-990,-1,991,0,0,O',
      'Trades,Data,Order,Stocks - Held with Interactive Brokers (U.K.) Limited carried by Interactive Brokers LLC,USD,BETA,"2025-03-28, 09:06:18",10,2,2,-20,-1,21,0,0,O',
    )
    expect(codes(result, 'error')).toEqual(['4 section-unknown'])
    expect(result.transactions).toMatchObject([{ type: 'BUY', amount: '-21' }])
    expect(result.assets).toMatchObject([{ symbol: 'BETA', type: 'STOCK' }])
  })

  test('trades without a column of commissions are refused, not booked without their costs', async () => {
    const { result } = await statement(
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Costs,Code',
      'Trades,Data,Order,Stocks,USD,ALPH,"2025-03-28, 09:06:18",10,2,2,-20,-1,O',
    )
    expect([codes(result, 'error'), result.transactions]).toEqual([['4 section-unknown'], []])
  })

  test('a statement in Spanish: a quantity and an amount have one title', async () => {
    const { confidence, result } = await parseSample(
      ibkr,
      `Statement,Header,Nombre del campo,Valor del campo
Statement,Data,BrokerName,Interactive Brokers Ireland Limited
Información sobre la cuenta,Header,Nombre del campo,Valor del campo
Información sobre la cuenta,Data,Divisa base,EUR
Posiciones abiertas,Header,DataDiscriminator,Categoría de activo,Divisa,Símbolo,Cantidad
Posiciones abiertas,Data,Summary,Acciones,EUR,ALPH,10
Operaciones,Header,DataDiscriminator,Categoría de activo,Divisa,Símbolo,Fecha/Hora,Cantidad,Precio trans.,Precio de cier.,Productos,Tarifa/com.,Básico,PyG realizadas,MTM P/G,Código
Operaciones,Data,Order,Acciones,EUR,ALPH,"2025-02-03, 10:30:00","1,000",2.5,2.6,-2500,-2,2502,0,100,O
Operaciones,SubTotal,,Acciones,EUR,ALPH,,"1,000",,,-2500,-2,2502,0,100,
Operaciones,Header,DataDiscriminator,Categoría de activo,Divisa,Símbolo,Fecha/Hora,Cantidad,Precio trans.,,Productos,Com. entrante EUR,,,MTM en EUR,Código
Operaciones,Data,Order,Fórex,USD,EUR.USD,"2025-02-04, 17:00:00",-100,1.08,,108,-1.85,,,0,
Dividendos,Header,Divisa,Fecha,Descripción,Cantidad
Dividendos,Data,EUR,2025-05-15,ALPH(US0378331005) Dividendo en efectivo EUR 0.01 por acción (Dividendo ordinario),10
Dividendos,Data,Total,,,10
Retención de impuestos,Header,Divisa,Fecha,Descripción,Cantidad,Código
Retención de impuestos,Data,EUR,2025-05-15,ALPH(US0378331005) Dividendo en efectivo EUR 0.01 por acción - US Impuestos,-1.5,
Tarifas,Header,Subtitle,Divisa,Fecha,Descripción,Cantidad
Tarifas,Data,Otras comisiones,EUR,2025-06-30,Custodia,-3
Depósitos y retiradas,Header,Divisa,Fecha de liquidación,Descripción,Cantidad
Depósitos y retiradas,Data,EUR,2025-01-06,Transferencia,5000
Información de instrumento financiero,Header,Categoría de activo,Símbolo,Descripción,Conid,Id. de seguridad,Underlying,Merc. de cotización,Multiplicador,Tipo,Código
Información de instrumento financiero,Data,Acciones,ALPH,ALPHA WIDGETS INC,700001,US0378331005,ALPH,NASDAQ,1,COMMON,
`,
    )
    expect([confidence, codes(result, 'error')]).toEqual([0.95, []])
    expect(cashOf(result)).toEqual({ EUR: '2401.65', USD: '108' })
    expect(holdingsOf(result)).toEqual({ US0378331005: '1000' })
    expect(result.transactions.find(({ type }) => type === 'DIVIDEND')).toMatchObject({ amount: '8.5', taxes: '1.5' })
  })

  test('each tax goes with the dividend that it names, also in Spanish, German and Chinese', async () => {
    const two = async (head: string, dividends: string, taxes: string, texts: readonly [string, string, string]) => {
      const [first, second, tax] = texts
      const { result } = await parseSample(
        ibkr,
        `Statement,Header,${head}
Statement,Data,BrokerName,Interactive Brokers LLC
${dividends.split(',')[0]},Header,${dividends.slice(dividends.indexOf(',') + 1)}
${dividends.split(',')[0]},Data,USD,2025-05-15,ALPH(US0378331005) ${first},10
${dividends.split(',')[0]},Data,USD,2025-05-15,ALPH(US0378331005) ${second},20
${taxes.split(',')[0]},Header,${taxes.slice(taxes.indexOf(',') + 1)}
${taxes.split(',')[0]},Data,USD,2025-05-15,ALPH(US0378331005) ${first.replace(/ \(.*/, '')} - ${tax},-1,
${taxes.split(',')[0]},Data,USD,2025-05-15,ALPH(US0378331005) ${second.replace(/ \(.*/, '')} - ${tax},-2,
`,
      )
      return result.transactions.map(({ type, amount, taxes: own }) => `${type} ${amount} ${own}`)
    }
    const joined = ['DIVIDEND 9 1', 'DIVIDEND 18 2']
    expect(
      await two(
        'Nombre del campo,Valor del campo',
        'Dividendos,Divisa,Fecha,Descripción,Cantidad',
        'Retención de impuestos,Divisa,Fecha,Descripción,Cantidad,Código',
        [
          'Dividendo en efectivo USD 1 por acción (Dividendo ordinario)',
          'Dividendo en efectivo USD 2 por acción',
          'US Impuestos',
        ],
      ),
    ).toEqual(joined)
    expect(
      await two(
        'Feldname,Feldwert',
        'Dividenden,Währung,Datum,Beschreibung,Betrag',
        'Quellensteuer,Währung,Datum,Beschreibung,Betrag,Code',
        ['Bardividende USD 1 pro Aktie (Ordentliche Dividende)', 'Bardividende USD 2 pro Aktie', 'US Steuer'],
      ),
    ).toEqual(joined)
    expect(
      await two('域名称,域值', '股息,货币,日期,描述,金额', '代扣税,货币,日期,描述,金额,代码', [
        '现金红利 USD 1 每股 (普通股息)',
        '现金红利 USD 2 每股',
        'US 税收',
      ]),
    ).toEqual(joined)
  })

  test('a statement in French, with several accounts', async () => {
    const { confidence, result } = await parseSample(
      ibkr,
      `Statement,Header,Nom champ,Valeur champ
Statement,Data,BrokerName,Interactive Brokers Ireland Limited
Actif net,Header,Classe d'actif,Total actuel
Actif net,Data,Trésorerie,5
Transactions,Header,DataDiscriminator,Catégorie d'actifs,Devise,Compte,Symbole,Date/Heure,Quantité,Prix trans.,Cours de clôt.,Produit,Comm/Tarif,Base,P/L réalisé,P/L MTM,Code
Transactions,Data,Order,Actions,EUR,U1,ALPH,"2025-02-03, 10:30:00",20,2.5,2.6,-50,-1,51,0,2,O
Transactions,Data,Order,Actions,EUR,U2,ALPH,"2025-02-04, 10:30:00",-5,3,2.6,15,-1,-12.5,1.5,2,C
Transactions,Data,Order,Autres,EUR,U2,BETA,"2025-02-04, 10:30:00",-5,3,2.6,15,-1,-12.5,1.5,2,C
Dividendes,Header,Devise,Compte,Date,Description,Montant
Dividendes,Data,EUR,U1,2025-05-15,ALPH(US0000000AB5) Dividende en espèces EUR 0.1 par action,2
Dividendes,Data,Total,,,,2
Retenues d'impôts,Header,Devise,Compte,Date,Description,Montant,Code
Retenues d'impôts,Data,EUR,U1,2025-05-15,ALPH(US0000000AB5) Dividende en espèces EUR 0.1 par action - US Impôt,-0.3,
Intérêt,Header,Devise,Compte,Date,Description,Montant
Intérêt,Data,EUR,U1,2025-06-04,Intérêt créditeur,0.5
Dépôts et retraits,Header,Devise,Compte,Date de règlement,Description,Montant
Dépôts et retraits,Data,EUR,U1,2025-01-06,Transfert,100
`,
    )
    expect([confidence, codes(result, 'error')]).toEqual([0.95, ['8 section-unknown']])
    expect(cashOf(result)).toEqual({ EUR: '65.2' })
    expect(result.transactions.map(({ type }) => type)).toEqual(['BUY', 'SELL', 'DIVIDEND', 'INTEREST', 'DEPOSIT'])
  })

  test('a statement in Portuguese: trades and mergers', async () => {
    const merged = 'ALPH(US0000000AB5) Mesclado(Aquisição) WITH US00BETA0002 1 para 4'
    const { confidence, result } = await parseSample(
      ibkr,
      `Statement,Header,Nome do campo,Valor do campo
Statement,Data,BrokerName,Interactive Brokers LLC
Operações,Header,DataDiscriminator,Categoria de ativos,Moeda,Símbolo,Data/hora,Quantidade,Preço Neg.,Preço Fch.,Rendimentos,Corr/Taxa,Base,P&L realizados,P&L MTM,Código
Operações,Data,Order,Ações,USD,ALPH,"2025-02-03, 10:30:00",8,2.5,2.6,-20,-1,21,0,2,O
Operações,Total,,Ações,USD,,,,,,-20,-1,21,0,2,
Operações societárias,Header,Categoria de ativos,Moeda,Data do relatório,Data/hora,Descrição,Quantidade,Rendimentos,Valor,P&L realizados,Código
Operações societárias,Data,Ações,USD,2025-08-04,"2025-08-01, 20:25:00","${merged} (ALPH, ALPHA WIDGETS INC, US0000000AB5)",-8,0,-30,0,
Operações societárias,Data,Ações,USD,2025-08-04,"2025-08-01, 20:25:00","${merged} (BETA, BETA CORP, US00BETA0002)",2,0,30,0,
Operações societárias,Data,Total,,,,,,0,0,0,
Alteração nos dividendos acumulados,Header,Categoria de ativos,Moeda,Símbolo,Data
Alteração nos dividendos acumulados,Data,Ações,USD,ALPH,2025-05-01
Dividendos,Header,Moeda,Data,Descrição,Valor
Dividendos,Data,USD,2025-05-15,ALPH(US0000000AB5) Dividendo,2
`,
    )
    expect([confidence, codes(result, 'error')]).toEqual([0.95, ['13 section-unknown']])
    expect(cashOf(result)).toEqual({ USD: '-21' })
    expect(Object.values(holdingsOf(result))).toEqual(['2'])
  })

  test('a statement in Chinese: symbols and codes have one title, and a code cancels a trade', async () => {
    const { confidence, result } = await parseSample(
      ibkr,
      `Statement,Header,域名称,域值
Statement,Data,BrokerName,Interactive Brokers LLC
账户信息,Header,域名称,域值
账户信息,Data,基础货币,USD
交易,Header,DataDiscriminator,资产分类,货币,代码,日期/时间,交易所,数量,交易价格,收盘价格,收益,佣金/税,基础,已实现的损益,按市值计算的损益,代码
交易,Data,Order,股票,USD,ALPH,"2026-02-03, 10:30:00",-,20,2.5,2.6,-50,-1,51,0,2,O
交易,Data,Order,股票,USD,BETA,"2026-02-04, 10:30:00",-,10,3,3,-30,-1,31,0,0,O
交易,Data,Order,股票,USD,BETA,"2026-02-04, 10:30:00",-,-10,3,3,30,1,-31,0,0,Ca
交易,SubTotal,,股票,USD,ALPH,,,20,,,-50,-1,51,0,2,
交易,Header,DataDiscriminator,资产分类,货币,代码,日期/时间,交易所,数量,交易价格,,收益,佣金 USD,,,以市值计（MTM） USD,代码
交易,Data,Order,外汇,HKD,USD.HKD,"2026-02-05, 12:00:00",-,-10,7.8,,78,-0.35,,,0,
股息,Header,货币,日期,描述,金额
股息,Data,USD,2026-05-15,ALPH(US0378331005) 现金红利 USD 0.1 每股,2
股息,Data,总数,,,2
代扣税,Header,货币,日期,描述,金额,代码
代扣税,Data,USD,2026-05-15,ALPH(US0378331005) 现金红利 USD 0.1 每股 - US 税收,-0.2,Po
利息,Header,货币,日期,描述,金额
利息,Data,USD,2026-06-04,USD 贷方利息,0.5
费用,Header,Subtitle,货币,日期,描述,金额
费用,Data,其它费用,USD,2026-06-05,费用,-0.04
存款和取款,Header,货币,结算日期,描述,金额
存款和取款,Data,USD,2026-01-27,电子资金转账,100
存款和取款,Data,总数 USD,,,100
金融产品信息,Header,资产分类,代码,描述,合约编号,证券号码,底层,上市交易所,乘数,类型,代码
金融产品信息,Data,股票,ALPH,ALPHA WIDGETS INC,700001,US0378331005,ALPH,NASDAQ,1,COMMON,
`,
    )
    expect([confidence, codes(result, 'error')]).toEqual([0.95, []])
    expect(cashOf(result)).toEqual({ USD: '40.91', HKD: '78' })
    expect(holdingsOf(result)).toEqual({ US0378331005: '20' })
    expect(result.transactions.find(({ type }) => type === 'DIVIDEND')).toMatchObject({ amount: '1.8', taxes: '0.2' })
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
