import type { BrokerFacts } from '../facts.ts'
import { elementsOf, resolved, textAt } from '../raw-xml.ts'
import { figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const MONEY_IN = /^(DEPOSIT|INTEREST|DIVIDENDS|FEES_REFUND|TAX_REFUND|SELL|TRANSFER_IN)$/
const UNITS_IN = /^(BUY|DELIVERY_INBOUND|TRANSFER_IN)$/

/** Both sides of a booking stand in the file once, wherever that is; all others are references. */
const bookingsOf = (text: string, side: RegExp) =>
  elementsOf(text).filter((one) => side.test(one.name) && textAt(one, 'type') !== '')

/** Hundredths; files without currencies are those of an account in euros. */
const money: Recount = (_rows, text) =>
  summed([{}], () =>
    bookingsOf(text, /^account-?transaction$/i).map((one) => {
      const amount = figure(textAt(one, 'amount')).dividedBy(100)
      return [textAt(one, 'currencyCode') || 'EUR', MONEY_IN.test(textAt(one, 'type')) ? amount : amount.negated()] as const
    }),
  )

/** Millionths of a share, since version 49 hundred millionths. */
const units: Recount = (_rows, text) =>
  summed([{}], () => {
    const all = elementsOf(text)
    const places = Number(all.find(({ name }) => name === 'version')?.text) >= 49 ? 8 : 6
    return bookingsOf(text, /^portfolio-?transaction$/i).map((one) => {
      const security = resolved(one.children.find(({ name }) => name === 'security'))
      const size = figure(textAt(one, 'shares')).dividedBy(10 ** places)
      const code = textAt(security, 'isin') || textAt(security, 'tickerSymbol') || textAt(security, 'name')
      return [code, UNITS_IN.test(textAt(one, 'type')) ? size : size.negated()] as const
    })
  })

export default {
  'own:portfolio-performance/client.xml': {
    rows: 14,
    cash: { EUR: '3494.07', USD: '997.5' },
    held: { DE0009999993: '10', HRBR: '2', 'HRBR (s-3)': '3' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, FX_CONVERSION: 2, INTEREST: 1, TRANSFER: 3 },
    ignored: 0,
    // Its other side, the account, is missing.
    refused: { 12: 'no-pair' },
  },
  'own:portfolio-performance/depot-de.csv': {
    rows: 6,
    cash: { EUR: '-1441' },
    held: { DE0009999993: '26', HRBR: '2' },
    kinds: { BUY: 2, SELL: 1, TRANSFER: 2 },
    ignored: 0,
    refused: {},
  },
  'own:portfolio-performance/account-en.csv': {
    rows: 8,
    cash: { EUR: '2484.57' },
    held: { DE0009999993: '30' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
  },
  'portfolio-performance/client-v69.xml': {
    rows: 1,
    cash: { EUR: '10.07' },
    held: {},
    kinds: { DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units,
  },
  'portfolio-performance/client-v53.xml': {
    rows: 2,
    cash: { EUR: '90' },
    held: { 'Security with all Attributes': '0.09' },
    kinds: { DEPOSIT: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units,
  },
  'portfolio-performance/dividend-with-fees.xml': {
    rows: 3,
    cash: { EUR: '-1482.6' },
    held: { DE0008404005: '10' },
    kinds: { BUY: 1, DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: money,
    units,
  },
  'portfolio-performance/tax-and-fee.xml': {
    rows: 7,
    cash: { EUR: '8442' },
    held: { DE000A1EWWW0: '10' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 2, TAX: 2 },
    ignored: 0,
    refused: {},
    recount: money,
    units,
  },
  'portfolio-performance/currency-sample.xml': {
    rows: 16,
    cash: { EUR: '1000', USD: '422.4' },
    held: { AAPL: '15', 'BAS.DE': '20' },
    kinds: { BUY: 5, DEPOSIT: 6 },
    ignored: 0,
    refused: {},
    recount: money,
    units,
  },
  'portfolio-performance/transfers.xml': {
    rows: 5,
    cash: { EUR: '98295.08' },
    held: { DE000A1EWWW0: '47' },
    kinds: { BUY: 1, DEPOSIT: 1, TRANSFER: 2 },
    ignored: 0,
    refused: {},
    // Files of 2015 and before state no currency.
    options: { currency: 'EUR' },
    recount: money,
    units,
  },
} satisfies BrokerFacts
