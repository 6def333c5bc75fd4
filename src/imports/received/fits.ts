import { fold } from '#plugins/kit/index.ts'
import { visibleBrokerIds, type WritableBroker, writableBrokers } from '../../access/service.ts'
import type { Ctx } from '../../context.ts'
import { takesTemplates } from '../reading/template.ts'
import { listReaders, listSameReports, type Received } from './received.repository.ts'

/** Why a file seems to be of a broker: it is the importer that is tried first there, has read reports of it, bears its name; or there is no other. */
export const REASONS = ['importer', 'reports', 'name', 'only'] as const
export type Fit = { readonly brokerId: number; readonly because: (typeof REASONS)[number] }

export type Placed = Received & {
  /** The importer that knows it best. */
  readonly reader: { readonly code: string; readonly name: string } | null
  /** A name for a broker that is made for it; null where the file does not say whose it is. */
  readonly brokerName: string | null
  /** Brokers of the caller that it seems to be of, the likeliest first. */
  readonly fits: readonly Fit[]
  /** A report with the same bytes that the caller can see. */
  readonly same: { readonly id: string; readonly brokerId: number } | null
}

/** Says of received files which brokers of the caller they seem to be of. */
export async function placeReceived(ctx: Ctx, received: readonly Received[]): Promise<Placed[]> {
  if (received.length === 0) return []
  const brokers = await writableBrokers(ctx)
  const hashes = received.map(({ sha256 }) => sha256)
  const same = await listSameReports(ctx.reader, hashes, await visibleBrokerIds(ctx))
  const ids = brokers.map(({ brokerId }) => brokerId)
  const readers = await listReaders(ctx.reader, ids)
  return received.map((one) => {
    const plugin = ctx.plugins.brim.find(({ code }) => code === one.plugins[0])
    return {
      ...one,
      reader: plugin === undefined ? null : { code: plugin.code, name: plugin.name },
      brokerName: plugin === undefined || takesTemplates(plugin) ? null : plugin.name,
      fits: fitsOf(plugin, brokers, readers),
      same: same.get(one.sha256) ?? null,
    }
  })
}

type Readers = Awaited<ReturnType<typeof listReaders>>

function fitsOf(
  plugin: { readonly code: string; readonly name: string } | undefined,
  brokers: readonly WritableBroker[],
  readers: Readers,
): Fit[] {
  const latest = new Map(readers.filter((one) => one.plugin === plugin?.code).map((one) => [one.brokerId, one.latest]))
  const fits = brokers.flatMap((broker): (Fit & { readonly latest: string })[] => {
    const { brokerId } = broker
    const because = plugin && reasonFor(plugin, broker, latest.has(brokerId))
    return because === undefined ? [] : [{ brokerId, because, latest: latest.get(brokerId) ?? '' }]
  })
  const [only, ...others] = brokers
  if (fits.length === 0 && only !== undefined && others.length === 0 && isFree(only, plugin, readers))
    return [{ brokerId: only.brokerId, because: 'only' }]
  const place = (fit: Fit) => REASONS.indexOf(fit.because)
  return fits
    .toSorted((a, b) => place(a) - place(b) || (a.latest > b.latest ? -1 : Number(a.latest < b.latest)))
    .map(({ brokerId, because }) => ({ brokerId, because }))
}

function reasonFor(
  { code, name }: { readonly code: string; readonly name: string },
  broker: WritableBroker,
  hasRead: boolean,
): Fit['because'] | undefined {
  if (broker.importPlugin === code) return 'importer'
  if (hasRead) return 'reports'
  return wordsOf(broker.name).includes(wordsOf(name)) ? 'name' : undefined
}

/** Whether nothing says that a broker is another's than that of the importer. */
function isFree({ brokerId, importPlugin }: WritableBroker, plugin: object | undefined, readers: Readers): boolean {
  if (plugin === undefined) return true
  return importPlugin === null && !readers.some((one) => one.brokerId === brokerId)
}

/** Words between spaces, so that only whole ones are found in others. */
function wordsOf(text: string): string {
  return ` ${fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `
}
