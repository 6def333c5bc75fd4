import type { Fixture } from './fixtures.ts'

const range = (from: string, to: string, ...currencies: string[]) =>
  currencies.length > 0 ? { from, to, currencies } : { from, to }
/** A number as JSON has it, which is `null` where there is no figure. */
const json = (figure: string) => figure || 'null'

const titleOf = (unit: string, code: string, country: string) => `Devisenkurse / ${unit} ${code} = ... DEM / ${country}`
const nbrmRow = (code: string, figure: string, unit = 1) =>
  `{"datum":"2029-03-04T00:00:00","oznaka":"${code}","nomin":${unit},"sreden":${json(figure)},"nazivAng":"Money","datum_f":"2029-03-02T00:00:00"}`
const nbeRow = (code: string, figure: string) =>
  `{"id":"a1","buying":"1.0","selling":"2.0","date":"2029-03-01","weighted_average":"${figure}","currency":{"id":"b2","name":"MONEY","code":"${code}"}}`
const cbnRow = (name: string, figure: string) =>
  `{"id":7,"currency":"${name}","ratedate":"2029-03-01","buyingrate":"1","centralrate":"${figure}","sellingrate":"2"}`
const amcmRow = (code: string, unit: string, figure: string) =>
  `{"id":1,"date":"2029-03-01 00:00:00","currency":"${code}","unit":${unit},"usdMean":"${figure}","bid":"0.5"}`
const bnaRow = (code: string, figure: string, kind = 'M') =>
  `{"taxa":${json(figure)},"tipoCambio":"${kind}","data":"2029-03-01","designacaoMoeda":"Moeda","codigoMoeda":"${code}"}`
const bccrRow = (id: number, first: string, second: string) =>
  `{"id":1,"idIndicador":${id},"series":{"serie1":"x","serie1Ingles":"${first}","serie2":"x","serie2Ingles":"${second}"}}`
