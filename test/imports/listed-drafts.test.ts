import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEADER = 'date,type,symbol,quantity,price,amount,currency'
const ROWS = ['2024-02-01,DEPOSIT,,,,900,EUR', '2024-02-02,BUY,ACME,2,100,,EUR', '2024-02-03,FEE,,,,-1.5,EUR']

test('a preview lists transactions in the order of the file, with a note first, or only what may be there already', async () => {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  await upload(app, user, broker, 'first.csv', [HEADER, ROWS[0]].join('\n'), '&import=true')
  const sale = '2024-02-05,SELL,GLOBEX,-3,50,,EUR'
  const { id } = (await upload(app, user, broker, 'second.csv', [HEADER, ...ROWS, sale].join('\n'))).body
  const rows = async (body: object) => {
    const { transactions, transactions_total } = (await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, body)).body
    expect(transactions_total).toBe(4)
    return transactions.map(({ row }: { row: number }) => row)
  }
  expect(await rows({})).toEqual([2, 3, 4, 5])
  expect(await rows({ list: 'noted-first' })).toEqual([5, 2, 3, 4])
  expect(await rows({ list: 'noted-first', offset: 1, limit: 2 })).toEqual([2, 3])
  expect(await rows({ list: 'duplicates' })).toEqual([2])
  expect((await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, { list: 'other' })).status).toBe(422)
})
