/** Figures that are published as a buying and a selling rate. */
import { figureOf, isMissing, middle } from '#plugins/kit/rate.ts'

/** What becomes the rate of a pair of texts: their mean unless a caller wants one side. */
export type Side = (buying: string | undefined, selling: string | undefined) => string | undefined

/**
 * The mean of both texts, exactly; nothing where one says that there is no figure (one side alone is no mean), or a cell is not there at all (a row
 * that was cut off); a text that is no figure as it stands, so that it is reported.
 */
export const meanOf: Side = (buying, selling) => {
  if (buying === undefined || selling === undefined || isMissing(buying) || isMissing(selling)) return undefined
  const [a, b] = [figureOf(buying), figureOf(selling)]
  if (a === undefined) return buying
  return b === undefined ? selling : middle(a, b)
}
