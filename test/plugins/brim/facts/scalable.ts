import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, sideOf } from '../recount.ts'

/** The size of the amount, out for purchases and in for sales, else as it stands; fee and tax are beside it. */
const byKind = (rows: readonly RawRow[]) => {
  const nets = rows.map(({ type = '', amount = '', fee = '', tax = '' }) => {
    const [sum, ...costs] = [amount, fee, tax].map((cell) => figure(cell || '0', 'comma'))
    const signed = /^(Buy|Savings plan)$/.test(type) ? sum?.abs().neg() : type === 'Sell' ? sum?.abs() : sum
    return costs.reduce((net, cost) => net.minus(cost), signed ?? figure('0'))
  })
  return { EUR: nets.reduce((all, net) => all.plus(net), figure('0')).toFixed() }
}

export default {
  'scalable/sk-invalid-dir-invalid-type.csv': {
    rows: 2,
    cash: {},
    held: {},
    kinds: {},
    ignored: 0,
    refused: { '2': 'unknown-type' },
  },
  'scalable/sk-single-buy-euro-tax.csv': {
    rows: 2,
    cash: { EUR: '-458.69' },
    held: { US5949181045: '2' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: byKind,
    units: { amount: 'shares', by: 'isin', decimal: 'comma', sign: sideOf('type', /^(Buy|Savings plan)$/, /^Sell$/) },
  },
  'scalable/sk-single-buy-euro.csv': {
    rows: 2,
    cash: { EUR: '-456.69' },
    held: { US5949181045: '2' },
    kinds: { BUY: 1 },
    ignored: 0,
    refused: {},
    recount: byKind,
    units: { amount: 'shares', by: 'isin', decimal: 'comma', sign: sideOf('type', /^(Buy|Savings plan)$/, /^Sell$/) },
  },
  'scalable/sk-single-deposit.csv': {
    rows: 2,
    cash: { EUR: '2500' },
    held: {},
    kinds: { DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: byKind,
    units: { amount: 'shares', by: 'isin', decimal: 'comma', sign: sideOf('type', /^(Buy|Savings plan)$/, /^Sell$/) },
  },
  'scalable/sk-single-dividend.csv': {
    rows: 2,
    cash: { EUR: '1.08' },
    held: {},
    kinds: { DIVIDEND: 1 },
    ignored: 0,
    refused: {},
    recount: byKind,
    units: { amount: 'shares', by: 'isin', decimal: 'comma', sign: sideOf('type', /^(Buy|Savings plan)$/, /^Sell$/) },
  },
  'scalable/sk-single-sell-euro.csv': {
    rows: 2,
    cash: { EUR: '454.71' },
    held: { US5949181045: '-2' },
    kinds: { SELL: 1 },
    ignored: 0,
    refused: {},
    recount: byKind,
    partial: 'it has one row',
    units: { amount: 'shares', by: 'isin', decimal: 'comma', sign: sideOf('type', /^(Buy|Savings plan)$/, /^Sell$/) },
  },
  'own:scalable/custodian.csv': {
    rows: 10,
    cash: { EUR: '587.61000512' },
    held: { IE0000000040: '9.5' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: 3,
    refused: {},
    recount: (rows) => byKind(rows.filter(({ type }) => type !== 'Security transfer')),
    units: { amount: 'shares', by: 'isin', decimal: 'comma', sign: sideOf('type', /^(Buy|Savings plan)$/, /^Sell$/) },
  },
  'own:scalable/redeemed.csv': {
    rows: 9,
    cash: { EUR: '1971.44' },
    held: {},
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, SELL: 2 },
    ignored: 0,
    refused: {},
    recount: (rows) => byKind(rows.filter(({ type, assetType }) => type !== 'Corporate action' || assetType === 'Cash')),
    units: { amount: 'shares', by: 'isin', decimal: 'comma', sign: sideOf('type', /^(Buy|Savings plan)$/, /^Corporate/) },
  },
  'own:scalable/exporter-de.csv': {
    rows: 12,
    cash: { EUR: '544.92' },
    held: { IE0000000040: '7' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1, TAX: 2, WITHDRAWAL: 1 },
    ignored: 2,
    refused: {},
    recount: { amount: 'Wert', by: 'Buchungswährung', decimal: 'comma', skip: ({ Typ }) => Typ === '' },
    units: { amount: 'Stück', by: 'ISIN', decimal: 'comma', sign: sideOf('Typ', /^Kauf$/, /^Verkauf$/) },
  },
  'own:scalable/exporter-en.csv': {
    rows: 4,
    cash: { EUR: '1247.4' },
    held: {},
    kinds: { BUY: 1, DEPOSIT: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Value', by: 'Transaction Currency' },
    units: { amount: 'Shares', by: 'ISIN', sign: sideOf('Type', /^Buy$/, /^Sell$/) },
  },
} satisfies BrokerFacts
