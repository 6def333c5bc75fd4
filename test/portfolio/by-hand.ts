/**
 * Recomputes figures of a report from their explanations alone: rational arithmetic over the texts of the answer, nothing of the service's code.
 */
type Json = Readonly<Record<string, unknown>>
type Fraction = readonly [numerator: bigint, denominator: bigint]

const ONE: Fraction = [1n, 1n]

/** What was looked at. */
export type Checked = { figures: number; sums: number; terms: number; recomputed: number }

/** Every object of a report that has `explain`, with the figures that it has wrong. */
export function checkReport(report: unknown, checked: Checked, path = ''): string[] {
  if (report === null || typeof report !== 'object') return []
  const faults = Object.entries(report).flatMap(([key, value]) =>
    key === 'explain' ? [] : checkReport(value, checked, `${path}/${key}`),
  )
  const { explain } = report as { explain?: readonly Json[] | null }
  return [...faults, ...(explain ?? []).flatMap((one) => checkFigure(report as Json, one, checked, path))]
}

function checkFigure(row: Json, { figure, terms, formula }: Json, checked: Checked, path: string): string[] {
  const shown = String(figure)
    .split('.')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], row)
  checked.figures += 1
  const faults = typeof formula === 'string' && formula !== '' ? [] : [`${path} ${figure}: no formula`]
  if (shown === undefined) return [...faults, `${path}: no figure ${figure}`]
  const list = terms as readonly Json[]
  if (list.length > 0 && typeof shown === 'string') {
    checked.sums += 1
    const total = list.reduce<Fraction>((sum, term) => add(sum, fraction(term['amount'] ?? '0')), [0n, 1n])
    if (!same(total, fraction(shown))) faults.push(`${path} ${figure}: ${shown}, but the terms add up to ${decimalOf(total)}`)
  } else if (list.length === 0 && typeof shown === 'string' && shown !== '0' && !/\//.test(String(formula))) {
    faults.push(`${path} ${figure}: ${shown} without terms`)
  }
  return [...faults, ...list.flatMap((term) => checkTerm(term, checked, `${path} ${figure}`))]
}

function checkTerm(term: Json, checked: Checked, path: string): string[] {
  checked.terms += 1
  if (term['amount'] === null) return []
  const whole = wholeOf(term)
  if (whole === undefined) return []
  checked.recomputed += 1
  const expected = multiply(whole, term['share'] === null ? ONE : fraction(term['share']))
  const off = Math.abs(decimalOf(expected) - decimalOf(fraction(term['amount'])))
  const size = Math.abs(decimalOf(fraction(term['amount_in'] ?? term['amount'])))
  return off <= 1e-9 + 4e-12 * size ? [] : [`${path}: ${JSON.stringify(term)} is ${decimalOf(expected)} by hand`]
}

function wholeOf(term: Json): Fraction | undefined {
  const rate = rateOf(term['rate'] as Json | null)
  const price = term['price'] as Json | null
  if (price !== null) {
    const units = divide(fraction(term['quantity']), fraction(price['price_quantity']))
    return multiply(multiply(units, fraction(price['close'])), rate)
  }
  if (term['amount_in'] === null || (term['events'] !== null && term['of_quantity'] === null)) return undefined
  const amount = multiply(fraction(term['amount_in']), rate)
  if (term['of_quantity'] === null) return amount
  return multiply(amount, divide(fraction(term['quantity']), fraction(term['of_quantity'])))
}

function rateOf(rate: Json | null): Fraction {
  if (rate === null) return ONE
  const steps = rate['steps'] as readonly Json[]
  if (steps.length === 0) return fraction(rate['rate'])
  return steps.reduce<Fraction>((product, step) => {
    const one = fraction(step['rate'])
    return step['inverted'] ? divide(product, one) : multiply(product, one)
  }, ONE)
}

function fraction(text: unknown): Fraction {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? []
  if (whole === '') throw new Error(`not a decimal: ${String(text)}`)
  const size = BigInt(whole + decimals)
  return [sign === '-' ? -size : size, 10n ** BigInt(decimals.length)]
}

function add([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return [a * d + c * b, b * d]
}
function multiply([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return [a * c, b * d]
}
function divide([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return [a * d, b * c]
}
function same([a, b]: Fraction, [c, d]: Fraction): boolean {
  return a * d === c * b
}
function decimalOf([a, b]: Fraction): number {
  return Number((a * 10n ** 18n) / b) / 1e18
}
