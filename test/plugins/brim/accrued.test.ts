/** The interest that a bond has accrued is in the net amount of its trade; it is income, not a part of the bond's cost. */
import { expect, test } from 'bun:test'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { fidelity } from '#plugins/brim/fidelity/index.ts'
import { swissquote } from '#plugins/brim/swissquote/index.ts'
import { vanguardUs } from '#plugins/brim/vanguard-us/index.ts'
import { parseSample } from '#test/support/importers.ts'

type Trade = Readonly<Record<'kind' | 'quantity' | 'price' | 'costs' | 'accrued' | 'amount', string>>

const SWISSQUOTE =
  'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency'
const FIDELITY =
  'Run Date,Account,Account Number,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date'
const VANGUARD =
  'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Type,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type,'

/** One trade as each of the three writes it. */
const BROKERS: readonly (readonly [BrokerPlugin, (trade: Trade) => string])[] = [
  [
    swissquote,
    ({ kind, quantity, price, costs, accrued, amount }) =>
      `${SWISSQUOTE}\n14-05-2025 10:00:00;41;${kind};TOO30;Tool Works 2% 2030;;${quantity};${price};${costs};${accrued};${amount};100.00;CHF\n`,
  ],
  [
    fidelity,
    ({ kind, quantity, price, costs, accrued, amount }) =>
      `${FIDELITY}\n05/14/2025,Own,U20000001,YOU ${kind === 'Buy' ? 'BOUGHT' : 'SOLD'} TOOL WORKS 2% 2030 (Cash),TOO30,Tool Works 2% 2030,Cash,${price},${kind === 'Buy' ? '' : '-'}${quantity},${costs},,${accrued},${amount},05/15/2025\n`,
  ],
  [
    vanguardUs,
    ({ kind, quantity, price, costs, accrued, amount }) =>
      `${VANGUARD}\n20000001,05/14/2025,05/15/2025,${kind},${kind},Bond,Tool Works 2% 2030,TOO30,${kind === 'Buy' ? '' : '-'}${quantity},${price},0,${costs},${amount},${accrued},CASH,\n`,
  ],
]

const bonds = { quantity: '5000', price: '98.50', costs: '1.00' }

for (const [plugin, write] of BROKERS) {
  const read = async (trade: Trade) => (await parseSample(plugin, write(trade))).result

  test(`${plugin.name}: interest that was bought with a bond is income below zero, what was sold with one is income`, async () => {
    const bought = await read({ ...bonds, kind: 'Buy', accrued: '12.34', amount: '-4938.34' })
    expect(bought.issues).toEqual([])
    expect(bought.assets).toMatchObject([{ type: 'BOND', priceQuantity: '100' }])
    expect(bought.transactions).toMatchObject([
      { type: 'BUY', quantity: '5000', price: '98.5', amount: '-4926', fees: '1' },
      { type: 'INTEREST', amount: '-12.34' },
    ])
    expect(bought.transactions[1]?.fees).toBeUndefined()
    const sold = await read({ ...bonds, kind: 'Sell', accrued: '12.34', amount: '4936.34' })
    expect(sold.transactions).toMatchObject([
      { type: 'SELL', quantity: '-5000', price: '98.5', amount: '4924', fees: '1' },
      { type: 'INTEREST', amount: '12.34' },
    ])
  })

  test(`${plugin.name}: an amount that is proven to be without the interest stays whole, and so does one of a share`, async () => {
    const beside = await read({ ...bonds, kind: 'Buy', accrued: '12.34', amount: '-4926.00' })
    expect(beside.transactions).toMatchObject([{ type: 'BUY', amount: '-4926', fees: '1' }])
    const share = await read({ kind: 'Buy', quantity: '4', price: '25', costs: '1', accrued: '0.00', amount: '-101' })
    expect(share.transactions).toMatchObject([{ type: 'BUY', amount: '-101', fees: '1', price: '25' }])
    expect([beside, share].map(({ transactions }) => transactions.length)).toEqual([1, 1])
  })
}
