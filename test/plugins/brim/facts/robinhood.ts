import type { BrokerFacts } from '../facts.ts'
import { figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Brackets make a figure negative. */
const money = (text = '') => (text === '' ? figure('0') : text.startsWith('(') ? figure(text).negated() : figure(text))

/** Options by what their description says, HLTP 7/18/2025 Call $70.00. */
const units: Recount = (rows) =>
  summed(rows, ({ 'Trans Code': code = '', Description = '', Instrument = '', Quantity = '' }) => {
    if (!/^(Buy|Sell|BTO|SPL)$/.test(code)) return []
    const [, root = '', month = '', day = '', year = '', side = '', strike = ''] =
      /(\w+) (\d+)\/(\d+)\/\d\d(\d\d) (C|P)\w+ \$([\d.]+)/.exec(Description) ?? []
    const option = `${root}${year}${month.padStart(2, '0')}${day.padStart(2, '0')}${side}${(Number(strike) * 1000).toFixed().padStart(8, '0')}`
    const size = figure(Quantity)
    return [[root === '' ? Instrument : option, code === 'Sell' ? size.negated() : size]]
  })

export default {
  'own:robinhood/activity.csv': {
    rows: 13,
    cash: { USD: '683.07' },
    held: { HLTP: '8', HLTP250718C00070000: '1' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 2, SELL: 1, SPLIT: 1, WITHDRAWAL: 2 },
    ignored: 1,
    refused: { '2': 'unclear-option' },
    recount: (rows) => ({ USD: rows.reduce((sum, row) => sum.plus(money(row['Amount'])), figure('0')).toFixed() }),
    units,
  },
  'robinhood/stocks-fixture.csv': {
    rows: 10,
    cash: { USD: '403.1' },
    held: { AAPL: '6', AAPL240315C00200000: '1' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 1, SPLIT: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    recount: (rows) => ({ USD: rows.reduce((sum, row) => sum.plus(money(row['Amount'])), figure('0')).toFixed() }),
    units,
  },
} satisfies BrokerFacts
