export const THEMES = ['light', 'dark', 'auto'] as const

/** How lots are consumed by sales; see the portfolio. */
export const COST_BASIS_METHODS = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO'] as const

/** What holds for a user: their choice, else the default of the service. */
export type Preferences = {
  /** BCP 47. */
  readonly language: string
  /** ISO 4217. */
  readonly currency: string
  readonly theme: (typeof THEMES)[number]
  /** ISO 3166: whose way of writing numbers and days is used; `null`: that of the language. */
  readonly formatRegion: string | null
  /** Pages show no amounts until one wants to see them. */
  readonly hideAmounts: boolean
  /** Pages can be used by keys. */
  readonly shortcuts: boolean
  readonly costBasisMethod: (typeof COST_BASIS_METHODS)[number]
}
