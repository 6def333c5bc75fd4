import type { Fixture } from './fixtures.ts'

const range = (from: string, to: string, ...currencies: string[]) =>
  currencies.length > 0 ? { from, to, currencies } : { from, to }
/** A number as JSON has it, which is `null` where there is no figure. */
const json = (figure: string) => figure || 'null'

const bdiRow = (country: string, code: string, figure: string) =>
  `${country},Money,${code},001,${figure},Foreign currency amount for 1 Euro.,2029-03-01`
const nbrbRow = (day: string, figure: string) =>
  `{"Cur_ID":508,"Date":"${day}T00:00:00","Cur_Abbreviation":"JPY","Cur_Scale":100,"Cur_Name":"Yen","Cur_OfficialRate":${json(figure)}}`
const cbaRow = (code: string, amount: string, figure: string) =>
  `<ISO>${code}</ISO><Amount>${amount}</Amount><Rate>${figure}</Rate>`
const bcuRow = (number: string, buying: string, selling: string) =>
  `<datoscotizaciones.dato xmlns="Cotiza"><Fecha>2029-03-01</Fecha><Moneda>${number}</Moneda><CodigoISO>DLS.</CodigoISO><TCC>${buying}</TCC><TCV>${selling}</TCV></datoscotizaciones.dato>`
const bcuAnswer = (rows: string) =>
  soap(
    `<wsbcucotizaciones.ExecuteResponse xmlns="Cotiza"><Salida><respuestastatus><status>1</status><codigoerror>0</codigoerror><mensaje/></respuestastatus><datoscotizaciones>${rows}</datoscotizaciones></Salida></wsbcucotizaciones.ExecuteResponse>`,
  )