const noon = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const FIXTURES_B: readonly Fixture[] = [
  {
    name: 'whole archive',
    provider: 'BOM',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'currency-rate-movement/data': `{"success":true,"data":[{"RATE_DATE":"2029-03-02","USD":"3,400.50","EUR":"${figure}","XAU":"9,000,000.25","SDR":"4,800.00","KPW":"27.00"},{"RATE_DATE":"2019-03-02","USD":"2,600.00"}]}`,
    }),
    figure: '4,100.25',
    expected: ['2029-03-02', 'EUR', 'MNT', '4100.25'],
    others: [
      ['2029-03-02', 'XAU', 'MNT', '9000000.25'],
      ['2029-03-02', 'XDR', 'MNT', '4800'],
    ],
    rename: ['"data"', '"rows"'],
  },
  {
    name: 'names',
    provider: 'CBN',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      GetAllExchangeRates: `[${cbnRow(' POUND STERLING ', '1900.5')},${cbnRow('CFA', figure)},${cbnRow('WAUA', '1800')}]`,
    }),
    figure: '2.5000',
    expected: ['2029-03-01', 'XOF', 'NGN', '2.5'],
    others: [['2029-03-01', 'GBP', 'NGN', '1900.5']],
    rename: ['"currency"', '"name"'],
  },
  {
    name: 'table since 2024',
    provider: 'CBK',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'table_id=193': `{"draw":1,"recordsTotal":"3","data":[["01\\/03\\/2029","US DOLLAR","140.2500"],["01\\/03\\/2029","JPY (100)","90.5000"],["01\\/03\\/2029","KES \\/ USHS","${figure}"]]}`,
    }),
    figure: '25.5000',
    expected: ['2029-03-01', 'KES', 'UGX', '25.5'],
    others: [
      ['2029-03-01', 'USD', 'KES', '140.25'],
      ['2029-03-01', 'JPY', 'KES', '0.905'],
    ],
    rename: ['"data"', '"rows"'],
  },
  {
    name: 'table until 2024',
    provider: 'CBK',
    request: range('2014-03-01', '2014-03-31'),
    answers: (figure) => ({ 'table_id=32': `{"data":[["03\\/03\\/2014","EURO","${figure}"]]}` }),
    figure: '118.5000',
    expected: ['2014-03-03', 'EUR', 'KES', '118.5'],
    rename: ['EURO', 'EUR'],
  },
  {
    name: 'currency',
    provider: 'BNRRW',
    request: range('2029-03-01', '2029-03-31', 'USD'),
    answers: (figure) => ({
      'currency_name=USD&start_date=2029-03-01&end_date=2029-03-31': `[{"currency_name":"USD","buying_rate":"1","average_rate":"1,500.5","selling_rate":"2","post_date":"05-Mar-29"},{"currency_name":"USD","buying_rate":"1","average_rate":"${figure}","selling_rate":"2","post_date":"02-Mar-29"}]`,
    }),
    figure: '1,490.25',
    expected: ['2029-03-02', 'USD', 'RWF', '1490.25'],
    others: [['2029-03-05', 'USD', 'RWF', '1500.5']],
    rename: ['currency_name', 'name'],
  },
  {
    name: 'day',
    provider: 'NBE',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'filter-exchange-rates?date=2029-03-01': `{"success":true,"data":[${nbeRow('DJF', figure)},${nbeRow('XDR', '215.5')}]}`,
    }),
    figure: '0.8750',
    expected: ['2029-03-01', 'DJF', 'ETB', '0.875'],
    others: [['2029-03-01', 'XDR', 'ETB', '215.5']],
    rename: ['"data"', '"rows"'],
  },
  {
    name: 'range',
    provider: 'NBRM',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'StartDate=01.03.2029&EndDate=31.03.2029': `[${nbrmRow('EUR', '61.5')},${nbrmRow('JPY', figure, 100)}]`,
    }),
    figure: '34.25',
    expected: ['2029-03-04', 'JPY', 'MKD', '0.3425'],
    others: [['2029-03-04', 'EUR', 'MKD', '61.5']],
    rename: ['oznaka', 'valuta'],
  },
  {
    name: 'range',
    provider: 'AMCM',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'Begin=20290301&End=20290331': `{"message":"OK","data":[${amcmRow('JPY', '100.0', figure)},${amcmRow('HKD', '1.0', '1.0300')},${amcmRow('LIQ', '0.0', '0.0000')}]}`,
    }),
    figure: '5.1250',
    expected: ['2029-03-01', 'JPY', 'MOP', '0.05125'],
    others: [['2029-03-01', 'HKD', 'MOP', '1.03']],
    rename: ['"data"', '"rows"'],
  },
  {
    name: 'SDMX',
    provider: 'BBK',
    request: range('1990-03-01', '1990-03-31'),
    answers: (figure) => ({
      'D..DEM.AA.AC.000?startPeriod=1990-03-01&endPeriod=1990-03-31': `\uFEFFDATAFLOW;BBK_STD_CURRENCY;TIME_PERIOD;OBS_VALUE;BBK_UNIT_MULT;BBK_TITLE;BBK_COMM_GEN\nX;ITL;1990-03-01;${figure};0;${titleOf('1 000', 'ITL', 'Italien')};"Notes; with ""quotes"", and commas"\nX;USD;1990-03-01;1.7000;0;${titleOf('1', 'USD', 'Vereinigte Staaten')};\n`,
    }),
    figure: '1.3500',
    expected: ['1990-03-01', 'ITL', 'DEM', '0.00135'],
    others: [['1990-03-01', 'USD', 'DEM', '1.7']],
    rename: ['BBK_TITLE', 'TITLE'],
  },
  {
    name: 'days as columns',
    provider: 'BCCR',
    request: range('2029-03-01', '2029-03-02'),
    answers: (figure) => ({
      'FechaInicio=2029-03-01T00:00:00&FechaFin=2029-03-02&CantidadSeriesAMostrar=100': `{"columnas":[{"field":"nombre","tituloIngles":"Indicators"},{"field":"serie1","tituloIngles":"28 feb 2029"},{"field":"serie2","tituloIngles":"01 mar 2029"}],"indicadoresRaiz":[${bccrRow(317, '480.00', figure)},${bccrRow(318, '490.00', figure)}]}`,
      'Token/GenereCSRF': '"AbC-123_token.of.the.page.AbC-123_token.of.the.page"',
    }),
    figure: '470.50',
    expected: ['2029-03-01', 'USD', 'CRC', '470.5'],
    rename: ['indicadoresRaiz', 'indicadores'],
  },
  {
    name: 'all currencies',
    provider: 'BNA',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'datainicio=2029-02-28&datafim=2029-03-31&tipocambio=M&moeda=ALL': `{"genericResponse":[${bnaRow('EUR', '1060.5')},${bnaRow('ZMK', figure)},${bnaRow('STD', '43.25')},${bnaRow('XAU', '4500')},${bnaRow('USD', '900', 'B')}],"success":true}`,
    }),
    figure: '0.05125',
    expected: ['2029-03-01', 'ZMW', 'AOA', '51.25'],
    others: [
      ['2029-03-01', 'EUR', 'AOA', '1060.5'],
      ['2029-03-01', 'STN', 'AOA', '43.25'],
    ],
    rename: ['genericResponse', 'response'],
  },
  {
    name: 'whole history',
    provider: 'CBC',
    request: range('2001-12-01', '2029-03-31'),
    answers: (figure) => ({
      'FileName=BP01D01': `{"data":{"dataSets":[["20011203","34.50","0.8875","2.2100"],["20290301","${figure}","1.1750","-"]],"structure":{"Table1":[{"data":"一NTD/USD"},{"data":" 二USD/EUR"},{"data":"三DEM/USD"}]}}}`,
    }),
    figure: '31.250',
    expected: ['2029-03-01', 'USD', 'TWD', '31.25'],
    others: [
      ['2029-03-01', 'EUR', 'USD', '1.175'],
      ['2001-12-03', 'USD', 'DEM', '2.21'],
    ],
    rename: ['Table1', 'Table2'],
  },
  {
    name: 'pairs of a currency',
    provider: 'CBG',
    request: range('2029-03-01', '2029-03-31', 'EUR'),
    answers: (figure) => ({ 'indicative-exchange-rates/EUR': `[[${noon('2029-03-01')},${json(figure)}]]` }),
    figure: '83.75',
    expected: ['2029-03-01', 'EUR', 'GMD', '83.75'],
    rename: ['[[', '[1,['],
  },
  {
    name: 'latest day',
    provider: 'CBM',
    today: '2029-03-02',
    request: range('2029-03-01', '2029-03-02'),
    answers: (figure) => ({
      'api/latest': `{"info":"Bank","timestamp":"${noon('2029-03-01') / 1000 + 64_800}","rates":{"USD":"2,100.00","JPY":"1,400.50","EUR":"${figure}"}}`,
    }),
    figure: '2450.25',
    expected: ['2029-03-02', 'EUR', 'MMK', '2450.25'],
    others: [['2029-03-02', 'JPY', 'MMK', '14.005']],
    rename: ['"rates"', '"values"'],
  },
  {
    name: 'table behind a page',
    html: true,
    provider: 'BOJA',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'table_id=134': `{"data":[["01 Mar 2029","U.S. DOLLAR","${figure}","147.0000","0.0000","${figure}"],["01 Mar 2029","DOMINICAN REP. PESO ","2.5000","2.0","0.0000","2.6000"],["01 Mar 2029","EURO","0.0000","0.0000","0.0000","180.0000"]]}`,
      'counter-rates/': '<input name="wdtNonceFrontendServerSide_134" value="ab12cd34ef" />',
    }),
    figure: '155.5000',
    expected: ['2029-03-01', 'USD', 'JMD', '155.5'],
    others: [['2029-03-01', 'DOP', 'JMD', '2.55']],
    rename: ['"data"', '"rows"'],
  },
]
