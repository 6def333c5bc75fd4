import type { FxRequest } from '#plugins/fx/contract.ts'
import { FIXTURES_A } from './fixtures-a.ts'
import { FIXTURES_B } from './fixtures-b.ts'
import { PAGE_FIXTURES } from './fixtures-c.ts'
import { WORKBOOK_FIXTURES } from './fixtures-c-books.ts'
import { BULLETIN_FIXTURES } from './fixtures-c-bulletins.ts'

/** Invented figures in the format of a publisher. `answers` maps a part of the address to a body; `figure` stands where a rate stands. */
export type Fixture = {
  readonly name: string
  readonly provider: string
  readonly request: FxRequest
  readonly today?: string
  readonly key?: string
  readonly zip?: boolean
  /** The answers are pages, so that another page is a changed format. */
  readonly html?: boolean
  readonly answers: (figure: string) => Readonly<Record<string, string>>
  /** The figure as this publisher writes it, and the rate that it must become. */
  readonly figure: string
  readonly expected: readonly [date: string, base: string, quote: string, rate: string]
  readonly others?: readonly (readonly [date: string, base: string, quote: string, rate: string])[]
  /** A word of the format; with another in its place the answer must be refused. */
  readonly rename: readonly [string, string]
}

const range = (from: string, to: string, ...currencies: string[]): FxRequest =>
  currencies.length > 0 ? { from, to, currencies } : { from, to }

