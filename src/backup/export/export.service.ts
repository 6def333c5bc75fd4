import { readPreferences } from '../../auth/preferences.service.ts'
import { type Ctx, now } from '../../context.ts'
import { downloadReport, type Report } from '../../imports/service.ts'
import { VERSION } from '../../shared/version.ts'
import {
  assetItems,
  brokerItems,
  closeRows,
  listExportAssets,
  listExportReports,
  preferenceItems,
  rateRows,
  reportItems,
  templateItems,
  transactionItems,
  transactionRows,
} from './contents.ts'
import { FORMAT, FORMAT_VERSION, MANIFEST } from './format.ts'
import { bytesOf, jsonLines, type Pieces } from './pieces.ts'
import { readmeText } from './readme.ts'
import { type Spool, spoolLedger } from './spool.ts'

type Written = { readonly name: string; readonly size: number; readonly sha256: string }

/**
 * Everything that the caller may read, as a ZIP that another instance takes back: the ledger as it is at this moment, the rest while it is written.
 * `withReports`: the files of brokers, too. The stream is read at the pace of the client; cancelled, it leaves nothing behind.
 */
export async function exportOwn(
  ctx: Ctx,
  { withReports }: { readonly withReports: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const spool = await spoolLedger(ctx)
  const archive = new TransformStream<Uint8Array, Uint8Array>()
  void writeArchive(ctx, spool, archive.writable, withReports)
    .catch((error: unknown) => archive.writable.abort(error).catch(() => {}))
    .finally(spool.close)
  return archive.readable
}

async function writeArchive(ctx: Ctx, spool: Spool, archive: WritableStream<Uint8Array>, withReports: boolean): Promise<void> {
  const { BlobReader, ZipWriter } = await import('@zip.js/zip.js')
  const zip = new ZipWriter(archive, { useWebWorkers: false, level: 6, lastModDate: ctx.clock(), extendedTimestamp: false })
  const written: Written[] = []
  const put = async (name: string, pieces: Pieces) => {
    const hasher = new Bun.CryptoHasher('sha256')
    let size = 0
    const bytes = bytesOf(pieces, (chunk) => {
      hasher.update(chunk)
      size += chunk.byteLength
    })
    await zip.add(name, bytes)
    written.push({ name, size, sha256: hasher.digest('hex') })
  }
  const at = now(ctx)
  await put('README.md', [readmeText(at)])
  const assetIds = await listExportAssets(ctx, spool.assetIds)
  const reports = await listExportReports(ctx, spool.brokerIds)
  for (const [name, pieces] of await filesOf(ctx, spool, assetIds, reports)) await put(name, pieces)
  for (const report of withReports ? reports : []) {
    const file = Bun.file((await downloadReport(ctx, report.id)).path)
    if (await file.exists()) await zip.add(pathOf(report), new BlobReader(file), { level: 0 })
  }
  const counts = { brokers: spool.brokerIds.length, transactions: spool.count, assets: assetIds.length, reports: reports.length }
  const manifest = { format: FORMAT, version: FORMAT_VERSION, program: VERSION, created_at: at, counts, files: written }
  await zip.add(MANIFEST, new Blob([`${JSON.stringify(manifest, null, 2)}\n`]).stream())
  await zip.close()
}

async function filesOf(ctx: Ctx, spool: Spool, assetIds: readonly number[], reports: readonly Report[]) {
  const { brokerIds } = spool
  const { currency } = await readPreferences(ctx.reader, ctx.user.id)
  const files: readonly (readonly [string, Pieces])[] = [
    ['brokers.json', jsonLines(brokerItems(ctx, brokerIds))],
    ['assets.json', jsonLines(assetItems(ctx, assetIds))],
    ['transactions.json', jsonLines(transactionItems(spool))],
    ['transactions.csv', transactionRows(ctx, spool)],
    ['closes.csv', closeRows(ctx, assetIds)],
    ['rates.csv', rateRows(ctx, brokerIds, currency)],
    ['preferences.json', jsonLines(await preferenceItems(ctx))],
    ['templates.json', jsonLines(await templateItems(ctx))],
    ['reports.json', jsonLines(reportItems(reports))],
  ]
  return files
}

/** A name that is one everywhere, whatever the file was called. */
function pathOf({ id, filename }: Report): string {
  const plain = filename
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
  return `reports/${id}/${plain.slice(-80) || 'report'}`
}
