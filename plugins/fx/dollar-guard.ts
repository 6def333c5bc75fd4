/**
 * A guard for publishers whose unit stands nowhere but in our code: how many units a dollar buys, by the figure and the publisher's own
 * dollar. The bounds are wide enough for decades and narrower than the factor of a hundred between two units.
 */
const PER_DOLLAR: Readonly<Record<string, readonly [least: number, most: number]>> = {
  IDR: [5000, 50_000],
  JPY: [60, 600],
  KHR: [2000, 10_000],
  KRW: [500, 5000],
  LAK: [5000, 90_000],
  NOK: [3, 30],
  SEK: [3, 30],
  VND: [9000, 90_000],
  XOF: [300, 1500],
}

/**
 * Why `figure`, units of home for `unit` of `currency`, cannot be right where a dollar is `dollar` of home; `undefined` where nothing speaks
 * against it. Binary numbers will do to tell a hundred from one.
 */
export function doubtOfUnit(currency: string, figure: string, unit: string, dollar: string | undefined): string | undefined {
  const bounds = PER_DOLLAR[currency]
  const perDollar = (Number(dollar) / Number(figure)) * Number(unit)
  if (!bounds || !Number.isFinite(perDollar) || (perDollar >= bounds[0] && perDollar <= bounds[1])) return undefined
  return `${figure} for ${unit} would make a dollar ${perDollar.toPrecision(3)} ${currency}`
}
