import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { UndoAnswer } from '#src/imports/booking/undo.schema.ts'
import { Preview } from '#src/imports/preview/preview.schema.ts'
import { ImportAnswer } from '#src/imports/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

/** Trades and a fee, and not one deposit. */
const TRADES = `date,type,symbol,asset_type,quantity,price,amount,currency
2024-01-20,BUY,LANT,STOCK,3,20,,EUR
2024-02-01,SELL,LANT,STOCK,1,25,,EUR
2024-02-05,FEE,,,,,-2,EUR
`

test('200 for a report without deposits at a broker whose cash is not tracked: nothing is short, no cash in preview, import and undo', async () => {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: false })
  const { id } = (await upload(app, user, broker, 'trades.csv', TRADES)).body
  const call = (operation: string, body: object = {}) => app.call(user, 'POST', `/brokers/import/files/${id}/${operation}`, body)
  const tracked = (await call('parse')).as(Preview)
  expect(tracked.shortages.map((one) => one.currency)).toContain('EUR')
  await app.call(user, 'PATCH', `/brokers/${broker}`, { cash: 'not-tracked' })
  const preview = (await call('parse')).as(Preview)
  const held = [{ after: '2' }]
  expect([preview.shortages, preview.openings, preview.balances, preview.changes.cash]).toEqual([[], [], [], []])
  expect(preview.changes.assets).toMatchObject(held)
  const imported = (await call('import')).as(ImportAnswer)
  expect([imported.changes.cash, imported.changes.assets]).toMatchObject([[], held])
  const lines = (await app.call(user, 'GET', '/transactions')).body as { amount: string }[]
  expect(lines.map((line) => line.amount)).toEqual(['-2', '25', '-60'])
  const undone = (await call('undo')).as(UndoAnswer)
  expect([undone.changes.cash, undone.changes.assets]).toMatchObject([[], [{ before: '2', after: '0' }]])
})
