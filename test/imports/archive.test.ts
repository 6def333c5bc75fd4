import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { zip } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

type Bytes = Uint8Array<ArrayBuffer>

const fixture = (path: string) => Bun.file(new URL(`../plugins/brim/fixtures/${path}`, import.meta.url)).text()
const pack = async (files: Record<string, string>) => (await zip(Object.entries(files))) as Bytes
const OWN = 'date,type,amount,currency\n2024-02-01,DEPOSIT,7,EUR\n'

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const bring = async (name: string, bytes: string | Bytes) => {
    const broker = await createBroker(app, user, { allowAssetShorting: true, allowCashOverdraft: true })
    const { status, body } = await upload(app, user, broker, name, bytes, '&import=true')
    const balances: { currency: string; amount: string }[] = (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
      .balances
    return { status, body, balances }
  }
  return { ...app, app, user, bring }
}

test('each file of an archive goes to the importer that knows it; what nobody knows is named and is no error', async () => {
  const { bring } = await setUp()
  const [degiro, t212] = [await fixture('degiro/account-english.csv'), await fixture('trading212/cash-only.csv')]
  const alone = [await bring('a.csv', degiro), await bring('b.csv', t212)]
  const files = {
    'Account.csv': degiro,
    't212.csv': t212,
    'readme.txt': 'hello\nthis is a readme\n',
    'logo.png': 'PNG',
    'empty.csv': '',
  }
  const { status, body, balances } = await bring('set.zip', await pack(files))
  expect([status, body.plugin]).toEqual([201, 'degiro+trading212'])
  expect(body.result.imported).toBe(alone[0]?.body.result.imported + alone[1]?.body.result.imported)
  const sums = new Map<string, number>()
  for (const { currency, amount } of alone.flatMap((one) => one.balances))
    sums.set(currency, (sums.get(currency) ?? 0) + Number(amount))
  for (const { currency, amount } of balances) expect(Number(amount)).toBeCloseTo(sums.get(currency) ?? 0, 9)
  const named = body.result.issues.filter((one: { code: string }) => one.code === 'file-ignored')
  expect(named.map((one: { file: string; severity: string }) => [one.file, one.severity]).sort()).toEqual([
    ['empty.csv', 'warning'],
    ['logo.png', 'info'],
    ['readme.txt', 'info'],
  ])
  const { total, transactions, parts, ignored, issues } = body.result.rows
  expect(total).toBe(transactions + parts + ignored + issues)
})

test('rows of a table that nobody knows count as ignored; an importer that is named takes its files alone', async () => {
  const { app, user, call, bring } = await setUp()
  const { body } = await bring('set.zip', await pack({ 'own.csv': OWN, 'other.csv': 'colour,size\nred,1\nblue,2\n' }))
  expect([body.result.imported, body.result.rows]).toEqual([1, { total: 5, transactions: 1, parts: 0, ignored: 4, issues: 0 }])
  const broker = await createBroker(app, user)
  const mixed = await pack({ 'own.csv': OWN, 't212.csv': await fixture('trading212/cash-only.csv') })
  const stored = await upload(app, user, broker, 'mixed.zip', mixed)
  const seen = await call(user, 'POST', `/brokers/import/files/${stored.body.id}/parse`, { plugin: 'broker_generic_csv' })
  expect([seen.body.plugin, seen.body.transactions.map((one: { key: string }) => one.key)]).toEqual([
    'broker_generic_csv',
    ['own.csv:2'],
  ])
  expect(seen.body.issues.map((one: { file: string; code: string }) => [one.file, one.code])).toEqual([
    ['t212.csv', 'file-ignored'],
  ])
})

test('a table of transactions that nobody knows is a warning that says what to do, any other file an info', async () => {
  const { bring } = await setUp()
  const house = 'Buchungstag;Art;Wertpapier;Stück;Betrag (EUR)\n05.02.2024;Kauf;Lindenhof;12;-499,90\n'
  const { body } = await bring('set.zip', await pack({ 'own.csv': OWN, 'bank.csv': house, 'notes.txt': 'first\nsecond\n' }))
  const named = body.result.issues.map((one: { file: string; severity: string; detail: string }) => [
    ...[one.file, one.severity, /upload it alone/.test(one.detail)],
  ])
  expect(named.sort()).toEqual([
    ['bank.csv', 'warning', true],
    ['notes.txt', 'info', false],
  ])
})

test('files of one name in two folders stay apart', async () => {
  const { bring } = await setUp()
  const { body, balances } = await bring('set.zip', await pack({ 'a/own.csv': OWN, 'b/own.csv': OWN.replace('7', '8') }))
  expect([body.result.imported, balances]).toEqual([2, [{ currency: 'EUR', amount: '15' }]])
})

test('an archive of more than 500 reports or 250,000 rows is refused', async () => {
  const { bring } = await setUp()
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.csv`, OWN]))
  const long = Object.fromEntries(
    Array.from({ length: 3 }, (_, n) => [
      `${n}.csv`,
      `date,type\n${Array.from({ length: 100_000 }, (_, i) => `${i},${n}`).join('\n')}\n`,
    ]),
  )
  for (const files of [many, long]) {
    const { status, body } = await bring('set.zip', await pack(files))
    expect([status, body.code]).toEqual([422, 'import/too-many-rows'])
  }
})
