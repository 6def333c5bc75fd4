import type { Fixture } from './fixtures.ts'

const range = (from: string, to: string, ...currencies: string[]) =>
  currencies.length > 0 ? { from, to, currencies } : { from, to }
const book = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>) => JSON.stringify({ workbook: sheets })

const biPage = (figure: string) =>
  `<form><input type="hidden" name="__VIEWSTATE" value="a&amp;b"/><select name="ctl00$PlaceHolderMain$g_6c89d4ad_107f_437d_bd54_8fda17b556bf$ctl00$ddlmatauang1"><option value="JPY  ">JPY</option></select></form>
<div>Last Update&nbsp;<span>2 March 2029</span></div><table><tr><th> Currencies</th><th>Value</th><th>Sell</th><th>Buy</th><th>Graph</th></tr><tr><td>JPY  </td><td>100</td><td>${figure}</td><td>${figure}</td><td><input/></td></tr>
<tr><td>USD  </td><td>1</td><td>17,001.00</td><td>16,999.00</td><td></td></tr><tr><td>CNH  </td><td>1</td><td>2,400.00</td><td>2,390.00</td><td></td></tr></table>`

/** Publishers whose answers are workbooks, and one with a form of many fields. */
export const WORKBOOK_FIXTURES: readonly Fixture[] = [
  {
    name: 'form',
    provider: 'CBE',
    html: true,
    request: range('2029-03-01', '2029-03-31', 'USD', 'JPY'),
    answers: (figure) => ({
      GetHistoricalData: book({
        'Official Exchange Rates': [
          [],
          ['Date', 'Currency', 'Buy', 'Sell'],
          ['2029-03-01', 'US Dollar', '50.1', '50.3'],
          ['2029-03-01', 'Japanese Yen 100', figure, figure],
        ],
      }),
      'historical-data': '<form><input name="__RequestVerificationToken" type="hidden" value="once" /></form>',
    }),
    figure: '34.5',
    expected: ['2029-03-01', 'JPY', 'EGP', '0.345'],
    others: [['2029-03-01', 'USD', 'EGP', '50.2']],
    rename: ['Currency', 'Coin'],
  },
  {
    name: 'month',
    provider: 'SBP',
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'BFER_Daily.xlsx': book({
        Sheet1: [
          ['State Bank'],
          ['Country / Monetary Union', 'Currency', '2029-03-01', '2029-03-02'],
          ['Japan', 'Japnese Yen', figure, '1.8'],
          ['USA', 'U.S. Dollar', '279.25', ''],
          ['Contact Person:'],
          ['Senior Joint Director'],
        ],
      }),
    }),
    figure: '1.75',
    expected: ['2029-03-01', 'JPY', 'PKR', '1.75'],
    others: [
      ['2029-03-02', 'JPY', 'PKR', '1.8'],
      ['2029-03-01', 'USD', 'PKR', '279.25'],
    ],
    rename: ['Country', 'Region'],
  },
  {
    name: 'latest day',
    provider: 'BI',
    html: true,
    request: range('2029-03-02', '2029-03-02'),
    answers: (figure) => ({ 'default.aspx': biPage(figure) }),
    figure: '10,800.50',
    expected: ['2029-03-02', 'JPY', 'IDR', '108.005'],
    others: [['2029-03-02', 'USD', 'IDR', '17000']],
    rename: ['Currencies', 'Monies'],
  },
  {
    name: 'workbook',
    provider: 'CBS',
    html: true,
    request: range('2028-01-01', '2029-12-31'),
    answers: (figure) => ({
      'Daily-Rates-Mar': book({
        '2028': [
          ['', 'JANUARY'],
          ['', 'DATE', 'US/TALA', 'YEN/TALA'],
          ['', '2028-01-05', '0.35', '51.5'],
        ],
        '2029': [
          ['', 'MARCH'],
          ['', 'DATE', 'TALA/USD', 'TALA/CNH', 'TALA/CNY'],
          ['', '2029-03-01', figure, '2.4', '2.5'],
        ],
      }),
      'daily-exchange-rates': '<a href="/media/Historical-Daily-Rates-Mar2029.xlsx">Historical Daily Rates</a>',
    }),
    figure: '0.3625',
    expected: ['2029-03-01', 'WST', 'USD', '0.3625'],
    others: [
      ['2029-03-01', 'WST', 'CNY', '2.5'],
      ['2028-01-05', 'WST', 'JPY', '51.5'],
    ],
    rename: ['DATE', 'DAY'],
  },
  {
    name: 'workbook',
    provider: 'RBF',
    html: true,
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'uploads/2029/03': book({
        'Exchange Rates': [
          ['DAILY EXCHANGE RATES'],
          ['(RBF Mid-Rate Per Fiji Dollar)'],
          ['Period', '     SDR', '    STG', 'US$'],
          ['2029-03-01', '0.33', figure, '0.45'],
        ],
      }),
      'economic-and-financial':
        '<a href="https://www.rbf.gov.fj/wp-content/uploads/2029/03/8.8-Exchange-Rates-Daily-9.xlsx">8.8</a>',
    }),
    figure: '0.335',
    expected: ['2029-03-01', 'FJD', 'GBP', '0.335'],
    others: [['2029-03-01', 'FJD', 'XDR', '0.33']],
    rename: ['Period', 'Time'],
  },
  {
    name: 'workbook',
    provider: 'BOA',
    html: true,
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      journalier: book({
        'JPY - DZD': [['100 JPY / DZD'], ['', 'JPY / DZD'], ['2029-03-01', figure]],
        'EURO - DZD': [['EURO / DZD'], ['2029-03-02', '155.5']],
        'MRO - DZD': [['MRO / DZD'], ['2029-03-02', '4']],
      }),
      'donnees-historiques':
        '<a href="https://www.bank-of-algeria.dz/stoodroa/2029/04/Cotation-DZD-2000-2029-journalier.xlsx">Cotation</a>',
    }),
    figure: '82.5',
    expected: ['2029-03-01', 'JPY', 'DZD', '0.825'],
    others: [['2029-03-02', 'EUR', 'DZD', '155.5']],
    rename: ['/ DZD', 'in DZD'],
  },
  {
    name: 'workbook',
    provider: 'CBI',
    html: true,
    request: range('2029-01-01', '2029-03-31'),
    answers: (figure) => ({
      'file-2.xlsx': book({
        '2029': [
          ['Date', 'دولار USD ', '', '', 'فرنك', '', '', 'SDR'],
          ['', '', '', '', 'S.FR', '', '', '', '', 'Gold'],
          ['2029', ' Buy  ID ', ' Sell  ID ', ' Sell ID 2 ', ' Buy ID', ' Sell ID', ' Sell ID 2', 'Buy ID', 'Sell ID'],
          ['2029'],
          ['1', 'عطلة'],
          ['2', figure, figure, '9', '1600', '1700', '1', '1700', '1800', '5,600 ,000.000'],
          ['Average', '1', '1', '1', '1', '1', '1', '1', '1', '1'],
          ['Feb.2029'],
          ['28', '1300', '1310', '1320'],
        ],
      }),
      'page/144':
        '<a href="https://cbi.iq/static/uploads/up/file-1.xlsx">دولار</a> <a href="https://cbi.iq/static/uploads/up/file-2.xlsx">والذهب</a>',
    }),
    figure: '1305.5',
    expected: ['2029-01-02', 'USD', 'IQD', '1305.5'],
    others: [
      ['2029-01-02', 'CHF', 'IQD', '1650'],
      ['2029-01-02', 'XDR', 'IQD', '1750'],
      ['2029-01-02', 'XAU', 'IQD', '5600000'],
      ['2029-02-28', 'USD', 'IQD', '1305'],
    ],
    rename: ['Buy', 'Bid'],
  },
]
