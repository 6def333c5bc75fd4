/** Vanguard UK: sales that pay a fee, whose money and units stand in two tables. */
import { expect, test } from 'bun:test'
import { vanguardUk } from '#plugins/brim/vanguard-uk/index.ts'
import { parseSample } from '#test/support/importers.ts'

const SALE = 'Selling of account investments for payment of Account Fee'

/** The drafts as `type day quantity amount`, and the errors by row. */
async function read(money: readonly string[], units: readonly string[]) {
  const rows = ['Date,Details,Amount,Balance', '01/02/2026,Regular Deposit,500.00,500.00', ...money]
  const below = ['Date,InvestmentName,TransactionDetails,Quantity,Price,Cost', ...units]
  const { result } = await parseSample(vanguardUk, `${[...rows, '', ...below].join('\n')}\n`)
  const booked = result.transactions.map(({ type, date, quantity, amount }) => `${type} ${date} ${quantity ?? '-'} ${amount}`)
  const errors = result.issues.filter(({ severity }) => severity === 'error').map(({ code }) => code)
  return { booked: booked.slice(1), errors: [...new Set(errors)] }
}

const paid = (day: string, amount: string) => `${day},${SALE},${amount},500.00`
const sold = (day: string, quantity: string, amount: string) => `${day},Harbour ETF (HBR),${SALE},${quantity},100.00,${amount}`

test('money and units of one sale are one; those of another day under the same text, and what is taken back, are refused', async () => {
  const one = await read([paid('03/02/2026', '10.00')], [sold('02/02/2026', '-0.1', '10.00')])
  expect(one).toEqual({ booked: ['SELL 2026-02-03 -0.1 10'], errors: [] })
  const days = await read(
    [paid('03/02/2026', '10.00'), paid('03/05/2026', '12.00')],
    [sold('02/02/2026', '-0.1', '10.00'), sold('02/05/2026', '-0.12', '12.00')],
  )
  expect(days).toEqual({ booked: [], errors: ['unclear-event'] })
  const back = await read(
    [paid('03/02/2026', '10.00'), paid('03/02/2026', '-10.00')],
    [sold('02/02/2026', '-0.1', '10.00'), sold('02/02/2026', '0.1', '-10.00')],
  )
  expect(back).toEqual({ booked: [], errors: ['unexpected-sign'] })
})
