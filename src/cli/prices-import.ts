import type { Command } from 'commander'
import type { Ctx } from '../context.ts'
import { createBook } from '../prices/bulk/book.ts'
import { writtenToWire } from '../prices/bulk/bulk.answer.ts'
import { type AssetWritten, putManyPrices } from '../prices/bulk/put-many.ts'
import { readClosesCsv } from '../prices/bulk/read-csv.ts'
import { dayOf } from '../shared/date.ts'
import { AppError } from '../shared/errors.ts'
import { chooseUser } from './choose.ts'
import { addExample } from './example.ts'
import type { Shell } from './shell.ts'
import { type Cell, tableLines } from './table.ts'

type Words = { readonly user?: string; readonly dryRun: boolean; readonly json: boolean }

const MAX_BYTES = 256 * 1024 * 1024
const MAX_LISTED = 50
const COLUMNS = [
  { title: 'Symbol', align: 'left', most: 20 },
  { title: 'Name', align: 'left', most: 40 },
  { title: 'New', align: 'right' },
  { title: 'Changed', align: 'right' },
  { title: 'Same', align: 'right' },
  { title: 'From', align: 'left' },
  { title: 'To', align: 'left' },
] as const

/** `holdfast prices import`: the file of `PUT /assets/prices`, with the rights of a user. Faults are AppErrors. */
export function addPricesImport(prices: Command, { withDeps, printLine }: Shell): void {
  addExample(prices.command('import'), 'prices import closes.csv --dry-run')
    .description('enter the closes of many assets from a CSV, all or none')
    .argument('<file>', 'CSV with the columns date, close, and one of isin, symbol and asset_id; perhaps currency too')
    .option('--user <name>', 'who enters them; not needed while there is one user')
    .option('--dry-run', 'check everything, store nothing', false)
    .option('--json', 'print the answer of the interface', false)
    .action(async (path: string, words: Words) => {
      const lines = await withDeps(async (deps) =>
        importPrices({ ...deps, user: await chooseUser(deps, words.user) }, path, words),
      )
      for (const line of lines) printLine(line)
    })
}

async function importPrices(ctx: Ctx, path: string, { dryRun, json }: Words): Promise<readonly string[]> {
  const book = createBook(dayOf(ctx.clock()), true)
  await readClosesCsv(await readFile(path), book)
  const written = await putManyPrices(ctx, book, dryRun)
  if (json) return [JSON.stringify(writtenToWire(written, dryRun), null, 2)]
  const { added, updated, unchanged, assets, warnings } = written
  const verb = dryRun ? 'Would enter' : 'Entered'
  const more = assets.length > MAX_LISTED ? [`… and ${assets.length - MAX_LISTED} more assets.`] : []
  return [
    `${verb} ${added + updated} prices of ${assets.length} asset${assets.length === 1 ? '' : 's'}: ${added} new, ${updated} changed, ${unchanged} as they were.`,
    '',
    ...tableLines(COLUMNS, assets.slice(0, MAX_LISTED).map(cellsOf), false),
    ...more,
    ...warnings.map(({ pointer, detail }) => `Line ${pointer.split('/')[1]}: ${detail}`),
  ]
}

function cellsOf({ symbol, name, added, updated, unchanged, first, last }: AssetWritten): Cell[] {
  return [symbol, name, String(added), String(updated), String(unchanged), first, last].map((text) => ({ text }))
}

async function readFile(path: string): Promise<Uint8Array> {
  const file = Bun.file(path)
  if (!(await file.exists())) throw new AppError('not-found', 'price/no-file', `There is no file ${path}.`)
  if (file.size > MAX_BYTES)
    throw new AppError('too-large', 'price/file-too-large', `${path} is larger than ${MAX_BYTES / 2 ** 20} MiB; split it.`)
  return await file.bytes()
}
