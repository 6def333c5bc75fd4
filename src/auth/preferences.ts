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
  readonly costBasisMethod: (typeof COST_BASIS_METHODS)[number]
}
