import type { BrokerFacts } from '../facts.ts'
import { cut, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Transfers between the wallets; and what is refused. */
const INSIDE =
  /^(Transfer Between|POS savings (purchase|redemption)|Staking (Purchase|Redemption)|Simple Earn \w+ (Subscription|Redemption))/
const REFUSED = /^(ABC|Buy Crypto)$/

const coins: Recount = (rows) =>
  summed(rows, (row) => {
    const isLeftOut = row['UTC_Time'] === '2025-10-29 18:36:00' || row['UTC_Time'] === '' || row['Change'] === ''
    if (isLeftOut || row['Coin'] === 'EUR' || INSIDE.test(row['Operation'] ?? '') || REFUSED.test(row['Operation'] ?? ''))
      return []
    return [[row['Coin'] ?? '', cut(row['Change'] ?? '')]]
  })

/** Of the same in Spanish, but for what the wallet Earn repeats, what moves inside and what is refused. */
const monedas: Recount = (rows) =>
  summed(rows, (row) => {
    const isLeftOut = /^(Inter-Wallet|Isolated Margin Loan|Simple Earn \w+ - Rewards)/.test(row['Operación'] ?? '')
    return isLeftOut || row['Moneda'] === 'EUR' ? [] : [[row['Moneda'] ?? '', cut(row['Cambio'] ?? '')]]
  })

export default {
  'own:binance/records.csv': {
    rows: 16,
    cash: { EUR: '420' },
    held: { BNB: '0.7495', BTC: '0.00099', USDT: '170.02' },
    kinds: { BUY: 2, DEPOSIT: 1, EXCHANGE: 2, FEE: 1, INTEREST: 1, TRANSFER: 1 },
    ignored: 1,
    refused: { 16: 'unclear-swap' },
    recount: { amount: 'Change', by: 'Coin', skip: (row) => row['Coin'] !== 'EUR' },
    units: coins,
  },
  // Legs of rows 4 to 7 stand a second apart; row 13 tells what row 14 does.
  'own:binance/history.csv': {
    rows: 25,
    cash: { EUR: '474.5' },
    held: { BNB: '0.00115', BTC: '0.009', ETH: '0.02', USDC: '45.03', WBTC: '0.001' },
    kinds: { BUY: 2, DEPOSIT: 1, EXCHANGE: 6, FEE: 2, INTEREST: 5, WITHDRAWAL: 1 },
    ignored: 2,
    refused: { 25: 'loan' },
    recount: { amount: 'Cambio', by: 'Moneda', skip: (row) => row['Moneda'] !== 'EUR' },
    units: monedas,
  },
  'binance/history-rotki.csv': {
    rows: 231,
    cash: { EUR: '1624.097123' },
    held: {
      AXS: '1.19592356',
      BETH: '0.036004615',
      BNB: '0.490434482603',
      BTC: '0.053805703044',
      BUSD: '-120.39988238',
      DAR: '-336.384852945',
      ETH: '32.50174596',
      HIGH: '2009.666322',
      IOTA: '1695.618',
      KNC: '-0.16',
      MATIC: '140.1195606',
      SOL: '-1.072200335',
      SUI: '0.0080696',
      USDC: '-2641',
      USDT: '3972.52244935',
      ZRX: '-25596.06',
    },
    kinds: { BUY: 5, DEPOSIT: 2, EXCHANGE: 34, FEE: 7, INTEREST: 11, TRANSFER: 1 },
    ignored: 15,
    uneven: [65, 66, 67],
    // Row 71 buys without saying what was paid; in the second of the rows from 186 two coins are bought.
    refused: {
      ...{ 5: 'invalid-date', 6: 'no-quantity', 42: 'unknown-type', 71: 'unclear-swap' },
      ...{ 186: 'unclear-swap', 187: 'unclear-swap', 188: 'unclear-swap', 189: 'unclear-swap', 190: 'unclear-swap' },
      ...{ 191: 'unclear-swap', 192: 'unclear-swap', 193: 'unclear-swap', 194: 'unclear-swap' },
    },
    partial: 'it has single events of several years',
    recount: {
      amount: 'Change',
      by: 'Coin',
      skip: (row) => row['Coin'] !== 'EUR' || row['UTC_Time'] === '2025-10-29 18:36:00',
    },
    units: coins,
  },
  'binance/autoinvest-dali.csv': { rows: 3, cash: {}, held: {}, kinds: {}, ignored: 0, refused: 'other-report' },
} satisfies BrokerFacts
