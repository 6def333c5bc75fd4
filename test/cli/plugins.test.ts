import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { loadPlugins } from '#src/cli/plugins.ts'
import { createLog } from '#src/log.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const GOOD = `
type Report = { rows: number[] }
export default {
  code: 'harbour', name: 'Harbour Bank', broker: 'Harbour Bank', website: 'https://harbour.example', description: 'Statements',
  extensions: ['csv'], languages: ['en'], version: '1', docs: '', sampleColumns: ['When', 'What'], assets: {},
  recognises: (head: { text: string }): number => (head.text.startsWith('When,What') ? 1 : 0),
  parse: (_file: unknown): Report => ({ rows: [] }),
}`

async function load(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-plugins-'))
  folders.push(folder)
  mkdirSync(join(folder, 'brim'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'brim', name), text)
  const lines: string[] = []
  const log = createLog({ level: 'debug', format: 'json', write: (text) => lines.push(text) })
  const plugins = await loadPlugins({ plugins: folder }, log)
  log.flush()
  const entries = lines.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line))
  return { codes: plugins.brim.map((plugin) => plugin.code), entries, plugins }
}

const builtIn = brokerPlugins.map((plugin) => plugin.code)

test('the built-in importers have codes of their own and are all there without a plugin folder', async () => {
  expect(new Set(builtIn).size).toBe(builtIn.length)
  expect(
    (await loadPlugins({ plugins: '/nowhere' }, createLog({ level: 'silent', format: 'json', write: () => {} }))).brim,
  ).toEqual([...brokerPlugins])
})

test('every folder below plugins/brim with an index.ts is in the list', async () => {
  const root = new URL('../../plugins/brim', import.meta.url).pathname
  const folders = [...new Bun.Glob('*/index.ts').scanSync(root)].map((path) => path.split('/')[0])
  const listed = await Bun.file(join(root, 'one.ts')).text()
  for (const folder of folders) expect(listed).toContain(`'./${folder}/index.ts'`)
  expect(builtIn).toHaveLength(folders.length)
})

test("a user's own TypeScript file becomes an importer after the built-in ones", async () => {
  const { codes, entries, plugins } = await load({ 'harbour.ts': GOOD, 'notes.txt': 'not a plugin', 'types.d.ts': 'nonsense (' })
  expect(codes).toEqual([...builtIn, 'harbour'])
  expect(entries).toEqual([expect.objectContaining({ level: 'info', event: 'plugin loaded', code: 'harbour' })])
  expect(plugins.brim.at(-1)?.recognises({ filename: 'x', format: 'csv', text: 'When,What\n', tables: [] })).toBe(1)
})

test.each([
  ['does not parse', 'export default {', /./],
  ['throws while it loads', "throw new Error('no such luck')", /no such luck/],
  ['exports nothing', 'export const plugin = 1', /default export/],
  ['lacks members', "export default { code: 'Bad Code', name: 'x' }", /code must be lower case.*parse must be a function/],
  [
    'has options that nobody could fill in',
    GOOD.replace('assets:', "options: [{ name: 'side' }], assets:"),
    /options must be a list/,
  ],
  ['has the code of a built-in one', GOOD.replace("'harbour'", "'degiro'"), /degiro already/],
])('a file that %s is logged and left out; the others load', async (_, text, reason) => {
  const { codes, entries } = await load({ 'a-broken.ts': text, 'harbour.ts': GOOD })
  expect(codes).toEqual([...builtIn, 'harbour'])
  const error = entries.find((entry) => entry.level === 'error')
  expect(error).toMatchObject({ event: 'plugin left out', path: expect.stringContaining('a-broken.ts') })
  expect(error.reason).toMatch(reason)
})

test('of two own files with one code the first in the alphabet is taken', async () => {
  const { codes, entries } = await load({ 'a.ts': GOOD, 'b.ts': GOOD })
  expect(codes.filter((code) => code === 'harbour')).toHaveLength(1)
  expect(entries.find((entry) => entry.level === 'error')?.path).toEndWith('b.ts')
})
