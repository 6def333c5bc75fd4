/** Templates of imports, from the command line. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ImportTemplate } from '#src/imports/choices/template.schema.ts'
import { createTerminal } from '#test/support/cli-import.ts'
import { createBroker } from '#test/support/factories.ts'

const HEAD = 'Tag;Art;Papier;Menge;Betrag;Gebühr'
const FIRST = `${HEAD}\n05.02.2024;Kauf;Lindenhof;12;-499,90;1,90\n`
const LATER = `${HEAD}\n05.03.2024;Kauf;Lindenhof;1;-45,00;1,00\n`
const MAPPING = {
  columns: { date: 'Tag', type: 'Art', name: 'Papier', quantity: 'Menge', amount: 'Betrag', fees: 'Gebühr' },
  types: { Kauf: 'BUY' },
  ...{ date_format: 'dmy', decimal: 'comma', defaults: { currency: 'EUR' } },
}

async function setUp() {
  const { app, run } = await createTerminal()
  const user = await app.createUser({ username: 'olga' })
  await createBroker(app, user, { name: 'Kleinbank', allowCashOverdraft: true })
  const write = async (name: string, text: string) => {
    const path = join(app.folder, name)
    await Bun.write(path, text)
    return path
  }
  const mapping = await write('mapping.json', JSON.stringify(MAPPING))
  const imports = async (text: string, ...words: string[]) =>
    run('import', await write(`${Bun.hash(text)}.csv`, text), '--broker', 'Kleinbank', ...words)
  const templates = (...words: string[]) => run('templates', ...words)
  const stored = async () => (await app.call(user, 'GET', '/brokers/import/templates')).as(ImportTemplate.array())
  return { app, user, run, write, mapping, imports, templates, stored }
}

test('a mapping is saved with the import that it read, and reads the next file without a word', async () => {
  const { mapping, imports, stored } = await setUp()
  const first = await imports(FIRST, '--mapping', mapping, '--save-template', ' Kleinbank ')
  expect([first.error, first.lines[0]?.slice(0, 23)]).toEqual([undefined, 'Imported 1 transactions'])
  expect(first.lines).toContain('Saved the template "Kleinbank": it reads files with this header.')
  expect(await stored()).toMatchObject([{ name: 'Kleinbank', titles: HEAD.split(';'), mapping: MAPPING, options: {} }])
  const later = await imports(LATER)
  expect([later.error, later.lines[0]?.slice(0, 23)]).toEqual([undefined, 'Imported 1 transactions'])
  expect(later.lines).toContain('Read by your template "Kleinbank".')
})

test('a dry run says that the template would be saved, and saves none; a file that is refused leaves none', async () => {
  const { mapping, imports, stored, write } = await setUp()
  const dry = await imports(FIRST, '--mapping', mapping, '--save-template', 'Kleinbank', '--dry-run', '--json')
  const [answer] = JSON.parse(dry.text)
  expect(ImportTemplate.parse(answer.saved_template)).toMatchObject({ name: 'Kleinbank', mapping: MAPPING })
  const wrong = await write('wrong.json', JSON.stringify({ ...MAPPING, types: {} }))
  const refused = await imports(FIRST, '--mapping', wrong, '--save-template', 'Kleinbank')
  expect(refused.error).toMatchObject({ code: 'import/nothing-to-import' })
  expect(await stored()).toEqual([])
})

test('a template that cannot be saved is refused before anything is imported', async () => {
  const { app, mapping, imports, templates, write } = await setUp()
  const lines = async () => (await app.store.reader.selectFrom('ledger_transaction').select('id').execute()).length
  const none = await imports(FIRST, '--save-template', 'Kleinbank')
  expect(none.error).toMatchObject({ code: 'import/template-mapping', detail: expect.stringContaining('--mapping FILE') })
  await templates('save', 'Other', await write('head.csv', FIRST), '--mapping', mapping)
  const twin = await imports(FIRST, '--mapping', mapping, '--save-template', 'Kleinbank')
  expect([twin.error, await lines()]).toEqual([expect.objectContaining({ code: 'import/template-header' }), 0])
  const long = await imports(FIRST, '--mapping', mapping, '--save-template', 'x'.repeat(101))
  expect([long.error, await lines()]).toEqual([expect.objectContaining({ code: 'request/invalid' }), 0])
})

test('of several files the header of the first one is saved', async () => {
  const { mapping, run, write, stored } = await setUp()
  const files = [await write('a.csv', FIRST), await write('b.csv', `Tag;Art;Betrag\n01.02.2024;Einzahlung;5,00\n${''}`)]
  const wide = await write('wide.json', JSON.stringify({ ...MAPPING, types: { Kauf: 'BUY', Einzahlung: 'DEPOSIT' } }))
  await run('import', ...files, '--broker', 'Kleinbank', '--mapping', wide, '--save-template', 'Kleinbank')
  expect((await stored()).map(({ titles }) => titles)).toEqual([HEAD.split(';')])
  expect(mapping).not.toBe(wide)
})

test('a file whose header has changed is refused with the template that is near and its differences', async () => {
  const { mapping, imports } = await setUp()
  await imports(FIRST, '--mapping', mapping, '--save-template', 'Kleinbank')
  const { error, text } = await imports(LATER.replace('Gebühr', 'Kosten'), '--json')
  expect(error).toMatchObject({
    code: 'import/no-plugin',
    detail: expect.stringContaining('Your template "Kleinbank" is near to it'),
  })
  expect(JSON.parse(text)[0].problem.near_template).toEqual({ name: 'Kleinbank', missing: ['Gebühr'], unknown: ['Kosten'] })
})

test('templates are listed, shown, saved without an import, and removed', async () => {
  const { app, user, mapping, templates, write, imports, stored } = await setUp()
  expect((await templates('list')).text).toContain('There is no template yet')
  const file = await write('head.csv', FIRST)
  expect((await templates('save', 'Kleinbank', file, '--mapping', mapping)).lines).toEqual([
    'Saved the template "Kleinbank": it reads files with this header.',
  ])
  const saved = JSON.parse((await templates('save', 'kleinBANK', file, '--mapping', mapping, '--json')).text)
  expect([saved, await stored()]).toEqual([ImportTemplate.parse(saved), [saved]])
  expect((await app.call(user, 'GET', '/brokers/import/files')).body).toEqual([])
  const [titles = '', row = ''] = (await templates('list')).lines
  expect(titles.split(/ {2,}/)).toEqual(['Name', 'Importer', 'Saved', 'Columns'])
  expect(row.split(/ {2,}/)).toEqual([
    'kleinBANK',
    'broker_generic_csv',
    saved.updated_at.slice(0, 10),
    HEAD.replaceAll(';', '; '),
  ])
  expect(JSON.parse((await templates('list', '--json')).text)).toEqual([saved])
  expect(JSON.parse((await templates('show', 'KLEINBANK')).text)).toEqual(MAPPING)
  expect(JSON.parse((await templates('show', 'kleinbank', '--json')).text)).toEqual(saved)
  expect((await templates('remove', 'Kleinbank')).lines).toEqual(['The template "Kleinbank" was removed.'])
  expect(await stored()).toEqual([])
  expect((await imports(LATER)).error).toMatchObject({ code: 'import/no-plugin' })
})

test('templates are those of one user', async () => {
  const { app, mapping, templates, write } = await setUp()
  const file = await write('head.csv', FIRST)
  await templates('save', 'Kleinbank', file, '--mapping', mapping)
  await app.createUser({ username: 'vera' })
  expect((await templates('list')).error).toMatchObject({ code: 'user/ambiguous' })
  expect((await templates('list', '--user', 'vera')).text).toContain('There is no template yet')
  for (const words of [['show'], ['remove']])
    expect((await templates(...words, 'Kleinbank', '--user', 'vera')).error).toMatchObject({ code: 'import/template-not-found' })
  expect((await templates('show', 'Kleinbank', '--user', 'OLGA')).error).toBeUndefined()
})

test('a template of nothing is refused: no file, no mapping, a header that it does not fit', async () => {
  const { templates, mapping, write } = await setUp()
  const file = await write('other.csv', 'name,colour\nx,red\n')
  expect((await templates('save', 'X', '/nowhere.csv', '--mapping', mapping)).error).toMatchObject({ code: 'import/no-file' })
  expect((await templates('save', 'X', file, '--mapping', file)).error).toMatchObject({ code: 'import/mapping' })
  expect((await templates('save', 'X', file, '--mapping', mapping)).error).toMatchObject({ code: 'import/template-mapping' })
})
