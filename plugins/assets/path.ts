/** A subset of JSONPath (RFC 9535): `$`, `.name`, `['name']`, `[0]`, `[-1]`, `[*]` and `.*`. No filters, no descent: nothing that can run away. */
import { type JsonValue, member } from '#plugins/kit/json.ts'

type Step = { readonly name: string } | { readonly index: number } | 'all'

const STEP = /^(?:\.([A-Za-z_][\w-]{0,99})|\['([^']{1,100})'\]|\["([^"]{1,100})"\]|\[(-?\d{1,6})\]|(\[\*\]|\.\*))/
const MAX_FOUND = 100_000

/** The steps of a path; `undefined` for a text that is none. */
export function readPath(text: string): readonly Step[] | undefined {
  if (!text.startsWith('$') || text.length > 500) return undefined
  const steps: Step[] = []
  for (let rest = text.slice(1); rest !== ''; ) {
    const match = STEP.exec(rest)
    if (!match) return undefined
    const name = match[1] ?? match[2] ?? match[3]
    steps.push(name !== undefined ? { name } : match[4] !== undefined ? { index: Number(match[4]) } : 'all')
    rest = rest.slice(match[0].length)
  }
  return steps
}

/** Every value that a path leads to, in document order; 100,000 at most. */
export function follow(value: JsonValue, steps: readonly Step[]): JsonValue[] {
  return steps.reduce<JsonValue[]>((found, step) => found.flatMap((one) => take(one, step)).slice(0, MAX_FOUND), [value])
}

function take(value: JsonValue, step: Step): readonly JsonValue[] {
  if (step === 'all')
    return Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []
  const found =
    'name' in step ? member(value, step.name) : Array.isArray(value) ? (value as readonly JsonValue[]).at(step.index) : undefined
  return found === undefined ? [] : [found]
}