const soap = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${inner}</soap:Body></soap:Envelope>`

export const FIXTURES_A: readonly Fixture[] = [
  {
    name: 'list of countries',
    provider: 'BDI',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'dailyRates?referenceDate=2029-03-01&currencyIsoCode=EUR': `Country,Currency,ISO Code,UIC Code,Rate,Rate convention,Reference date (CET)\n${[
        bdiRow('"Island, New"', 'XOF', figure),
        bdiRow('North', 'RUB', 'N.A.'),
        bdiRow('South', 'KYD', '0.9750'),
        bdiRow('Other', 'KYD', '0.9750'),
        bdiRow('East', 'KES', 'N.A.'),
      ].join('\n')}\n\n# The notes of the bank, with "quotes" and, commas.\n`,
    }),
    figure: '655.25',
    expected: ['2029-03-01', 'EUR', 'XOF', '655.25'],
    others: [['2029-03-01', 'EUR', 'KYD', '0.975']],
    rename: ['Rate convention', 'Convention'],
  },
  {
    name: 'list of a day',
    provider: 'NBRB',
    request: range('2029-03-01', '2029-03-01', 'JPY'),
    answers: (figure) => ({ 'rates?ondate=2029-03-01&periodicity=0': `[${nbrbRow('2029-03-01', figure)}]` }),
    figure: '1.8450',
    expected: ['2029-03-01', 'JPY', 'BYN', '0.01845'],
    rename: ['Cur_Abbreviation', 'Code'],
  },
  {
    name: 'range of a currency, scale of the list',
    provider: 'NBRB',
    request: range('2029-03-01', '2029-04-30', 'JPY'),
    answers: (figure) => ({
      'rates/dynamics/508?startDate=2029-03-01&endDate=2029-04-30': `[{"Cur_ID":508,"Date":"2029-03-01T00:00:00","Cur_OfficialRate":${json(figure)}},{"Cur_ID":508,"Date":"2029-03-02T00:00:00","Cur_OfficialRate":1.85}]`,
      'periodicity=0': `[${nbrbRow('2029-03-01', '1.8450')}]`,
    }),
    figure: '1.8450',
    expected: ['2029-03-01', 'JPY', 'BYN', '0.01845'],
    others: [['2029-03-02', 'JPY', 'BYN', '0.0185']],
    rename: ['Cur_ID', 'Number'],
  },
  {
    name: 'range',
    provider: 'CBA',
    today: '2030-01-01',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'exchangerates.asmx': soap(
        `<ExchangeRatesByDateRangeByISOResult><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="ExchangeRatesByRange"/></xs:schema><NewDataSet><ExchangeRatesByRange>${cbaRow('JPY', '10', figure)}<RateDate>2029-03-01T00:00:00+04:00</RateDate></ExchangeRatesByRange><ExchangeRatesByRange>${cbaRow('XAU', '1', '60000')}<RateDate>2029-03-01T00:00:00+04:00</RateDate></ExchangeRatesByRange></NewDataSet></ExchangeRatesByDateRangeByISOResult>`,
      ),
    }),
    figure: '23.75',
    expected: ['2029-03-01', 'JPY', 'AMD', '2.375'],
    others: [['2029-03-01', 'XAU', 'AMD', '1866208.608']],
    rename: ['ExchangeRatesByDateRangeByISOResult', 'Answer'],
  },
  {
    name: 'latest',
    provider: 'CBA',
    today: '2029-03-01',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'exchangerates.asmx': soap(
        `<ExchangeRatesLatestResult><CurrentDate>2029-03-01T00:00:00</CurrentDate><Rates><ExchangeRate>${cbaRow('IRR', '100', figure)}</ExchangeRate></Rates></ExchangeRatesLatestResult>`,
      ),
    }),
    figure: '0.0285',
    expected: ['2029-03-01', 'IRR', 'AMD', '0.000285'],
    rename: ['CurrentDate', 'Day'],
  },
  {
    name: 'list of a day',
    provider: 'NBK',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'get_rates.cfm?fdate=01.03.2029': `<?xml version="1.0" encoding="utf-8"?>\n<rates><title>Official rates</title><description>Official rates</description><date>01.03.2029</date>\n\n<item><fullname>Won</fullname><title>KRW</title><description>${figure}</description><quant>100</quant></item><item><title>JPY</title><description>3</description><quant>1</quant></item></rates>`,
    }),
    figure: '31.25',
    expected: ['2029-03-01', 'KRW', 'KZT', '0.3125'],
    others: [['2029-03-01', 'JPY', 'KZT', '3']],
    rename: ['rates>', 'kurse>'],
  },
  {
    name: 'currencies',
    provider: 'NBM',
    request: range('2029-03-01', '2029-03-01', 'JPY', 'EUR'),
    answers: (figure) => ({
      'official_exchange_rates?get_xml=1&date=01.03.2029': `<?xml version="1.0" encoding="UTF-8"?><ValCurs Date="01.03.2029" name="Official exchange rate"><Valute ID="1"><CharCode>JPY</CharCode><Nominal>100</Nominal><Value>${figure}</Value></Valute><Valute ID="2"><CharCode>EUR</CharCode><Nominal>1</Nominal><Value>20.25</Value></Valute></ValCurs>`,
    }),
    figure: '11.25',
    expected: ['2029-03-01', 'JPY', 'MDL', '0.1125'],
    others: [['2029-03-01', 'EUR', 'MDL', '20.25']],
    rename: ['ValCurs', 'Kurse'],
  },
  {
    name: 'metals',
    provider: 'NBM',
    request: range('2029-03-01', '2029-03-01', 'XAU'),
    answers: (figure) => ({
      'official_metal_rates?get_xml=1&date=01.03.2029': `<?xml version="1.0" encoding="UTF-8"?><MetalPrice Date="01.03.2029"><Metal ID=""><CharCode>XAU</CharCode><Nominal>1</Nominal><Name>Gram gold</Name><Value>${figure}</Value></Metal></MetalPrice>`,
    }),
    figure: '2500',
    expected: ['2029-03-01', 'XAU', 'MDL', '77758.692'],
    rename: ['MetalPrice', 'Preise'],
  },
  {
    name: 'list of a day',
    provider: 'CBU',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'json/all/2029-03-01': `[{"id":1,"Ccy":"VND","Nominal":"10","Rate":"${figure}","Date":"01.03.2029"},{"id":2,"Ccy":"BGN","Nominal":"1","Rate":"7000","Date":"01.03.2029"}]`,
    }),
    figure: '4.75',
    expected: ['2029-03-01', 'VND', 'UZS', '0.475'],
    rename: ['Ccy', 'Code'],
  },
  {
    name: 'list of a day, every row twice, MRU under its old code',
    provider: 'BAM',
    key: 'secret',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => {
      const jpy = `{"date":"2029-03-01T12:30:00","libDevise":"JPY","moyen":6.125,"uniteDevise":100}`
      return {
        'CoursVirement?date=2029-03-01T12:30:00': `[${jpy},{"date":"2029-03-01T12:30:00","libDevise":"MRO","moyen":${json(figure)},"uniteDevise":100},${jpy}]`,
      }
    },
    figure: '23.5',
    expected: ['2029-03-01', 'MRU', 'MAD', '0.235'],
    others: [['2029-03-01', 'JPY', 'MAD', '0.06125']],
    rename: ['libDevise', 'devise'],
  },
  {
    name: 'buying and selling before 2016',
    provider: 'BAM',
    key: 'secret',
    request: range('2012-03-01', '2012-03-01'),
    answers: (figure) => ({
      'CoursVirement?date=2012-03-01': `[{"date":"2012-03-01T12:30:00","libDevise":"USD","achat":${json(figure)},"vente":${json(figure)},"uniteDevise":1},{"date":"2012-03-01T12:30:00","libDevise":"MRO","achat":2.9,"vente":3,"uniteDevise":100},{"date":"2012-03-01T12:30:00","libDevise":"EUR","achat":11.1,"vente":11.25,"uniteDevise":1}]`,
    }),
    figure: '8.5',
    expected: ['2012-03-01', 'USD', 'MAD', '8.5'],
    others: [['2012-03-01', 'EUR', 'MAD', '11.175']],
    rename: ['libDevise', 'devise'],
  },
  {
    name: 'list of a day, units in the description, old codes',
    provider: 'BCRA',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => {
      const row = (code: string, text: string, value: string) =>
        `{"codigoMoneda":"${code}","descripcion":"${text}","tipoPase":0.00000000,"tipoCotizacion":${json(value)}}`
      return {
        'Cotizaciones?fecha=2029-03-01': `{"status":200,"results":{"fecha":"2029-03-01","detalle":[${[
          row('VND', 'DONG VIETNAM (C/1.000 UNIDADES)', figure),
          row('MXP', 'PESO MEXICANO', '80.50000000'),
          row('VEB', 'BOLIVARES', '3.25'),
          row('ARS', 'PESO', '0.00000000'),
          row('REF', 'DOLAR REFERENCIA COM 3500', '1400.5'),
          row('XAU', 'ORO FINO (1 ONZA)', '0'),
        ].join()}]}}`,
      }
    },
    figure: '53.25000000',
    expected: ['2029-03-01', 'VND', 'ARS', '0.05325'],
    others: [
      ['2029-03-01', 'MXN', 'ARS', '80.5'],
      ['2029-03-01', 'VES', 'ARS', '3.25'],
    ],
    rename: ['codigoMoneda', 'codigo'],
  },
  {
    name: 'range of a currency',
    provider: 'BCU',
    request: range('2029-03-01', '2029-03-31', 'ARS'),
    answers: (figure) => ({ awsbcucotizaciones: bcuAnswer(bcuRow('500', figure, figure)) }),
    figure: '0.029500',
    expected: ['2029-03-01', 'ARS', 'UYU', '0.0295'],
    rename: ['respuestastatus', 'estado'],
  },
  {
    name: 'middle of buying and selling',
    provider: 'BCU',
    request: range('2029-03-01', '2029-03-31', 'USD'),
    answers: (figure) => ({
      awsbcucotizaciones: bcuAnswer(
        `${bcuRow('2225', figure, figure)}${bcuRow('2225', '40.1', '41').replace('2029-03-01', '2029-03-02')}`,
      ),
    }),
    figure: '40.5',
    expected: ['2029-03-01', 'USD', 'UYU', '40.5'],
    others: [['2029-03-02', 'USD', 'UYU', '40.55']],
    rename: ['Moneda>', 'Numero>'],
  },
  {
    name: 'a record for several days',
    provider: 'BANREP',
    request: range('2029-03-05', '2029-03-07'),
    answers: (figure) => ({
      '32sa-8pi3.json': `[{"valor":"4000.5","unidad":"COP","vigenciadesde":"2029-03-03T00:00:00.000","vigenciahasta":"2029-03-05T00:00:00.000"}\n,{"valor":"${figure}","unidad":"COP","vigenciadesde":"2029-03-06T00:00:00.000","vigenciahasta":"2029-03-06T00:00:00.000"}]\n`,
    }),
    figure: '4010.25',
    expected: ['2029-03-06', 'USD', 'COP', '4010.25'],
    others: [['2029-03-05', 'USD', 'COP', '4000.5']],
    rename: ['vigenciahasta', 'hasta'],
  },
  {
    name: 'series',
    provider: 'BCCH',
    key: 'user:pass',
    request: range('2029-03-01', '2029-03-31', 'JPY'),
    answers: (figure) => ({
      'user=user&pass=pass&function=GetSeries&timeseries=F072.CLP.JPY.N.O.D': `{"Codigo":0,"Descripcion":"Success","Series":{"seriesId":"F072.CLP.JPY.N.O.D","Obs":[{"indexDateString":"01-03-2029","value":"${figure}","statusCode":"OK"},{"indexDateString":"02-03-2029","value":"6.1","statusCode":"OK"},{"indexDateString":"03-03-2029","value":"6.9","statusCode":"ND"}]}}`,
    }),
    figure: '6.05',
    expected: ['2029-03-01', 'JPY', 'CLP', '6.05'],
    others: [['2029-03-02', 'JPY', 'CLP', '6.1']],
    rename: ['Obs', 'Observations'],
  },
  {
    name: 'range',
    provider: 'BANGUAT',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'TipoCambio.asmx': soap(
        `<TipoCambioRangoResponse xmlns="http://www.banguat.gob.gt/variables/ws/"><TipoCambioRangoResult><Vars><Var><moneda>2</moneda><fecha>01/03/2029</fecha><venta>${figure}</venta><compra>${figure}</compra></Var><Var><moneda>2</moneda><fecha>02/03/2029</fecha><venta>7.7</venta><compra>7.6</compra></Var></Vars><TotalItems>2</TotalItems></TipoCambioRangoResult></TipoCambioRangoResponse>`,
      ),
    }),
    figure: '7.665',
    expected: ['2029-03-01', 'USD', 'GTQ', '7.665'],
    others: [['2029-03-02', 'USD', 'GTQ', '7.65']],
    rename: ['TipoCambioRangoResult', 'Resultado'],
  },
  {
    name: 'units in the names',
    provider: 'BOT',
    key: 'secret',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => {
      const row = (day: string, code: string, name: string, value: string) =>
        `{"period":"${day}","currency_id":"${code}","currency_name_eng":"${name}","buying_transfer":"","selling":"","mid_rate":"${value}"}`
      return {
        'start_period=2029-03-01&end_period=2029-03-31': `{"result":{"data":{"data_header":{"report_uoq_name_eng":"(Unit: Baht / 1 Unit of Foreign Currency)"},"data_detail":[${[
          row('2029-03-01', 'IDR', 'INDONESIA : RUPIAH (1,000 RUPIAH) (IDR)', figure),
          row('2029-03-01', 'JPY', 'JAPAN : YEN (100 YEN) (JPY) ', '20.5000000'),
          row('2029-03-01', 'USD', 'USA : DOLLAR (USD) ', '32.5000000'),
          row('', '', '', ''),
        ].join()}]}}}`,
      }
    },
    figure: '1.9250000',
    expected: ['2029-03-01', 'IDR', 'THB', '0.001925'],
    others: [
      ['2029-03-01', 'JPY', 'THB', '0.205'],
      ['2029-03-01', 'USD', 'THB', '32.5'],
    ],
    rename: ['data_detail', 'detail'],
  },
  {
    name: 'days with buying and selling',
    provider: 'NRB',
    request: range('2029-03-01', '2029-03-02'),
    answers: (figure) => ({
      'rates?from=2029-03-01&to=2029-03-02&page=1': `{"status":{"code":200},"data":{"payload":[{"date":"2029-03-01","rates":[{"currency":{"iso3":"JPY","name":"Yen","unit":10},"buy":"${figure}","sell":"${figure}"},{"currency":{"iso3":"INR","name":"Rupee","unit":100},"buy":"160.00","sell":"160.15"}]}]},"pagination":{"page":1,"pages":1,"per_page":100,"total":1}}`,
    }),
    figure: '9.5',
    expected: ['2029-03-01', 'JPY', 'NPR', '0.95'],
    others: [['2029-03-01', 'INR', 'NPR', '1.60075']],
    rename: ['payload', 'load'],
  },
]
