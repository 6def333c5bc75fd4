import { basename } from 'node:path'
import { Command } from 'commander'
import type { Ctx, Deps } from '../context.ts'
import { ImportTemplateRequest } from '../imports/choices/template.schema.ts'
import { deleteTemplate, getTemplate, listTemplates, putTemplate } from '../imports/choices/template.service.ts'
import { titlesTask } from '../imports/choices/template.task.ts'
import { templateInputOf, templateToWire } from '../imports/choices/template.wire.ts'
import { AppError } from '../shared/errors.ts'
import { checked } from './checked.ts'
import { chooseUser } from './choose.ts'
import { addExample } from './example.ts'
import { addOption, importerOf } from './import-options.ts'
import type { Shell } from './shell.ts'
import { tableLines, visible } from './table.ts'

const COLUMNS = [
  { title: 'Name', align: 'left', most: 40 },
  { title: 'Importer', align: 'left' },
  { title: 'Saved', align: 'left' },
  { title: 'Columns', align: 'left', most: 80 },
] as const

type Words = { readonly user?: string; readonly json: boolean }
type SaveWords = Words & {
  readonly mapping: string
  readonly plugin?: string
  readonly option: Readonly<Record<string, string>>
}

/** `holdfast templates list|show|save|remove`. Faults are AppErrors. */
export function templatesCommand({ withDeps, printLine }: Shell): Command {
  const templates = new Command('templates').description('import templates: mappings that read every file with their header')
  const asUser = async (user: string | undefined, work: (ctx: Ctx) => Promise<readonly string[]>) => {
    for (const line of await withDeps(async (deps) => work(await ctxOf(deps, user)))) printLine(line)
  }
  const add = (name: string, description: string, example: string) =>
    addExample(templates.command(name), `templates ${example}`)
      .description(description)
      .option('--user <name>', 'whose templates; not needed while there is one user')
  add('list', 'every template, by name', 'list')
    .option('--json', 'as JSON, whole', false)
    .action(({ user, json }: Words) => asUser(user, (ctx) => list(ctx, json)))
  add('show', 'the mapping of a template, as `import --mapping` takes it', 'show Kleinbank > mapping.json')
    .argument('<name>', 'the template')
    .option('--json', 'the whole template as JSON', false)
    .action((name: string, { user, json }: Words) => asUser(user, (ctx) => show(ctx, name, json)))
  add(
    'save',
    'save a template without importing, in place of the one of that name',
    'save Kleinbank july.csv --mapping mapping.json',
  )
    .argument('<name>', 'its name')
    .argument('<file>', 'a file with the header')
    .requiredOption('--mapping <file>', 'what its columns mean, as JSON')
    .option('--plugin <code>', 'the importer that takes the mapping')
    .option('--option <name=value>', 'another option of that importer; may be repeated', addOption, {})
    .option('--json', 'print the template as JSON', false)
    .action((name: string, path: string, words: SaveWords) => asUser(words.user, (ctx) => save(ctx, name, path, words)))
  add('remove', 'remove a template; what it was used for stays', 'remove Kleinbank')
    .argument('<name>', 'the template')
    .action((name: string, { user }: Words) =>
      asUser(user, async (ctx) => {
        await deleteTemplate(ctx, name)
        return [`The template "${visible(name.trim())}" was removed.`]
      }),
    )
  return templates
}

async function ctxOf(deps: Deps, user: string | undefined): Promise<Ctx> {
  return { ...deps, user: await chooseUser(deps, user) }
}

async function list(ctx: Ctx, asJson: boolean): Promise<string[]> {
  const all = await listTemplates(ctx)
  if (asJson) return [JSON.stringify(all.map(templateToWire), null, 2)]
  if (all.length === 0) return ['There is no template yet: holdfast import FILE --mapping FILE --save-template NAME']
  const rows = all.map(({ name, plugin, updatedAt, titles }) => [name, plugin, updatedAt.slice(0, 10), titles.join('; ')])
  return tableLines(
    COLUMNS,
    rows.map((row) => row.map((text) => ({ text }))),
    false,
  )
}

async function show(ctx: Ctx, name: string, asJson: boolean): Promise<string[]> {
  const template = templateToWire(await getTemplate(ctx, name))
  return [JSON.stringify(asJson ? template : template.mapping, null, 2)]
}

async function save(ctx: Ctx, name: string, path: string, words: SaveWords): Promise<string[]> {
  if (!(await Bun.file(path).exists())) throw new AppError('not-found', 'import/no-file', `There is no file ${path}.`)
  const { plugin = '', options: all = {} } = await importerOf(words)
  const titles = await titlesTask.run(ctx, { path, filename: basename(path), plugin, options: all })
  if (titles.length === 0)
    throw new AppError('invalid', 'import/template-mapping', `The mapping has a fault, or names columns that ${path} lacks.`)
  const { mapping, ...options } = all
  const saved = await putTemplate(
    ctx,
    templateInputOf(checked(ImportTemplateRequest, { name, titles, mapping, options, plugin })),
  )
  if (words.json) return [JSON.stringify(templateToWire(saved), null, 2)]
  return [`Saved the template "${visible(saved.name)}": it reads files with this header.`]
}
