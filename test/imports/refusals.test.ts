/** What is refused says where, why, and what to do. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { name: 'Harbour' })
  const send = (name: string, text: string, query = '') => upload(app, user, broker, name, text, query)
  const refusal = async (name: string, text: string): Promise<string> => (await send(name, text, '&import=true')).body.detail
  return { app, user, send, refusal }
}

const GENERIC = 'date,type,amount,currency\n'

test('a report of which nothing can be booked is refused with the first row and its fault, and how many more there are', async () => {
  const { refusal } = await setUp()
  expect(await refusal('a.csv', `${GENERIC}2026-01-02,LOAN,5,EUR\n`)).toContain('from this file. Row 2: ')
  const more = await refusal('b.csv', `${GENERIC}2026-01-02,LOAN,5,EUR\n2026-01-03,RIDDLE,5,EUR\n2026-01-04,RIDDLE,5,EUR\n`)
  expect(more).toMatch(/from this file\. Row 2: .*"LOAN".* 2 other rows have faults, too\.$/)
})

test('one whose rows are left out on purpose is refused with the reasons', async () => {
  const { refusal } = await setUp()
  const awards =
    '"Date","Action","Symbol","Description","Quantity","FeesAndCommissions","DisbursementElection","Amount","AwardDate","AwardId","FairMarketValuePrice","SalePrice","SharesSoldWithheldForTaxes","NetSharesDeposited","Taxes"\n' +
    '"01/03/2026","Lapse","HLTP","Restricted Stock Lapse","10","","","","","","","","","",""\n' +
    '"","","","","","","","","01/03/2024","C1","$40.20","","4","6","$160.80"\n'
  const detail = await refusal('awards.csv', awards)
  expect(detail).toContain('The file has no row that is a transaction. Left out on purpose: ')
  expect(detail).toContain(
    'x "vesting: the shares come with their deposit, here or in the brokerage account (upload both files together)"',
  )
  expect(await refusal('empty.csv', GENERIC)).toContain('there is none below its titles')
})

test('what is wrong with the form of a file is named, and nothing of a table that nobody knows', async () => {
  const { refusal } = await setUp()
  const form = async (name: string, text: string) =>
    /options\.mapping\. (.*?) (GET|The report)/.exec(await refusal(name, text))?.[1] ?? ''
  expect(await form('portfolio.json', '<invalid>')).toBe(
    'By its name it is JSON, but it begins with "<invalid>"; JSON begins with { or [.',
  )
  expect(await form('portfolio.xml', 'nothing')).toBe('By its name it is XML, but it begins with "nothing"; XML begins with <.')
  expect(await form('cut.json', '{"rows": [{"a": 1}, {"a"')).toStartWith(
    'It is no valid JSON, although it begins with "{\\"rows\\"',
  )
  expect(await form('plain.json', '{"colour": "red"}')).toBe('The JSON has no list of records.')
  expect(await form('notes.txt', 'first line\nsecond line\n')).toStartWith('It begins with "first line" and has no columns: ')
  expect(await form('table.csv', 'name,colour\nx,red\n')).not.toContain('begins with')
})

test('where the broker is known the columns of its report are named', async () => {
  const { app, user } = await setUp()
  const broker = await createBroker(app, user, { name: 'Ghostfolio' })
  const { body } = await upload(app, user, broker, 'export.json', '<invalid>')
  expect(body.problem.detail).toContain(
    'Export Activities (JSON). It has a list "activities" of records with "date", "type", "symbol"',
  )
})
