import { readDataVersion } from '#db/data-version.ts'
import type { Ctx } from '../../context.ts'
import { type CloseColumns, loadCloseColumns } from '../../prices/service.ts'
import { createShelf, putLast } from '../cache/shelf.ts'
import { readPriceMarks } from '../ledger/marks.repository.ts'

type Kept = { readonly columns: CloseColumns; readonly mark: number; version: number }
type Closes = { readonly assets: Map<number, Kept>; count: number }

/** Twelve bytes each, at most. */
const MOST_CLOSES = 3_000_000
const NOTHING: CloseColumns = { days: new Int32Array(), scaled: new Float64Array(), exact: null, currencies: '' }

const shelf = createShelf<Closes>(() => ({ assets: new Map(), count: 0 }))

/** All closes of assets, those without any too. Read again when the mark of an asset has risen. */
export async function keptCloses(
  ctx: Pick<Ctx, 'reader'>,
  assetIds: Iterable<number>,
): Promise<(assetId: number) => CloseColumns> {
  const closes = shelf.of(ctx.reader)
  const found = new Map<number, CloseColumns>()
  const wanted = [...new Set(assetIds)]
  const [version, unsure] = [await readDataVersion(ctx.reader), [] as number[]]
  for (const id of wanted) {
    const known = closes.assets.get(id)
    if (known?.version === version) found.set(id, known.columns)
    else unsure.push(id)
  }
  const marks = unsure.length === 0 ? new Map<number, number>() : await readPriceMarks(ctx.reader, unsure)
  const missing = unsure.filter((id) => !isTrue(closes, id, marks.get(id) ?? 0, version, found))
  const loaded = await loadCloseColumns(ctx, missing)
  for (const id of missing) {
    const columns = loaded.get(id) ?? NOTHING
    found.set(id, columns)
    put(closes, id, { columns, mark: marks.get(id) ?? 0, version })
  }
  return (id) => found.get(id) ?? NOTHING
}

/** Whether the closes of all these assets are kept and true, so that nothing has to be read. */
export async function hasKeptCloses(ctx: Pick<Ctx, 'reader'>, assetIds: Iterable<number>): Promise<boolean> {
  const { assets } = shelf.of(ctx.reader)
  const ids = [...assetIds]
  if (!ids.every((id) => assets.has(id))) return false
  const marks = await readPriceMarks(ctx.reader, ids)
  return ids.every((id) => assets.get(id)?.mark === (marks.get(id) ?? 0))
}

function isTrue(closes: Closes, id: number, mark: number, version: number, found: Map<number, CloseColumns>): boolean {
  const known = closes.assets.get(id)
  if (known === undefined || known.mark !== mark) return false
  known.version = version
  found.set(id, known.columns)
  return true
}

function put(closes: Closes, id: number, kept: Kept): void {
  closes.count += kept.columns.days.length - (closes.assets.get(id)?.columns.days.length ?? 0)
  putLast(
    closes.assets,
    id,
    kept,
    () => closes.count > MOST_CLOSES,
    (old) => {
      closes.count -= old.columns.days.length
    },
  )
}
