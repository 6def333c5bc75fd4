import type { Ctx } from '../../context.ts'
import { memoryKey } from '../../memory.ts'
import type { ReadReport, Report } from '../report.ts'
import { unpackedBytes } from './beside.ts'

/** Longer reports are read again: what was read takes several times the memory of its file. */
const MAX_BYTES = 1024 * 1024
const MOST = 4
const MILLISECONDS = 120_000

const latelyRead = memoryKey(
  'imports/lately-read',
  () => new Map<string, { readonly read: Promise<ReadReport>; readonly until: number }>(),
)

/**
 * What `read` makes of a stored report, or made of it a moment ago by the same choice: a review parses, tries and imports the same file. The bytes of
 * a report never change; `choice` names everything else that the reading depends on. The caller has checked the role.
 */
export function readOnce(
  ctx: Pick<Ctx, 'memory' | 'clock'>,
  report: Pick<Report, 'id' | 'size' | 'contentType' | 'compatiblePlugins'>,
  choice: readonly unknown[],
  read: () => Promise<ReadReport>,
): Promise<ReadReport> {
  if (unpackedBytes(report) > MAX_BYTES) return read()
  const known = ctx.memory.of(latelyRead)
  const now = ctx.clock().getTime()
  const key = JSON.stringify([report.id, report.compatiblePlugins, ...choice])
  const found = known.get(key)
  if (found !== undefined && found.until > now) return found.read
  const reading = read()
  known.delete(key)
  known.set(key, { read: reading, until: now + MILLISECONDS })
  for (const [other, { until }] of known) if (until <= now || known.size > MOST) known.delete(other)
  // What went wrong may go well the next time.
  reading.catch(() => known.get(key)?.read === reading && known.delete(key))
  return reading
}
