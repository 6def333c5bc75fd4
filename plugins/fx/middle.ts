/** The mid of two published sides. */
import { isMissing, middle } from '#plugins/kit/rate.ts'

/** The exact mean of the two figures; `''` where one is missing, and both texts, which are no figure, where one cannot be read. */
export function middleOf(buying: string, selling: string): string {
  if (isMissing(buying) || isMissing(selling)) return ''
  return middle(buying, selling) ?? `${buying} / ${selling}`
}
