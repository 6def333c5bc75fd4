import { perLanguage } from './per-language.ts'
import { searchable } from './search.ts'

export type Language = {
  /** BCP 47. */
  readonly code: string
  readonly name: string
  /** The language's name for itself. */
  readonly nativeName: string
  readonly direction: 'ltr' | 'rtl'
}

export const DEFAULT_LANGUAGE = 'en'

/** Every language that Unicode CLDR 48 has names in, and the regional and script forms in wide use. */
const LISTED = (
  'af agq ak am ar as asa ast az ba bas be bem bez bg bgc bho blo bm bn bo br brx bs bua ca ccp ce ceb cgg chr ckb cs csw cv cy ' +
  'da dav de de-AT de-CH dje doi dsb dua dyo dz ebu ee el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA eo es es-419 es-AR es-CL ' +
  'es-CO es-ES es-MX et eu ewo fa ff fi fil fo fr fr-BE fr-CA fr-CH fur fy ga gaa gd gl gsw gu guz gv ha haw he hi hr hsb hu hy ' +
  'ia id ie ig ii is it it-CH ja jgo jmc jv ka kab kam kde kea kgp khq ki kk kkj kl kln km kn ko kok ks ksb ksf ksh ku kw kxv ky ' +
  'lag lb lg lij lkt lmo ln lo lrc lt lu luo luy lv mai mas mer mfe mg mgh mgo mi mk ml mn mni mr ms mt mua my mzn naq nb nd nds ne ' +
  'nl nl-BE nmg nn nnh no nqo nso nus nyn oc om or os pa pcm pl pms prg ps pt pt-BR pt-PT qu raj rm rn ro rof ru rw rwk ' +
  'sa sah saq sat sbp sc scn sd se seh ses sg shi shn si sk sl smn sn so sq sr sr-Cyrl sr-Latn st su sv sw syr szl ' +
  'ta te teo tg th ti tk tn to tok tr tt twq tyv tzm ug uk ur uz vai vec vi vmw vun wae wo xh xnr xog yav yi yo yrl yue za zgh ' +
  'zh zh-Hans zh-Hant zu'
).split(' ')

/** Letters and digits of language, script and region only: no variants, no extensions, no private use. */
const SHAPE = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i
const ENGLISH = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The canonical form (`pt-BR`) of a language, alone or with script and region, that there are names in; undefined for everything else. */
export function findLanguage(tag: string): string | undefined {
  if (!SHAPE.test(tag)) return undefined
  const [canonical] = Intl.getCanonicalLocales(tag)
  if (canonical === undefined || !SHAPE.test(canonical) || ENGLISH.of(canonical) === undefined) return undefined
  return Intl.DisplayNames.supportedLocalesOf([canonical]).length > 0 ? canonical : undefined
}

/** The languages with their names in a language, by code. */
export const languagesIn = perLanguage((language) => {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'language', fallback: 'none' })
  const entries = LISTED.map((code): Language => {
    const name = names.of(code) ?? ENGLISH.of(code) ?? code
    return { code, name, nativeName: nativeNameOf(code), direction: directionOf(code) }
  })
  return searchable(entries, ({ code, name, nativeName }) => [code, name, nativeName, ENGLISH.of(code) ?? null])
})

const nativeNames = new Map<string, string>()

function nativeNameOf(code: string): string {
  const name =
    nativeNames.get(code) ?? new Intl.DisplayNames([code, 'en'], { type: 'language', fallback: 'none' }).of(code) ?? code
  nativeNames.set(code, name)
  return name
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa', 'Adlm'])

function directionOf(code: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(code).maximize().script ?? '') ? 'rtl' : 'ltr'
}
