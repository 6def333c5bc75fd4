import type { BrokerFacts } from '../facts.ts'
import { sideOf } from '../recount.ts'

export default {
  'swissquote/etg.csv': {
    rows: 22,
    cash: { CHF: '62020.99', EUR: '2481.97', USD: '39220.25' },
    held: {
      IE000EBFYWX3: '850',
      IE00B3RBWM25: '-808',
      IE00B3VVMM84: '-537',
      IE00B945VV12: '-709',
      IE00BCBJG560: '-373',
      IE00BJ5JP105: '3300',
      IE00BM67HQ30: '640',
      US8863645383: '200',
    },
    kinds: { BUY: 5, DIVIDEND: 3, FEE: 3, FX_CONVERSION: 4, INTEREST: 1, SELL: 5, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Net Amount', by: 'Currency' },
    partial: 'the shares that are sold were bought before',
    balances: 'rows between are left out',
    units: { amount: 'Quantity', by: 'ISIN', sign: sideOf('Transaction', /^Buy$/, /^Sell$/) },
  },
  'own:swissquote/orders.csv': {
    rows: 10,
    cash: { CHF: '2377.43', USD: '326' },
    held: { IE0000000081: '16' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 2, FX_CONVERSION: 2, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Net Amount', by: 'Currency' },
    balances: 'both rows of a conversion are booked with the first of them',
    units: { amount: 'Quantity', by: 'ISIN', sign: sideOf('Transaction', /^Buy$/, /^Sell$/) },
  },
} satisfies BrokerFacts