const ecbXml = (day: string, figure: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube><Cube time='${day}'><Cube currency='USD' rate='${figure}'/><Cube currency='JPY' rate='160.5'/></Cube></Cube></gesmes:Envelope>`

const hrk = (datum: string, figure: string) =>
  `[{"datum":"${datum}","jedinica":100,"srednji_tecaj":"${figure}","valuta":"JPY"},{"datum":"${datum}","jedinica":1,"srednji_tecaj":"7,500000","valuta":"EUR"}]`

export const FIXTURES: readonly Fixture[] = [
  {
    name: 'daily file',
    provider: 'ECB',
    today: '2031-05-06',
    request: range('2031-05-06', '2031-05-06'),
    answers: (figure) => ({ 'eurofxref-daily.xml': ecbXml('2031-05-06', figure) }),
    figure: '1.2500',
    expected: ['2031-05-06', 'EUR', 'USD', '1.25'],
    others: [['2031-05-06', 'EUR', 'JPY', '160.5']],
    rename: ['Cube', 'Kube'],
  },
  {
    name: '90-day file',
    provider: 'ECB',
    today: '2031-05-06',
    request: range('2031-04-01', '2031-05-06'),
    answers: (figure) => ({ 'eurofxref-hist-90d.xml': ecbXml('2031-05-05', figure) }),
    figure: '1.25',
    expected: ['2031-05-05', 'EUR', 'USD', '1.25'],
    rename: ['Cube', 'Kube'],
  },
  {
    name: 'full history',
    provider: 'ECB',
    today: '2031-05-06',
    request: range('1999-01-04', '2031-05-06'),
    zip: true,
    answers: (figure) => ({
      'eurofxref-hist.zip': `Date,USD,JPY,LTL,TRL,\n2030-02-01,${figure},160.5,N/A,N/A,\n2003-02-03,1.08,N/A,3.4528,1700000,\n`,
    }),
    figure: '1.25',
    expected: ['2030-02-01', 'EUR', 'USD', '1.25'],
    others: [
      ['2003-02-03', 'EUR', 'TRL', '1700000'],
      ['2003-02-03', 'EUR', 'LTL', '3.4528'],
      ['2003-02-03', 'EUR', 'USD', '1.08'],
    ],
    rename: ['Date', 'Datum'],
  },
  {
    name: 'SDMX',
    provider: 'ECB',
    today: '2031-05-06',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'data-api.ecb.europa.eu': `KEY,CURRENCY,TIME_PERIOD,OBS_VALUE,TITLE_COMPL\nEXR.D.USD,USD,2029-03-01,${figure},"rate, US dollar"\nEXR.D.JPY,JPY,2029-03-01,,"rate, yen"\n`,
    }),
    figure: '1.25',
    expected: ['2029-03-01', 'EUR', 'USD', '1.25'],
    rename: ['OBS_VALUE', 'VALUE'],
  },
  {
    name: 'CSV without key',
    provider: 'FED',
    request: range('2029-03-01', '2029-03-31', 'EUR', 'JPY'),
    answers: (figure) => ({
      'fredgraph.csv?id=DEXJPUS,DEXUSEU': `observation_date,DEXJPUS,DEXUSEU\n2029-03-01,${figure},1.1\n2029-03-02,.,\n`,
    }),
    figure: '150.25',
    expected: ['2029-03-01', 'USD', 'JPY', '150.25'],
    others: [['2029-03-01', 'EUR', 'USD', '1.1']],
    rename: ['observation_date', 'when'],
  },
  {
    name: 'JSON with key',
    provider: 'FED',
    key: 'secret',
    request: range('2029-03-01', '2029-03-31', 'GBP'),
    answers: (figure) => ({
      'series_id=DEXUSUK&api_key=secret': `{"observations":[{"date":"2029-03-01","value":"${figure}"},{"date":"2029-03-02","value":"."}]}`,
    }),
    figure: '1.3',
    expected: ['2029-03-01', 'GBP', 'USD', '1.3'],
    rename: ['observations', 'data'],
  },
  {
    name: 'table',
    provider: 'BOE',
    request: range('2029-03-01', '2029-03-31', 'USD', 'JPY'),
    answers: (figure) => ({
      'Datefrom=01/Mar/2029&Dateto=31/Mar/2029&SeriesCodes=XUDLUSS,XUDLJYS': `DATE,XUDLUSS,XUDLJYS\r\n01 Mar 2029,${figure},200.5\r\n02 Mar 2029,,201\r\n`,
    }),
    figure: '1.3',
    expected: ['2029-03-01', 'GBP', 'USD', '1.3'],
    others: [['2029-03-02', 'GBP', 'JPY', '201']],
    rename: ['DATE', 'DAY'],
  },
  {
    name: 'cube',
    provider: 'SNB',
    request: range('2029-03-01', '2029-04-30', 'EUR', 'JPY'),
    answers: (figure) => ({
      'dimSel=D0(M0),D1(EUR1,JPY100)&fromDate=2029-03&toDate=2029-04': `{"timeseries":[{"metadata":{"key":"EPB@SNB.devkum{M0,JPY100}"},"values":[{"date":"2029-03","value":${figure}},{"date":"2029-04","value":null}]},{"metadata":{"key":"EPB@SNB.devkum{M0,EUR1}"},"values":[{"date":"2029-03","value":0.9250000000000001}]}]}`,
    }),
    figure: '0.55',
    expected: ['2029-03-01', 'JPY', 'CHF', '0.0055'],
    others: [['2029-03-01', 'EUR', 'CHF', '0.925']],
    rename: ['timeseries', 'series'],
  },
  {
    name: 'group',
    provider: 'BOC',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'start_date=2029-03-01&end_date=2029-03-31': `{"observations":[{"FXUSDCAD":{"v":"${figure}"},"d":"2029-03-01"},{"d":"2029-03-02","FXJPYCAD":{"v":"0.009"}}]}`,
    }),
    figure: '1.4',
    expected: ['2029-03-01', 'USD', 'CAD', '1.4'],
    others: [['2029-03-02', 'JPY', 'CAD', '0.009']],
    rename: ['observations', 'obs'],
  },
  {
    name: 'table',
    provider: 'RBA',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'f11.1-data.csv': `\ufeffF11.1\nTitle,A$1=USD,Index,A$1=SDR\nUnits,USD,Index,SDR\n\nSeries ID,FXRUSD,FXRTWI,FXRSDR\n01-Mar-2029,${figure},61.4,\n02-Mar-2029,0.7,61,0.5\n\n\n`,
    }),
    figure: '0.6',
    expected: ['2029-03-01', 'AUD', 'USD', '0.6'],
    others: [['2029-03-02', 'AUD', 'XDR', '0.5']],
    rename: ['Units', 'Unit'],
  },
  {
    name: 'table A',
    provider: 'NBP',
    request: range('2029-03-01', '2029-03-31', 'USD', 'JPY'),
    answers: (figure) => ({
      'tables/A/2029-03-01/2029-03-31': `[{"table":"A","effectiveDate":"2029-03-01","rates":[{"code":"USD","mid":${figure}},{"code":"JPY","mid":0.0250}]}]`,
    }),
    figure: '4.0100',
    expected: ['2029-03-01', 'USD', 'PLN', '4.01'],
    others: [['2029-03-01', 'JPY', 'PLN', '0.025']],
    rename: ['rates', 'values'],
  },
  {
    name: 'gold',
    provider: 'NBP',
    request: range('2029-03-01', '2029-03-31', 'XAU'),
    answers: (figure) => ({ 'cenyzlota/2029-03-01/2029-03-31': `[{"data":"2029-03-01","cena":${figure}}]` }),
    figure: '100',
    expected: ['2029-03-01', 'XAU', 'PLN', '3110.34768'],
    rename: ['[{', '{"a":[{'],
  },
  {
    name: 'year',
    provider: 'CNB',
    request: range('2029-01-01', '2029-12-31', 'USD', 'IDR'),
    answers: (figure) => ({
      'daily-year?year=2029&lang=EN': `{"rates":[{"currencyCode":"IDR","amount":1000,"validFor":"2029-03-01","rate":${figure}},{"currencyCode":"USD","amount":1,"validFor":"2029-03-01","rate":22.5}]}`,
    }),
    figure: '1.4',
    expected: ['2029-03-01', 'IDR', 'CZK', '0.0014'],
    others: [['2029-03-01', 'USD', 'CZK', '22.5']],
    rename: ['"rates"', '"kurzy"'],
  },
  {
    name: 'legacy text',
    provider: 'CNB',
    request: range('2001-03-01', '2001-03-01', 'DEM'),
    answers: (figure) => ({
      'denni_kurz.txt?date=01.03.2001': `01.03.2001 #43\nzeme|mena|mnozstvi|kod|kurz\nUSA|dolar|1|USD|38,000\n\nzeme|denominace|mnozstvi|kod|pomer\nSRN|marka|1|DEM|${figure}\nItalie|lira|1000|ITL|18,000\n`,
    }),
    figure: '17,500',
    expected: ['2001-03-01', 'DEM', 'CZK', '17.5'],
    rename: ['|', ';'],
  },
  {
    name: 'SOAP',
    provider: 'MNB',
    request: range('2029-03-01', '2029-03-31', 'EUR', 'JPY'),
    answers: (figure) => ({
      'arfolyamok.asmx': `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetExchangeRatesResponse xmlns="http://www.mnb.hu/webservices/"><GetExchangeRatesResult>&lt;MNBExchangeRates&gt;&lt;Day date="2029-03-01"&gt;&lt;Rate unit="1" curr="EUR"&gt;400,5&lt;/Rate&gt;&lt;Rate unit="100" curr="JPY"&gt;${figure}&lt;/Rate&gt;&lt;/Day&gt;&lt;/MNBExchangeRates&gt;</GetExchangeRatesResult></GetExchangeRatesResponse></s:Body></s:Envelope>`,
    }),
    figure: '250,25',
    expected: ['2029-03-01', 'JPY', 'HUF', '2.5025'],
    others: [['2029-03-01', 'EUR', 'HUF', '400.5']],
    rename: ['GetExchangeRatesResult', 'GetRatesResult'],
  },
  {
    name: 'SDMX',
    provider: 'NB',
    request: range('2029-03-01', '2029-03-31', 'USD', 'JPY'),
    answers: (figure) => ({
      'EXR/B..NOK.SP?format=csvdata&startPeriod=2029-03-01&endPeriod=2029-03-31': `FREQ,BASE_CUR,QUOTE_CUR,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nB,JPY,NOK,2,2029-03-01,${figure}\nB,USD,NOK,0,2029-03-01,10.5\nB,I44,NOK,0,2029-03-01,120\n`,
    }),
    figure: '7.25',
    expected: ['2029-03-01', 'JPY', 'NOK', '0.0725'],
    others: [['2029-03-01', 'USD', 'NOK', '10.5']],
    rename: ['BASE_CUR', 'CUR'],
  },
  {
    name: 'group',
    provider: 'RB',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'ByGroup/130/2029-03-01/2029-03-31': `[{"seriesId":"SEKETT","date":"2029-03-01","value":1},{"seriesId":"SEKUSDPMI","date":"2029-03-01","value":${figure}}]`,
    }),
    figure: '9.5',
    expected: ['2029-03-01', 'USD', 'SEK', '9.5'],
    rename: ['seriesId', 'series'],
  },
  {
    name: 'bulk',
    provider: 'DNB',
    request: range('2029-03-01', '2029-03-31', 'USD', 'EUR'),
    answers: (figure) => ({
      'api.statbank.dk': `VALUTA;KURTYP;TID;INDHOLD\nUSD;KBH;2029M03D02;${figure}\nEUR;KBH;2029M03D01;745.0000\nBGN;KBH;2029M03D01;..\n`,
    }),
    figure: '650.1000',
    expected: ['2029-03-02', 'USD', 'DKK', '6.501'],
    others: [['2029-03-01', 'EUR', 'DKK', '7.45']],
    rename: ['INDHOLD', 'VALUE'],
  },
  {
    name: 'year',
    provider: 'BNR',
    request: range('2029-01-01', '2029-12-31'),
    answers: (figure) => ({
      'nbrfxrates2029.xml': `<?xml version="1.0"?><DataSet xmlns="https://www.bnr.ro/xsd"><Body><Cube date="2029-03-01"><Rate currency="USD">4.5</Rate><Rate currency="JPY" multiplier="100">${figure}</Rate><Rate currency="EUR">-</Rate></Cube></Body></DataSet>`,
    }),
    figure: '3.25',
    expected: ['2029-03-01', 'JPY', 'RON', '0.0325'],
    others: [['2029-03-01', 'USD', 'RON', '4.5']],
    rename: ['Cube', 'Day'],
  },
  {
    name: 'day',
    provider: 'TCMB',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'kurlar/202903/01032029.xml': `<?xml version="1.0" encoding="UTF-8"?><Tarih_Date Date="03/01/2029"><Currency CurrencyCode="JPY"><Unit>100</Unit><ForexBuying>${figure}</ForexBuying><ForexSelling>${figure}</ForexSelling></Currency><Currency CurrencyCode="USD"><Unit>1</Unit><ForexBuying>40.1</ForexBuying><ForexSelling>40.2</ForexSelling></Currency><Currency CurrencyCode="XDR"><Unit>1</Unit><ForexBuying>50</ForexBuying><ForexSelling></ForexSelling></Currency></Tarih_Date>`,
    }),
    figure: '28.5',
    expected: ['2029-03-01', 'JPY', 'TRY', '0.285'],
    others: [
      ['2029-03-01', 'USD', 'TRY', '40.15'],
      ['2029-03-01', 'XDR', 'TRY', '50'],
    ],
    rename: ['Currency ', 'Para '],
  },
  {
    name: 'EVDS',
    provider: 'TCMB',
    key: 'secret',
    request: range('2029-03-01', '2029-03-31', 'USD'),
    answers: (figure) => ({
      'series=TP.DK.USD.A.YTL-TP.DK.USD.S.YTL&startDate=01-03-2029&endDate=31-03-2029': `{"items":[{"Tarih":"01-03-2029","TP_DK_USD_A_YTL":"${figure}","TP_DK_USD_S_YTL":"${figure}"},{"Tarih":"03-03-2029","TP_DK_USD_A_YTL":null,"TP_DK_USD_S_YTL":null}]}`,
    }),
    figure: '40.50000000',
    expected: ['2029-03-01', 'USD', 'TRY', '40.5'],
    rename: ['items', 'rows'],
  },
  {
    name: 'day',
    provider: 'CBR',
    request: range('2029-03-01', '2029-03-01', 'JPY'),
    answers: (figure) => ({
      'XML_daily.asp?date_req=01/03/2029': `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="01.03.2029"><Valute ID="R01820"><CharCode>JPY</CharCode><Nominal>100</Nominal><Value>${figure}</Value></Valute></ValCurs>`,
    }),
    figure: '50,2500',
    expected: ['2029-03-01', 'JPY', 'RUB', '0.5025'],
    rename: ['R01820', 'R99999'],
  },
  {
    name: 'range',
    provider: 'CBR',
    request: range('2029-01-01', '2029-03-31', 'JPY'),
    answers: (figure) => ({
      'XML_dynamic.asp?date_req1=01/01/2029&date_req2=31/03/2029&VAL_NM_RQ=R01820': `<?xml version="1.0" encoding="windows-1251"?><ValCurs ID="R01820"><Record Date="01.03.2029" Id="R01820"><Nominal>100</Nominal><Value>${figure}</Value></Record></ValCurs>`,
    }),
    figure: '50,2500',
    expected: ['2029-03-01', 'JPY', 'RUB', '0.5025'],
    rename: [' Id=', ' Key='],
  },
  {
    name: 'metals',
    provider: 'CBR',
    request: range('2029-01-01', '2029-03-31', 'XAG'),
    answers: (figure) => ({
      'xml_metall.asp?date_req1=01/01/2029&date_req2=31/03/2029': `<?xml version="1.0" encoding="windows-1251"?><Metall><Record Date="01.03.2029" Code="2"><Buy>${figure}</Buy><Sell>11</Sell></Record></Metall>`,
    }),
    figure: '10,00',
    expected: ['2029-03-01', 'XAG', 'RUB', '311.034768'],
    rename: ['Code', 'Key'],
  },
  {
    name: 'range',
    provider: 'NBU',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'exchange_site?start=20290301&end=20290331': `[{"exchangedate":"01.03.2029","cc":"VND","rate":${figure},"units":1000,"rate_per_unit":0.001}]`,
    }),
    figure: '1.75',
    expected: ['2029-03-01', 'VND', 'UAH', '0.00175'],
    rename: ['"cc"', '"code"'],
  },
  {
    name: 'older interface',
    provider: 'NBU',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'statdirectory/exchange?date=20290301': `<?xml version="1.0" encoding="utf-8"?><exchange><currency><rate>${figure}</rate><cc>USD</cc><exchangedate>01.03.2029</exchangedate></currency></exchange>`,
    }),
    figure: '43.125',
    expected: ['2029-03-01', 'USD', 'UAH', '43.125'],
    rename: ['currency>', 'waluta>'],
  },
  {
    name: 'SDMX',
    provider: 'BOI',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'startperiod=2029-03-01&endperiod=2029-03-31': `SERIES_CODE,BASE_CURRENCY,COUNTER_CURRENCY,DATA_TYPE,UNIT_MULT,TIME_PERIOD,OBS_VALUE\nRER_JPY_ILS,JPY,ILS,OF00,2,2029-03-01,${figure}\nRER_LBP_ILS,LBP,ILS,OF00,1,2029-03-01,0.0004\n`,
    }),
    figure: '2.5',
    expected: ['2029-03-01', 'JPY', 'ILS', '0.025'],
    others: [['2029-03-01', 'LBP', 'ILS', '0.00004']],
    rename: ['BASE_CURRENCY', 'BASE'],
  },
  {
    name: 'list',
    provider: 'FBIL',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'fromDate=2029-03-01&toDate=2029-03-31': `[{"processRunDate":"2029-03-01 00:00:00","subProdName":"INR / 10000 IDR","rate":${figure}}]`,
    }),
    figure: '54.500000',
    expected: ['2029-03-01', 'IDR', 'INR', '0.00545'],
    rename: ['INR / ', 'Rupee '],
  },
  {
    name: 'bulletins',
    provider: 'BCB',
    request: range('2029-03-01', '2029-03-31', 'USD'),
    answers: (figure) => ({
      "@dataInicial='03-01-2029'&@dataFinalCotacao='04-01-2029'": `{"value":[{"cotacaoCompra":5.1,"cotacaoVenda":${figure},"dataHoraCotacao":"2029-03-01 13:09:00.1","tipoBoletim":"Fechamento"},{"cotacaoVenda":9,"dataHoraCotacao":"2029-03-01 10:09:00.1","tipoBoletim":"Abertura"}]}`,
    }),
    figure: '5.20000',
    expected: ['2029-03-01', 'USD', 'BRL', '5.2'],
    rename: ['value', 'data'],
  },
  {
    name: 'series',
    provider: 'BANXICO',
    key: 'secret',
    request: range('2029-03-01', '2029-03-31', 'USD', 'EUR'),
    answers: (figure) => ({
      'series/SF43718,SF46410/datos/2029-03-01/2029-03-31': `{"bmx":{"series":[{"idSerie":"SF46410"},{"idSerie":"SF43718","datos":[{"fecha":"01/03/2029","dato":"${figure}"},{"fecha":"02/03/2029","dato":"N/E"}]}]}}`,
    }),
    figure: '1,017.5000',
    expected: ['2029-03-01', 'USD', 'MXN', '1017.5'],
    rename: ['"series"', '"serie"'],
  },
  {
    name: 'records',
    provider: 'HKMA',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'from=2029-03-01&to=2029-03-31': `{"header":{"success":true},"result":{"records":[{"end_of_day":"2029-03-01","usd":${figure},"itl":null,"neeri_2020":101.2}]}}`,
    }),
    figure: '7.8245000000000005',
    expected: ['2029-03-01', 'USD', 'HKD', '7.8245'],
    rename: ['records', 'rows'],
  },
  {
    name: 'form',
    provider: 'MAS',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'ExchangeRates.aspx': `MAS: Exchange Rates\n\nMar 2029 to Mar 2029\n\nEnd of Period,,,S$ Per Unit of Euro,S$ Per 100 Units of Japanese Yen\n2029,Mar,01,1.5000,${figure}\n,,02,1.5100,0.8100\n\n"* Daily figures are values as of noon."`,
    }),
    figure: '0.8000',
    expected: ['2029-03-01', 'JPY', 'SGD', '0.008'],
    others: [['2029-03-02', 'EUR', 'SGD', '1.51']],
    rename: ['End of Period', 'Period'],
  },
  {
    name: 'series',
    provider: 'BOJ',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'code=FXERD04,FXERD34&startDate=202903&endDate=202903': `{"STATUS":200,"NEXTPOSITION":null,"RESULTSET":[{"SERIES_CODE":"FXERD04","VALUES":{"SURVEY_DATES":[20290301,20290302],"VALUES":[${figure},null]}},{"SERIES_CODE":"FXERD34","VALUES":{"SURVEY_DATES":[20290301],"VALUES":[1.15]}}]}`,
    }),
    figure: '150.5',
    expected: ['2029-03-01', 'USD', 'JPY', '150.5'],
    others: [['2029-03-01', 'EUR', 'USD', '1.15']],
    rename: ['RESULTSET', 'RESULT'],
  },
  {
    name: 'month',
    provider: 'IMF',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'SelectDate=2029-03-31': `Representative Exchange Rates\nCurrency\tMarch 01, 2029\tMarch 02, 2029\nJapanese yen\t${figure}\tNA\nEuro(1)\t1.150000\t1.160000\nU.S. dollar\t1.000000\t1.000000\n\nCurrency\tMarch 16, 2029\nJapanese yen\t151.000000\n\nNotes:\n\nThese rates are in units per U.S. dollar.`,
    }),
    figure: '150.500000',
    expected: ['2029-03-01', 'USD', 'JPY', '150.5'],
    others: [
      ['2029-03-02', 'EUR', 'USD', '1.16'],
      ['2029-03-16', 'USD', 'JPY', '151'],
    ],
    rename: ['Currency', 'Money'],
  },
  {
    name: 'day',
    provider: 'NBG',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'date=2029-03-01': `[{"date":"2029-03-01T00:00:00.000Z","currencies":[{"code":"AMD","quantity":1000,"rate":${figure}},{"code":"USD","quantity":1,"rate":2.7}]}]`,
    }),
    figure: '7.09',
    expected: ['2029-03-01', 'AMD', 'GEL', '0.00709'],
    others: [['2029-03-01', 'USD', 'GEL', '2.7']],
    rename: ['currencies', 'items'],
  },
  {
    name: 'day',
    provider: 'BCEAO',
    request: range('2029-08-01', '2029-08-01'),
    answers: (figure) => ({
      'dateJour=2029-08-01': `<h2>Cours des devises du mercredi 1er août 2029</h2><table><tbody><tr><th>Devise</th><th>CFA</th></tr><tr><td>Dinar Koweitien</td><td>${figure}</td></tr><tr><td>Couronne suédoise</td><td>59,4700</td></tr></tbody></table>`,
    }),
    figure: '1.953,0200',
    expected: ['2029-08-01', 'KWD', 'XOF', '1953.02'],
    others: [['2029-08-01', 'SEK', 'XOF', '59.47']],
    rename: ['Cours des devises du mercredi 1er', 'Cours du mercredi'],
  },
  {
    name: 'rand per foreign',
    provider: 'SARB',
    request: range('2029-03-01', '2029-03-31', 'USD'),
    answers: (figure) => ({
      'EXCX135D/2029-03-01T00:00:00/2029-03-31T00:00:00': `[{"Period":"2029-03-01T00:00:00","Timeseries":"Rand per US Dollar","Value":${figure}}]`,
    }),
    figure: '18.5',
    expected: ['2029-03-01', 'USD', 'ZAR', '18.5'],
    rename: ['Rand per US Dollar', 'US Dollar per Rand'],
  },
  {
    name: 'foreign per rand',
    provider: 'SARB',
    request: range('2029-03-01', '2029-03-31', 'JPY'),
    answers: (figure) => ({
      EXCB120D: `[{"Period":"2029-03-01T00:00:00","Timeseries":"Japan: Yen per Rand","Value":${figure}}]`,
    }),
    figure: '9.25',
    expected: ['2029-03-01', 'ZAR', 'JPY', '9.25'],
    rename: ['Japan: Yen per Rand', 'Rand per Yen'],
  },
  {
    name: 'month',
    provider: 'BNM',
    today: '2029-04-15',
    request: range('2029-03-01', '2029-03-31', 'JPY'),
    answers: (figure) => ({
      'exchange-rate/JPY/year/2029/month/3': `{"data":{"currency_code":"JPY","unit":100,"rate":[{"date":"2029-03-01","middle_rate":${figure}}]}}`,
    }),
    figure: '2.4999999999999996',
    expected: ['2029-03-01', 'JPY', 'MYR', '0.025'],
    rename: ['currency_code', 'code'],
  },
  {
    name: 'day',
    provider: 'BNM',
    today: '2029-03-01',
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'exchange-rate?session=0900': `{"data":[{"currency_code":"SDR","unit":1,"rate":{"date":"2029-03-01","buying_rate":null,"middle_rate":5.5}},{"currency_code":"SAR","unit":100,"rate":{"date":"2029-03-01","middle_rate":${figure}}}]}`,
    }),
    figure: '105',
    expected: ['2029-03-01', 'SAR', 'MYR', '1.05'],
    others: [['2029-03-01', 'XDR', 'MYR', '5.5']],
    rename: ['currency_code', 'code'],
  },
  {
    name: 'euro',
    provider: 'HNB',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'tecajn-eur/v3?datum-primjene-od=2029-03-01&datum-primjene-do=2029-03-31': `[{"datum_primjene":"2029-03-01","srednji_tecaj":"${figure}","valuta":"USD"}]`,
    }),
    figure: '1,150000',
    expected: ['2029-03-01', 'EUR', 'USD', '1.15'],
    rename: ['valuta', 'code'],
  },
  {
    name: 'kuna',
    provider: 'HNB',
    request: range('2019-03-01', '2019-03-31'),
    answers: (figure) => ({ 'tecajn/v2?datum-od=2019-03-01&datum-do=2019-03-31': hrk('2019-03-01', figure) }),
    figure: '5,900000',
    expected: ['2019-03-01', 'JPY', 'HRK', '0.059'],
    others: [['2019-03-01', 'EUR', 'HRK', '7.5']],
    rename: ['valuta', 'code'],
  },
  {
    name: 'day',
    provider: 'LB',
    request: range('2013-03-01', '2013-03-01'),
    answers: (figure) => ({
      'dt=2013-03-01': `<?xml version="1.0"?><FxRates xmlns="http://www.lb.lt/WebServices/FxRates"><FxRate><Tp>LT</Tp><Dt>2013-03-01</Dt><CcyAmt><Ccy>LTL</Ccy><Amt>${figure}</Amt></CcyAmt><CcyAmt><Ccy>AED</Ccy><Amt>10</Amt></CcyAmt></FxRate></FxRates>`,
    }),
    figure: '7.25',
    expected: ['2013-03-01', 'AED', 'LTL', '0.725'],
    rename: ['<Ccy>AED', '<Ccy>AEX'],
  },
  ...FIXTURES_A,
  ...PAGE_FIXTURES,
  ...WORKBOOK_FIXTURES,
  ...FIXTURES_B,
  ...BULLETIN_FIXTURES,
]
