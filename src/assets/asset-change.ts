export const CHANGE_ACTIONS = [
  'created',
  'changed',
  'merged',
  'prices-entered',
  'prices-removed',
  'prices-accepted',
  'prices-rejected',
  'event-entered',
  'event-removed',
] as const

/** What somebody did to an asset; `count` closes from `firstDay` to `lastDay`. */
export type NewChange = {
  readonly action: (typeof CHANGE_ACTIONS)[number]
  /** The name of a field on the wire. */
  readonly field?: string | undefined
  readonly old?: string | null | undefined
  readonly new?: string | null | undefined
  readonly count?: number | undefined
  readonly firstDay?: string | null | undefined
  readonly lastDay?: string | null | undefined
  readonly mergedFrom?: number | undefined
}

/** `userId` is null once the user is gone. */
export type Change = {
  readonly id: number
  readonly at: string
  readonly userId: number | null
  readonly username: string | null
  readonly action: NewChange['action']
  readonly field: string | null
  readonly old: string | null
  readonly new: string | null
  readonly count: number | null
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly mergedFrom: number | null
}
