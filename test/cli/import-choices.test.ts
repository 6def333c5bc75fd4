/** Whatever the import of the interface takes, the command line can say. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { problemOf } from '#src/http/problem.ts'
import { choiceFields } from '#src/imports/choices/choices.schema.ts'
import { ImportAnswer } from '#src/imports/schema.ts'
import { AppError } from '#src/shared/errors.ts'
import { createTerminal } from '#test/support/cli-import.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const HEAD = 'date,type,symbol,name,quantity,price,amount,currency'
const CSV = `${HEAD}
2026-01-02,DEPOSIT,,,,,1000,EUR
2026-01-05,BUY,ACME,Acme Works,10,12.5,-125,EUR
2026-01-06,BUY,ELM,Elm Mills,2,50,-100,EUR
`

async function setUp(files: Readonly<Record<string, string>> = { 'report.csv': CSV }) {
  const { app, run } = await createTerminal()
  const user = await app.createUser({ username: 'olga' })
  const broker = await createBroker(app, user, { name: 'Harbour' })
  const write = async (name: string, text: string) => {
    const path = join(app.folder, name)
    await Bun.write(path, text)
    return path
  }
  const paths: string[] = []
  for (const [name, text] of Object.entries(files)) paths.push(await write(name, text))
  const imports = (...words: string[]) => run('import', ...words, '--broker', 'Harbour')
  const answers = async (...words: string[]) => JSON.parse((await imports(...words, '--json')).text)
  const held = async () => (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body.holdings
  return { app, user, broker, run, write, path: paths[0] ?? '', paths, imports, answers, held }
}

const FLAGS: Readonly<Record<keyof typeof choiceFields, string>> = {
  plugin: '--plugin',
  options: '--option',
  asset_map: '--asset-map',
  account_map: '--account-map',
  exclude: '--exclude',
  duplicates: '--duplicates',
  short: '--short',
  opening: '--opening',
  positions: '--positions',
  prices: '--no-prices',
}

test('every choice that the interface takes has an option', async () => {
  const { run } = await setUp({})
  const { text } = await run('import', '--help')
  expect(Object.keys(choiceFields).sort()).toEqual(Object.keys(FLAGS).sort())
  for (const flag of [...Object.values(FLAGS), '--dry-run', '--together', '--mapping', '--save-template'])
    expect(text).toContain(` ${flag}`)
})

test('accounts go to brokers that a file names, by name or id', async () => {
  const { app, user, write, answers, imports } = await setUp({})
  const child = await createBroker(app, user, { name: 'Children' })
  const path = await write(
    'two.csv',
    'date,type,amount,currency,account\n2026-01-02,DEPOSIT,7,EUR,A\n2026-01-02,DEPOSIT,9,EUR,B\n',
  )
  const map = await write('accounts.json', '{"B":"children"}')
  const [answer] = await answers(path, '--account-map', map)
  expect([answer.imported, answer.report.other_brokers, answer.report.choices.account_map]).toEqual([2, [child], { B: child }])
  const later = await write('later.csv', 'date,type,amount,currency,account\n2026-03-02,DEPOSIT,1,EUR,B\n')
  expect((await imports(later, '--account-map', map, '--dry-run')).lines[0]).toContain(' into Harbour and 1 other broker;')
  const { balances } = (await app.call(user, 'GET', `/brokers/${child}/summary`)).body
  expect(balances).toMatchObject([{ currency: 'EUR', amount: '9' }])
  for (const [name, text, code] of [
    ['list.json', '["B"]', 'import/account-map'],
    ['kind.json', '{"B":true}', 'import/account-map'],
    ['strange.json', '{"B":"Nowhere"}', 'broker/not-found'],
    ['id.json', `{"Z":${child}}`, 'import/account-map'],
  ] as const) {
    const again = await write(`${name}.csv`, `date,type,amount,currency,account\n2026-02-02,DEPOSIT,7,EUR,${name}\n`)
    expect((await imports(again, '--account-map', await write(name, text))).error).toMatchObject({ code })
  }
})

test('assets are chosen, made or left out by a file', async () => {
  const { app, path, write, answers, held } = await setUp()
  const id = await createAsset(app, { symbol: 'ACM2', name: 'Acme Works Inc' })
  const map = await write('assets.json', JSON.stringify({ ACME: id, ELM: 'skip' }))
  const [answer] = await answers(path, '--asset-map', map)
  expect([answer.imported, answer.skipped, answer.assets_created]).toEqual([2, 1, []])
  expect((await held()).map((one: { asset_id: number; quantity: string }) => [one.asset_id, one.quantity])).toEqual([[id, '10']])
  expect(answer.report.choices.asset_map).toEqual({ ACME: id, ELM: 'skip' })
})

test('what is no map of assets is refused before anything is done', async () => {
  const { path, write, imports } = await setUp()
  for (const [name, text] of [
    ['list.json', '[1]'],
    ['word.json', '{"ACME": "sell"}'],
  ] as const)
    expect((await imports(path, '--asset-map', await write(name, text))).error).toMatchObject({ code: 'import/asset-map' })
  expect((await imports(path, '--asset-map', '/nowhere.json')).error).toMatchObject({ code: 'import/no-file' })
})

test('transactions are left out by their keys, and certain duplicates imported when that is wanted', async () => {
  const { path, write, answers } = await setUp()
  const [first] = await answers(path, '--exclude', '3', '--exclude', '4')
  expect([first.imported, first.skipped]).toEqual([1, 2])
  const again = await write('again.csv', `${HEAD}\n\n2026-01-02,DEPOSIT,,,,,1000,EUR\n`)
  const [dry] = await answers(again, '--dry-run')
  expect([dry.imported, dry.duplicates]).toEqual([0, 1])
  const [second] = await answers(again, '--duplicates', 'import')
  expect([second.imported, second.duplicates]).toEqual([1, 0])
})

const PRICED = `<?xml version="1.0"?><client><version>66</version><baseCurrency>EUR</baseCurrency><securities><security><uuid>u1</uuid><name>Oak Fund</name><currencyCode>EUR</currencyCode><isin>LU0000000018</isin><prices><price t="2026-01-05" v="1250000000"/><price t="2026-01-06" v="1260000000"/></prices><isRetired>false</isRetired></security></securities><watchlists/><accounts/><portfolios><portfolio><uuid>p1</uuid><name>Depot</name><isRetired>false</isRetired><transactions><portfolio-transaction><uuid>t1</uuid><date>2026-01-05T00:00</date><currencyCode>EUR</currencyCode><amount>12500</amount><security reference="../../../../../securities/security"/><shares>1000000000</shares><note/><type>DELIVERY_INBOUND</type></portfolio-transaction></transactions></portfolio></portfolios></client>`

test('closes of a report are stored, and left out with --no-prices', async () => {
  const { imports, write, app, user, run } = await setUp({ 'portfolio.xml': PRICED })
  const path = join(app.folder, 'portfolio.xml')
  const without = await imports(path, '--no-prices')
  expect(without.error).toBeUndefined()
  expect(without.lines).toContain('Closes in it: 2 = 0 stored + 0 on days that have one + 2 left out.')
  await createBroker(app, user, { name: 'Quay' })
  const again = await run('import', await write('again.xml', PRICED.replace('<note/>', '<note>x</note>')), '--broker', 'Quay')
  expect(again.lines).toContain('Closes in it: 2 = 2 stored + 0 on days that have one + 0 left out.')
})

test('files that are parts of one report are one with --together', async () => {
  const { paths, answers, app } = await setUp({
    'a.csv': CSV,
    'b.csv': `${HEAD}\n2026-02-02,SELL,ACME,Acme Works,-10,13,130,EUR\n`,
  })
  const both = await answers(...paths, '--together')
  expect(both).toMatchObject([{ files: paths, imported: 4, report: { parts_total: 2 } }])
  expect((await app.store.reader.selectFrom('report').select('id').execute()).length).toBe(1)
})

test('the answer as JSON is that of the interface, with the file before it', async () => {
  const { path, answers } = await setUp()
  const [{ file, saved_template, ...answer }] = await answers(path, '--dry-run')
  expect([file, saved_template]).toEqual([path, null])
  expect(ImportAnswer.parse(answer)).toEqual(answer)
  expect(answer.dry_run).toBe(true)
})

test('of several files those before the refused one are answered too, and the refusal as a problem', async () => {
  const { paths, imports } = await setUp({ 'a.csv': CSV, 'b.csv': 'name,colour\nx,red\n', 'c.csv': `${CSV}\n` })
  const { text, error } = await imports(...paths, '--json')
  const answers = JSON.parse(text)
  expect(answers.map((one: { file: string }) => one.file)).toEqual(paths.slice(0, 2))
  expect([answers[0].imported, answers[1].problem.code, answers[1].problem.status]).toEqual([3, 'import/no-plugin', 422])
  if (!(error instanceof AppError)) throw error
  expect(problemOf(error, { instance: '', requestId: '' }).detail).toStartWith(`${paths[1]}: No import plugin`)
  const plain = await imports(paths[2] ?? '', paths[1] ?? '', '--duplicates', 'import')
  expect(plain.lines.slice(0, 2)).toEqual([`${paths[2]}:`, expect.stringMatching(/^Imported 3 transactions into Harbour;/)])
  expect(plain.error).toMatchObject({ code: 'import/no-plugin' })
})

test('what a terminal would obey is not printed', async () => {
  const { path, imports } = await setUp({ 'report.csv': `${CSV}2026-01-07,LOAN\u202e,,,,,5,EUR\n` })
  const { text } = await imports(path)
  expect(text).toContain('error: row 5: ')
  expect(text).not.toContain('\u202e')
})

test('words that no choice has are refused as a mistake of usage', async () => {
  const { path, imports } = await setUp()
  for (const words of [
    ['--short', 'maybe'],
    ['--opening', 'x'],
    ['--duplicates', 'x'],
    ['--positions', 'x'],
    ['--option', 'x'],
  ])
    expect((await imports(path, ...words)).error).toMatchObject({ code: expect.stringMatching(/^commander\.invalid/) })
})
