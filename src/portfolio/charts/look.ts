import { readPreferences } from '../../auth/preferences.service.ts'
import type { Ctx } from '../../context.ts'
import { findLanguage } from '../../shared/language.ts'
import { type ChartOptions, SIZE } from './options.ts'

/** What somebody says of how a picture is to look; the rest is as they prefer it. */
export type GivenLook = {
  readonly [K in Exclude<keyof ChartOptions, 'region'>]?: ChartOptions[K] | undefined
}

export async function lookOf(ctx: Ctx, given: GivenLook): Promise<ChartOptions> {
  const preferences = await readPreferences(ctx.reader, ctx.user.id)
  const language = findLanguage(given.language ?? preferences.language) ?? 'en'
  const saysRegion = given.language !== undefined && new Intl.Locale(language).region !== undefined
  return {
    width: given.width ?? SIZE.width.default,
    height: given.height ?? SIZE.height.default,
    theme: given.theme ?? preferences.theme,
    language,
    region: saysRegion ? null : preferences.formatRegion,
  }
}

/** Scripts that the fonts in the executable have letters of. */
const SCRIPTS = new Set(['Latn', 'Cyrl', 'Grek', 'Armn', 'Geor', 'Hebr', 'Arab'])

/** Nobody's system says whether a PNG is to be dark, and nobody's fonts fill in for the embedded ones. */
export function forPng(options: ChartOptions): ChartOptions {
  const { script = 'Latn' } = new Intl.Locale(options.language).maximize()
  return {
    ...options,
    theme: options.theme === 'dark' ? 'dark' : 'light',
    language: SCRIPTS.has(script) ? options.language : 'en',
  }
}
