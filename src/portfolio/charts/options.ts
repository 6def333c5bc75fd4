export const THEMES = ['light', 'dark', 'auto'] as const

/** How a picture is to look. Sizes in pixels; `language` is a canonical BCP 47 tag. */
export type ChartOptions = {
  readonly width: number
  readonly height: number
  readonly theme: (typeof THEMES)[number]
  readonly language: string
  /** ISO 3166; `null`: as usual in the language. */
  readonly region: string | null
}

export const SIZE = {
  width: { minimum: 280, maximum: 2400, default: 800 },
  height: { minimum: 180, maximum: 1600, default: 400 },
}
