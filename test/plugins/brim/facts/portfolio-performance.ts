import type { BrokerFacts } from '../facts.ts'

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
  },
  'portfolio-performance/client-v53.xml': {
    rows: 2,
    cash: { EUR: '90' },
    held: { 'Security with all Attributes': '0.09' },
    kinds: { DEPOSIT: 1, TRANSFER: 1 },
    ignored: 0,
    refused: {},
  },
  'portfolio-performance/dividend-with-fees.xml': {
    rows: 3,
    cash: { EUR: '-1482.6' },
    held: { DE0008404005: '10' },
    kinds: { BUY: 1, DIVIDEND: 1 },
    ignored: 0,
    refused: {},
  },
  'portfolio-performance/tax-and-fee.xml': {
    rows: 7,
    cash: { EUR: '8442' },
    held: { DE000A1EWWW0: '10' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 2, TAX: 2 },
    ignored: 0,
    refused: {},
  },
  'portfolio-performance/currency-sample.xml': {
    rows: 16,
    cash: { EUR: '1000', USD: '422.4' },
    held: { AAPL: '15', 'BAS.DE': '20' },
    kinds: { BUY: 5, DEPOSIT: 6 },
    ignored: 0,
    refused: {},
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
  },
} satisfies BrokerFacts
