import type { THEMES } from './options.ts'

/** Colours that people with any colour vision tell apart (Okabe and Ito, https://jfly.uni-koeln.de/color/), lighter where the ground is dark. */
type Palette = Readonly<Record<'ground' | 'tint' | 'text' | 'quiet' | 'grid' | 'zero' | Ink, string>>

export type Ink = 'blue' | 'orange' | 'red' | 'green' | 'grey'

const INKS: readonly Ink[] = ['blue', 'orange', 'red', 'green', 'grey']

const LIGHT: Palette = {
  ground: '#ffffff',
  tint: '.26',
  text: '#1c2127',
  quiet: '#5a6470',
  grid: '#e7eaee',
  zero: '#8a949f',
  blue: '#0072b2',
  orange: '#e69f00',
  red: '#d55e00',
  green: '#009e73',
  grey: '#7c8590',
}

const DARK: Palette = {
  ground: '#15181d',
  tint: '.38',
  text: '#e8ecf1',
  quiet: '#9aa5b1',
  grid: '#2a2f37',
  zero: '#717b87',
  blue: '#56b4e9',
  orange: '#f0b63c',
  red: '#ff8a4c',
  green: '#3fcf9f',
  grey: '#8b95a1',
}

const SHAPES =
  '.line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}.thin{stroke-width:1.5}.dash{stroke-dasharray:5 4}.grid,.zero{stroke-width:1;shape-rendering:crispEdges}.title{font-weight:600}'

/** The style of a picture. `auto` follows the reader's system where that is known, and is light elsewhere. */
export function styleOf(theme: (typeof THEMES)[number]): string {
  const colours =
    theme === 'auto'
      ? `${rules(LIGHT)}@media (prefers-color-scheme:dark){${rules(DARK)}}`
      : rules(theme === 'dark' ? DARK : LIGHT)
  return `<style>${SHAPES}${colours}</style>`
}

/** `f-blue` fills, `s-blue` draws, `t-blue` tints. */
function rules(palette: Palette): string {
  const inks = INKS.map((ink) => {
    const colour = palette[ink]
    return `.f-${ink}{fill:${colour}}.s-${ink}{stroke:${colour}}.t-${ink}{fill:${colour};fill-opacity:${palette.tint}}`
  })
  return `.ground{fill:${palette.ground}}.ink{fill:${palette.text}}.quiet{fill:${palette.quiet}}.grid{stroke:${palette.grid}}.zero{stroke:${palette.zero}}${inks.join('')}`
}
