import type { Ctx } from '../../context.ts'
import { type ChartInput, chartTask } from '../../portfolio/charts/chart.task.ts'
import { forPng, lookOf } from '../../portfolio/charts/look.ts'
import { AppError } from '../../shared/errors.ts'
import type { ReportOptions } from './options.ts'

/** Writes a picture as SVG, or as PNG where the name of the file says so. Throws `report/chart-unwritable`. */
export async function writeChart(ctx: Ctx, drawn: Omit<ChartInput, 'options'>, options: ReportOptions): Promise<void> {
  const { chart: path = '', width, height, theme } = options
  const isPng = path.toLowerCase().endsWith('.png')
  const look = await lookOf(ctx, { width, height, theme })
  const output = await chartTask.run(ctx, { ...drawn, options: isPng ? forPng(look) : look })
  if (!('bytes' in output)) throw new Error('a picture is in memory')
  try {
    await Bun.write(path, isPng ? await pngOf(ctx, output.bytes) : output.bytes, { createPath: false })
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new AppError('invalid', 'report/chart-unwritable', `The picture cannot be written to ${path}: ${error.message}.`)
  }
}

async function pngOf(ctx: Ctx, svg: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { pngOf } = await import('../../portfolio/charts/png.ts')
  return await pngOf(ctx, new TextDecoder().decode(svg))
}
