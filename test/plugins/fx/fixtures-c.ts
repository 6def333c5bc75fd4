import type { Fixture } from './fixtures.ts'

const range = (from: string, to: string, ...currencies: string[]) =>
  currencies.length > 0 ? { from, to, currencies } : { from, to }

const nbcPage = (day: string, dollar: string, yen: string) =>
  `<html><form><table><tr><td>Exchange Rate on : <font color="#FF3300">${day}</font></td></tr><tr><td>Official Exchange Rate : <font>${dollar}</font> KHR / USD</td></tr>
<tr><td><input type="hidden" name="tk" value="once="/></td></tr></table></form><table><tr><td>Currency</td><td>Symbol</td><td>Unit</td><td>Bid</td><td>Ask</td><td>Average</td></tr>
<tr><td>Yen</td><td>JPY/KHR</td><td>100</td><td>1</td><td>2</td><td>${yen}</td></tr><tr><td>Off-shore</td><td>CNH/KHR</td><td>1</td><td>1</td><td>2</td><td>590</td></tr></table></html>`

/** Publishers whose answers are pages of HTML, forms or series of numbers. */
export const PAGE_FIXTURES: readonly Fixture[] = [
  {
    name: 'series',
    provider: 'SBI',
    request: range('2029-03-01', '2029-03-31', 'USD', 'SEK'),
    answers: (figure) => ({
      'DagsFra=2029-03-01&DagsTil=2029-03-31&GroupID=9': `<?xml version="1.0"?><Group ID="9"><TimeSeries ID="4054"><TimeSeriesData><Entry><Date>3/1/2029 12:00:00 AM</Date><Value>99</Value></Entry></TimeSeriesData></TimeSeries><TimeSeries ID="4055"><TimeSeriesData><Entry><Date>3/1/2029 12:00:00 AM</Date><Value>${figure}</Value></Entry></TimeSeriesData></TimeSeries><TimeSeries ID="4052"><TimeSeriesData /></TimeSeries><TimeSeries ID="4109"><TimeSeriesData><Entry><Date>3/12/2029 12:00:00 AM</Date><Value>13.500000</Value></Entry></TimeSeriesData></TimeSeries></Group>`,
    }),
    figure: '130.250000',
    expected: ['2029-03-01', 'USD', 'ISK', '130.25'],
    others: [['2029-03-12', 'SEK', 'ISK', '13.5']],
    rename: ['TimeSeries', 'Series'],
  },
  {
    name: 'day',
    provider: 'BCT',
    html: true,
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'cours_archiv.jsp': `<h5>Journée du 01/03/2029&nbsp;</h5><table><thead><tr><td><div>Monnaie</div></td><td>Sigle</td><td>Unit&eacute;</td><td>Valeur</td></tr></thead><tr><td>YEN</td><td>JPY</td><td>1000</td><td><div>${figure}</div></td></tr><tr><td>DOLLAR</td><td>USD</td><td>1</td><td> 3,1000</td></tr></table><table><tr><td>Monnaie</td><td>Sigle</td><td>Unite</td><td>Achat</td></tr><tr><td>DOLLAR</td><td>USD</td><td>1</td><td>9,9</td></tr></table>`,
    }),
    figure: '18,2500',
    expected: ['2029-03-01', 'JPY', 'TND', '0.01825'],
    others: [['2029-03-01', 'USD', 'TND', '3.1']],
    rename: ['Sigle', 'Code'],
  },
  {
    name: 'year',
    provider: 'CBSL',
    html: true,
    request: range('2029-03-01', '2029-03-31', 'USD', 'XAU'),
    answers: (figure) => ({
      'exrates_results.php': `<h2>US Dollar</h2><table><thead><tr><th>Date</th><th>1  USD  -&gt; LKR</th><th>1 LKR -&gt; USD</th></tr></thead><tr><td> 2029-03-01 </td><td> ${figure} </td><td> 0.0033 </td></tr></table><table><tr><th>Date</th><th>1 XAU -&gt; LKR</th><th>1 LKR -&gt; XAU</th></tr><tr><td>2029-03-02</td><td>960000.5</td><td>0</td></tr></table>`,
      'exrates.php': `<form><input name="chk_cur[]" value="USD~US Dollar" type="checkbox"><input name="chk_cur[]" value="XAU~Gold (per Troy oz.)" type="checkbox"></form>`,
    }),
    figure: '300.2500',
    expected: ['2029-03-01', 'USD', 'LKR', '300.25'],
    others: [['2029-03-02', 'XAU', 'LKR', '960000.5']],
    rename: ['LKR', 'rupees'],
  },
  {
    name: 'year',
    provider: 'BCP',
    html: true,
    request: range('2028-01-01', '2028-12-31', 'USD'),
    answers: (figure) => ({
      'anho=2028&moneda=USD':
        `<select><option value="USD"  selected="selected">DOLAR</option></select><table><tr><th>PLANILLA DE COTIZACIONES DEL A&Ntilde;O 2028 DE MONEDA DOLAR AMERICANO</th></tr></table><table><tr><th>#</th>${'ENE FEB MAR ABR MAY JUN JUL AGO SEP OCT NOV DIC'
          .split(' ')
          .map((month) => `<th>${month}</th>`)
          .join(
            '',
          )}</tr><tr><th>1</th><td>ND</td><td>${figure}</td>${'<td>ND</td>'.repeat(9)}<td>7.000</td></tr><tr><th>30</th><td>8.100,00</td>${'<td>ND</td>'.repeat(11)}</tr></table>`.replace(
          '7.000',
          '7.000,05',
        ),
    }),
    figure: '7.271,50',
    expected: ['2028-02-01', 'USD', 'PYG', '7271.5'],
    others: [
      ['2028-01-30', 'USD', 'PYG', '8100'],
      ['2028-12-01', 'USD', 'PYG', '7000.05'],
    ],
    rename: ['ENE', 'JAN'],
  },
  {
    name: 'pages',
    provider: 'CBLLR',
    html: true,
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'page=0': `<table><tr><th>Date</th><th>Buying</th><th>Selling</th></tr><tr><td><time>Friday, March 2, 2029</time></td><td>L$${figure}/US$1.00</td><td>L$${figure}/US$1.00 </td></tr><tr><td>Monday, February 26, 2029</td><td>L$180/US$1.00</td><td>L$182/US$1.00</td></tr></table>`,
    }),
    figure: '182.0819',
    expected: ['2029-03-02', 'USD', 'LRD', '182.0819'],
    rename: ['20', 'MM'],
  },
  {
    name: 'day',
    provider: 'DAB',
    html: true,
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({
      'field_date_value=2029-03-01': `<p>Last updated: 1 March 2029</p><table><tr><th>Currency</th><th>Cash (Sell)</th><th>Cash (Buy)</th><th>Transfer (Sell)</th><th>Transfer (Buy)</th></tr><tr><td>USD$</td><td>66</td><td>64</td><td>${figure}</td><td>${figure}</td></tr><tr><td>IRAN Toman</td><td>0.9</td><td>0.5</td><td>0.008</td><td>0.006</td></tr></table><table><tr><th>\ufeffCurrency</th><th>Cash (Sell)</th><th>Cash (Buy)</th><th>Transfer (Sell)</th><th>Transfer (Buy)</th></tr><tr><td>USD$</td><td>1</td><td>1</td><td>1</td><td>1</td></tr></table>`,
    }),
    figure: '65.0625',
    expected: ['2029-03-01', 'USD', 'AFN', '65.0625'],
    others: [['2029-03-01', 'IRR', 'AFN', '0.0007']],
    rename: ['Transfer', 'Wire'],
  },
  {
    name: 'page',
    provider: 'RBV',
    html: true,
    request: range('2029-03-01', '2029-03-31'),
    answers: (figure) => ({
      'limit1=100000': `<table><tr class="fabrik_row"><td class="exchange_rates___date fabrik_element"> 02 Mar 2029 </td><td class="exchange_rates___usd fabrik_element decimal"> ${figure} </td><td class="exchange_rates___GBP fabrik_element">156.1</td></tr><tr class="fabrik_row"><td class="exchange_rates___date x">1-Mar-29</td><td class="exchange_rates___usd x">115.5</td></tr></table>`,
    }),
    figure: '116.25',
    expected: ['2029-03-02', 'USD', 'VUV', '116.25'],
    others: [
      ['2029-03-02', 'GBP', 'VUV', '156.1'],
      ['2029-03-01', 'USD', 'VUV', '115.5'],
    ],
    rename: ['exchange_rates___', 'rates___'],
  },
  {
    name: 'day',
    provider: 'NBC',
    html: true,
    request: range('2029-03-01', '2029-03-01'),
    answers: (figure) => ({ 'exchange_rate.php': nbcPage('2029-03-01', '4010', figure) }),
    figure: '2545.50',
    expected: ['2029-03-01', 'JPY', 'KHR', '25.455'],
    others: [['2029-03-01', 'USD', 'KHR', '4010']],
    rename: ['Official', 'Market'],
  },
]
