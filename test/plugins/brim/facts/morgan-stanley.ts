import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** What is sold brings money, but for the cash that is withdrawn by "selling" it. */
const cashOf = ({ Plan, Type, 'Net Amount': net = '' }: RawRow) =>
  Type !== 'Sale' ? figure('0') : Plan === 'Cash' ? figure(net).negated() : figure(net)

/** Sales of before the split of July 2022 in shares of after it. */
const soldUnits: Recount = (rows) =>
  summed(rows, ({ 'Execution Date': date = '', Plan = '', Type, Quantity = '' }) =>
    Type !== 'Sale' || Plan === 'Cash' ? [] : [[Plan, figure(Quantity).times(new Date(date) < new Date('2022-07-15') ? 20 : 1)]],
  )

export default {
  'own:morgan-stanley/releases.csv': {
    rows: 4,
    cash: {},
    held: { 'GSU Class C': '71.5' },
    kinds: { TRANSFER: 2 },
    ignored: 1,
    refused: {},
    units: { amount: 'Net Share Proceeds', by: 'Plan', skip: (row) => row['Status'] !== 'Complete' },
  },
  'own:morgan-stanley/withdrawals.csv': {
    rows: 5,
    cash: { USD: '1609.85' },
    held: { 'GSU Class C': '-50' },
    kinds: { SELL: 2, WITHDRAWAL: 1 },
    ignored: 1,
    refused: {},
    partial: 'the shares came by the report of releases',
    recount: (rows) => ({ USD: rows.reduce((sum, row) => sum.plus(cashOf(row)), figure('0')).toFixed() }),
    units: soldUnits,
  },
  'morgan-stanley/releases-report.csv': {
    rows: 3,
    cash: {},
    held: { 'GSU Class C': '233.201' },
    kinds: { TRANSFER: 2 },
    ignored: 0,
    refused: {},
    units: { amount: 'Net Share Proceeds', by: 'Plan', skip: (row) => row['Status'] !== 'Complete' },
  },
  'morgan-stanley/withdrawals-report.csv': {
    rows: 6,
    cash: { USD: '1' },
    held: { 'GSU Class C': '-70' },
    kinds: { SELL: 2, WITHDRAWAL: 2 },
    ignored: 1,
    refused: {},
    partial: 'the shares came by the report of releases',
    recount: (rows) => ({ USD: rows.reduce((sum, row) => sum.plus(cashOf(row)), figure('0')).toFixed() }),
    units: soldUnits,
  },
  'morgan-stanley/releases-net-shares-report.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: 'other-report',
  },
  'morgan-stanley/withdrawal-wire-report.csv': { rows: 2, cash: {}, held: {}, kinds: {}, ignored: 0, refused: 'other-report' },
} satisfies BrokerFacts
