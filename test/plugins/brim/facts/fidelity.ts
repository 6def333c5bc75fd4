import type { BrokerFacts } from '../facts.ts'

/** A statement does not say of which day it is. */
const POSITIONS = {
  options: { positions_day: '2026-06-30' },
  cash: {},
  held: {},
  kinds: {},
  refused: 'positions-report',
} as const

export default {
  'own:fidelity/history.csv': {
    rows: 12,
    cash: { USD: '1174.67' },
    held: { HLTP: '15.17' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 1, SELL: 2, TAX: 1 },
    ignored: 2,
    refused: {},
    recount: { amount: 'Amount ($)', by: { currency: 'USD' } },
  },
  'own:fidelity/netbenefits.csv': {
    rows: 5,
    cash: { USD: '-340' },
    held: { 'HILLTOP TOOLS INC. COMMON STOCK': '13' },
    kinds: { BUY: 1, SELL: 1, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' } },
    units: { amount: 'Shares', by: 'Investment name' },
  },
  'own:fidelity/positions.csv': { rows: 8, cash: {}, held: {}, kinds: {}, ignored: 8, refused: 'positions-report' },
  'own:fidelity/statement.csv': { ...POSITIONS, rows: 11, ignored: 11 },
  'fidelity/accounts-history-osa.csv': {
    rows: 26,
    cash: { USD: '-28374.13' },
    held: { VT: '200.8724' },
    kinds: { BUY: 6, DIVIDEND: 1, INTEREST: 8, TAX: 1 },
    ignored: 9,
    refused: {},
    recount: { amount: 'Amount ($)', by: { currency: 'USD' } },
    units: { amount: 'Quantity', by: 'Symbol' },
  },
  'fidelity/history-for-account-cma.csv': {
    rows: 21,
    cash: { USD: '-7671.75' },
    held: {},
    kinds: { DEPOSIT: 3, TRANSFER: 3, WITHDRAWAL: 5 },
    ignored: 9,
    refused: {},
    recount: { amount: 'Amount ($)', by: { currency: 'USD' }, header: 0 },
    units: { amount: 'Quantity', by: 'Symbol', header: 0 },
  },
  'fidelity/netbenefits-history-2024.csv': {
    rows: 14,
    cash: { USD: '-6408.76' },
    held: { 'ACME TECHNOLOGY INC. COMMON STOCK': '140', 'FIDELITY GOVERNMENT CASH RESERVES': '18.46' },
    kinds: { BUY: 4, DIVIDEND: 2, SELL: 2, TAX: 2, TRANSFER: 1, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'USD' } },
    units: { amount: 'Shares', by: 'Investment name' },
  },
  'fidelity/statement-positions-osa.csv': { ...POSITIONS, rows: 12, ignored: 12 },
} satisfies BrokerFacts
