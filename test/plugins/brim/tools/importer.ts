/**
 * `bun run importer new <code> <sample>` begins an importer; `bun run importer recount [code]` counts cash and units of the samples again from the raw columns;
 * `bun run importer table` writes the list of all importers.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { parseSample } from '#test/support/importers.ts'
import { readFacts } from '../facts.ts'
import { recount } from '../recount.ts'
import { bytesOf, isThere, openBytes } from '../sample.ts'
import { isFilledRow, skeletonOf } from './skeleton.ts'
import { tableOf } from './table.ts'

const ROOT = new URL('../../../../', import.meta.url).pathname
const [command, code, sample] = process.argv.slice(2)

if (command === 'golden' && code !== undefined) await writeGolden(code)
else if (command === 'recount') await recountAll(code)
else if (command === 'table') await Bun.write(`${ROOT}plugins/brim/README.md`, tableOf(brokerPlugins))
else if (command === 'new' && code !== undefined && sample !== undefined) await begin(code, sample)
else {
  console.error('Usage: bun run importer new <code> <sample> | golden <code> | recount [code] | table')
  process.exit(2)
}

async function recountAll(only: string | undefined): Promise<void> {
  let differing = 0
  for (const { key, code: own, facts } of await readFacts()) {
    if ((only !== undefined && only !== own) || !isThere(key)) continue
    const pairs = [
      ['cash', facts.recount, facts.cash],
      ['units', facts.units, facts.held],
    ] as const
    for (const [what, how, known] of pairs) {
      if (how === undefined) continue
      const counted = recount(await bytesOf(key), how)
      const isSame = Bun.deepEquals(counted, { ...known })
      if (!isSame) differing++
      const facts = isSame ? '' : `, in the facts ${JSON.stringify(known)}`
      console.log(`${isSame ? 'same' : 'DIFFERENT'} ${key} ${what} ${JSON.stringify(counted)}${facts}`)
    }
  }
  process.exit(differing > 0 ? 1 : 0)
}

/** The drafts of the fixtures of an importer, beside them, where they are not there yet: to be read and compared before they are committed. */
async function writeGolden(name: string): Promise<void> {
  const plugin = brokerPlugins.find((one) => one.code === name)
  if (plugin === undefined) throw new Error(`there is no importer ${name}`)
  const folder = `test/plugins/brim/fixtures/${name}/`
  const samples = await readFacts()
  for (const fixture of await readdir(ROOT + folder)) {
    if (fixture.endsWith('.golden.json') || !/\.(csv|xml|json)$/.test(fixture)) continue
    const options = samples.find(({ key }) => key === `own:${name}/${fixture}`)?.facts.options ?? {}
    const { result } = await parseSample(plugin, ROOT + folder + fixture, { options })
    await write(`${folder}${fixture.replace(/\.\w+$/, '.golden.json')}`, `${JSON.stringify(result, null, 2)}\n`).catch((error) =>
      console.log(error.message),
    )
  }
}

/** Writes the importer with the columns of the sample, and an entry of facts to fill in; never over a file that is there. */
async function begin(name: string, path: string): Promise<void> {
  if (!/^[a-z][a-z0-9-]{1,48}$/.test(name)) throw new Error(`${name}: a code has lower case letters, digits and -`)
  const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
  const file = await openBytes(bytes, path.split('/').at(-1) ?? path)
  const table = (file.tables.length > 0 ? file.tables : (file.records ?? [])).toSorted((a, b) => b.rows.length - a.rows.length)[0]
  if (table === undefined || !table.rows.some(isFilledRow)) throw new Error(`${path} holds no table`)
  const { importer, facts } = skeletonOf(name, table, file.tables.length > 0 ? undefined : table.name)
  await write(`plugins/brim/${name}/index.ts`, importer)
  await write(`test/plugins/brim/facts/${name}.ts`, facts)
  await mkdir(`${ROOT}test/plugins/brim/fixtures/${name}`, { recursive: true })
  console.log(
    `Put one line into plugins/brim/one.ts, a report with figures of your own into test/plugins/brim/fixtures/${name}/,`,
  )
  console.log(
    `and what you count by hand into its facts. Then: bun test --timeout 60000 test/plugins/brim/contract.test.ts -t ${name}/,`,
  )
  console.log(`bun run importer golden ${name}, bun run importer table.`)
}

async function write(path: string, text: string): Promise<void> {
  if (await Bun.file(ROOT + path).exists()) throw new Error(`${path} is there already`)
  await Bun.write(ROOT + path, text)
  console.log(`written: ${path}`)
}
