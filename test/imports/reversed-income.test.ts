/** Dividends and taxes that a report takes back itself: neither is booked, and the cash is what the report comes to. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const VANGUARD = 'Date,Details,Amount,Balance\n'
const PAID = '10/06/2026,DIV: HBD.XLON.GB @ GBP 0.25,50.00,'
const BACK = '12/06/2026,Reversal of DIV: HBD.XLON.GB @ GBP 0.25,-50.00,'
const AGAIN = '15/06/2026,DIV: HBD.XLON.GB @ GBP 0.25,45.00,'
const HISTORY =
  'Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Gross Amount ,Commission,Net Amount\n'
const row = (date: string, description: string, type: string, amount: string) =>
  `Transaction History,Data,${date},U***00001,${description},${type},-,-,-,${amount},-,${amount}\n`
const WITHHELD = row('2026-02-03', 'Withholding @ 20% on Credit Interest for Jan-2026', 'Foreign Tax Withholding', '-2.5')
const INTEREST = row('2026-02-03', 'GBP Credit Interest for Jan-2026', 'Credit Interest', '12.5')
const CANCELLED = row('2026-02-10', 'CANCEL WITHHOLDING ON Credit Interest for Jan-2026', 'Foreign Tax Withholding', '2.5')
const IBKR = `Statement,Header,Field Name,Field Value\nStatement,Data,Title,Transaction History\nSummary,Header,Field Name,Field Value\nSummary,Data,Base Currency,GBP\n${HISTORY}`

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  const send = async (text: string) => (await upload(app, user, broker, 'report.csv', text, '&import=true')).body
  const ledger = async () => {
    const lines = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}`)).as(Transaction.array())
    return lines.map(({ date, type, amount }) => `${date} ${type} ${amount}`).sort()
  }
  const cash = async () => (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body.balances
  const undo = (id: string) => app.call(user, 'POST', `/brokers/import/files/${id}/undo`, {})
  return { send, ledger, cash, undo }
}

const codes = ({ result }: { result: { issues: { row: number; code: string }[] } }) =>
  result.issues.map(({ row, code }) => [row, code])

test('a dividend that Vanguard takes back is not booked, the one that is paid again is; the balances of the file agree', async () => {
  const { send, ledger, cash } = await setUp()
  const done = await send(`${VANGUARD}${PAID}50.00\n${BACK}0.00\n${AGAIN}45.00\n`)
  expect(codes(done)).toEqual([[3, 'reversed']])
  expect(await ledger()).toEqual(['2026-06-15 DIVIDEND 45'])
  expect(await cash()).toEqual([{ currency: 'GBP', amount: '45' }])
})

test('one whose dividend stands in another file, or had another amount, is money that went out', async () => {
  const { send, ledger, cash } = await setUp()
  expect((await send(`${VANGUARD}${BACK}0.00\n${AGAIN}45.00\n`)).result.imported).toBe(2)
  await send(`${VANGUARD}${PAID}50.00\n`)
  expect(await ledger()).toEqual(['2026-06-10 DIVIDEND 50', '2026-06-12 DIVIDEND -50', '2026-06-15 DIVIDEND 45'])
  await send(`${VANGUARD}${PAID}50.00\n${BACK}0.00\n${AGAIN}45.00\n`)
  expect(await cash()).toEqual([{ currency: 'GBP', amount: '45' }])
})

test('two that are taken back once leave one; what is taken back before it is paid stays', async () => {
  const { send, ledger, cash } = await setUp()
  await send(`${VANGUARD}${PAID}50.00\n${PAID.replace('10/', '11/')}100.00\n${BACK}50.00\n`)
  expect((await ledger()).length).toBe(1)
  expect(await cash()).toEqual([{ currency: 'GBP', amount: '50' }])
  const other = await setUp()
  await other.send(`${VANGUARD}${BACK.replace('12/', '01/')}-50.00\n${PAID}0.00\n`)
  expect(await other.ledger()).toEqual(['2026-06-01 DIVIDEND -50', '2026-06-10 DIVIDEND 50'])
})

test('a tax that Interactive Brokers cancels by its name goes with the cancellation, and undo brings nothing else about', async () => {
  const { send, ledger, cash, undo } = await setUp()
  const done = await send(`${IBKR}${CANCELLED}${INTEREST}${WITHHELD}`)
  expect([codes(done).map(([, code]) => code), await ledger()]).toEqual([['reversed'], ['2026-02-03 INTEREST 12.5']])
  expect(await cash()).toEqual([{ currency: 'GBP', amount: '12.5' }])
  await undo(done.id)
  expect(await ledger()).toEqual([])
})

test('a cancellation of another tax, or of more than was withheld, is money that came back', async () => {
  const { send, ledger } = await setUp()
  await send(`${IBKR}${CANCELLED.replace('Jan', 'Dec')}${INTEREST}${WITHHELD}`)
  expect(await ledger()).toEqual(['2026-02-03 INTEREST 12.5', '2026-02-03 TAX -2.5', '2026-02-10 TAX 2.5'])
  const other = await setUp()
  await other.send(`${IBKR}${CANCELLED.replaceAll('2.5', '2.6')}${INTEREST}${WITHHELD}`)
  expect((await other.ledger()).length).toBe(3)
})
