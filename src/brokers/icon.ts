import type { Ctx } from '../context.ts'
import type { Broker } from './service.ts'

/** Where a broker's icon comes from: an uploaded image, else its plugin's; `null` when it has neither. */
export function iconOf(
  ctx: Pick<Ctx, 'plugins'>,
  broker: Pick<Broker, 'icon' | 'importPlugin'>,
): { uploadId: string } | { svg: string } | null {
  if (broker.icon !== null) return { uploadId: broker.icon }
  const svg = ctx.plugins.brim.find((plugin) => plugin.code === broker.importPlugin)?.assets['icon.svg']
  return svg === undefined ? null : { svg }
}
