/** Corrections that one report has with the payment that they take back, and another without it, in any order: the cash is what the rows come to. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const TITLES =
  'datetime,date,account_type,category,type,asset_class,name,symbol,shares,price,amount,fee,tax,currency,description,transaction_id'

/** A row of Trade Republic's export. */
function row(day: string, what: string, shares: string, amount: string, tax: string, id: string): string {
  const [category, type] = what.split('/')
  const security = ['STOCK', 'Invented Rail', 'US0000001018']
  return [`${day}T09:00:00.000Z`, day, 'DEFAULT', category, type, ...security, shares, '', amount, '', tax, 'EUR', '', id].join()
}

const BOUGHT = row('2025-01-02', 'TRADING/BUY', '10', '-200.00', '', 'n1')
const PAID = row('2025-02-03', 'CASH/DIVIDEND', '10', '8.40', '-2.10', 'n2')
const BACK = row('2025-02-10', 'CASH/DIVIDEND', '10', '-8.40', '2.10', 'n3')
const PAYING = row('2025-03-10', 'CASH/DIVIDEND', '10', '-9.00', '', 'n4')
const UNITS = row('2025-03-12', 'CORPORATE_ACTION/DIVIDEND_REINVESTMENT', '0.4', '', '', 'n5')

/** What is left after reports of these rows, one after the other, and the codes of what was said of them. */
async function leftBy(...files: readonly (readonly string[])[]) {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  const said: string[] = []
  for (const [index, rows] of files.entries()) {
    const { body } = await upload(app, user, broker, `${index}.csv`, [TITLES, ...rows, ''].join('\n'), '&import=true')
    said.push(...(body.result?.issues ?? []).map(({ code }: { code: string }) => code))
  }
  const { balances, holdings } = (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
  return { cash: balances[0].amount, units: holdings[0].quantity, said }
}

test('a correction counts once, whether its report has the payment or not, and in which order the reports come', async () => {
  const reports: readonly (readonly (readonly string[])[])[] = [
    [[BOUGHT, PAID, BACK]],
    [[BOUGHT, PAID], [BACK]],
    [[BOUGHT, PAID], [BACK], [BOUGHT, PAID, BACK]],
    [[BACK], [BOUGHT, PAID], [BOUGHT, PAID, BACK]],
    [[BACK], [BOUGHT, PAID, BACK]],
    [[BOUGHT, PAID, BACK], [BACK]],
    [[BOUGHT, PAID, BACK], [BOUGHT, PAID], [BACK]],
  ]
  for (const files of reports) expect(await leftBy(...files)).toMatchObject({ cash: '-200', units: '10' })
})

test('units that one report has with what paid for them, and another without, are named in a warning', async () => {
  expect(await leftBy([BOUGHT, PAYING, UNITS])).toEqual({ cash: '-209', units: '10.4', said: [] })
  expect((await leftBy([BOUGHT, PAYING], [BOUGHT, PAYING, UNITS])).said).toEqual(['id-reused'])
  expect((await leftBy([BOUGHT, PAYING, UNITS], [PAYING])).said).toEqual(['id-reused'])
})
