import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

type Line = { readonly date: string; readonly amount: string; readonly fees: string; readonly description: string | null }

test('imports of whatever length write each line as its row has it, whatever lines have in common', async () => {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  for (const [count, odd] of [
    [1, 0],
    [24, 23],
    [25, 7],
    [26, 25],
    [50, -1],
    [63, 40],
  ] as const) {
    const broker = await createBroker(app, user, { name: `Broker of ${count}`, allowCashOverdraft: true })
    const rows = Array.from({ length: count }, (_, index) => ({
      date: `2024-03-${String(1 + (index % 28)).padStart(2, '0')}`,
      amount: String(index + 1),
      fees: '0.5',
      description: index === odd ? "d'Or, no. 5" : 'in',
    }))
    const cells = rows.map(({ date, amount, fees, description }) => `${date},DEPOSIT,${amount},EUR,${fees},"${description}"`)
    const text = ['date,type,amount,currency,fees,description', ...cells].join('\n')
    const { id } = (await upload(app, user, broker, `${count}.csv`, text)).body
    const { body } = await app.call(user, 'POST', `/brokers/import/files/${id}/import`, {})
    expect([body.imported, body.issues]).toEqual([count, []])
    const listed = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&limit=100`)).body as Line[]
    const byAmount = listed.toSorted((a, b) => Number(a.amount) - Number(b.amount))
    expect(byAmount.map(({ date, amount, fees, description }) => ({ date, amount, fees, description }))).toEqual(rows)
    const { balances } = (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
    expect(balances[0].amount).toBe(String((count * (count + 1)) / 2))
  }
})
