import { readBoundedText } from '../http/limits.ts'
import type { ProblemBody } from '../http/problem.ts'
import type { HttpContext } from '../http/route.ts'
import { AppError } from '../shared/errors.ts'
import { readNumber, readPart } from './amount-input.ts'
import type { Reader } from './reader.ts'

/** What somebody typed and sent: field names are JSON pointers into the body of an operation (`/amount`), or words of the page (`do`). */
export type Form = {
  /** Empty where there is none. */
  readonly get: (name: string) => string
  readonly all: (name: string) => readonly string[]
  readonly has: (name: string) => boolean
  readonly entries: readonly (readonly [name: string, value: string])[]
}

export type FieldFault = { readonly name: string; readonly detail: string }

/** What the fields of a page show. */
export type FormView = {
  /** What was typed, else `given`. */
  readonly value: (name: string, given?: string) => string
  /** Whether a box is ticked: as it was sent, else `given`. */
  readonly isTicked: (name: string, value: string, given?: boolean) => boolean
  readonly fault: (name: string) => string | undefined
  /** Everything that is wrong, in the order of the problem; what belongs to no field has the name ''. */
  readonly faults: readonly FieldFault[]
  readonly problem?: ProblemBody
  readonly wasSent: boolean
}

const MAX_FORM_BYTES = 2 * 1024 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads a form that a browser posted. Throws `request/content-type`, `request/too-large`, `request/timeout`. */
export async function readForm(c: HttpContext): Promise<Form> {
  const type = c.req.header('content-type') ?? ''
  if (type !== '' && !type.toLowerCase().startsWith(FORM_TYPE))
    throw new AppError('unsupported', 'request/content-type', `This address takes ${FORM_TYPE}, which forms of the pages send.`)
  return formOf(new URLSearchParams(await readBoundedText(c, MAX_FORM_BYTES)))
}

export function formOf(search: URLSearchParams): Form {
  return {
    get: (name) => search.get(name) ?? '',
    all: (name) => search.getAll(name),
    has: (name) => search.has(name),
    entries: [...search],
  }
}

export const untouched: FormView = {
  value: (_, given = '') => given,
  isTicked: (_, __, given = false) => given,
  fault: () => undefined,
  faults: [],
  wasSent: false,
}

/** A form that comes back: with what was typed, and what the interface (`problem`) or the page itself (`faults`) found wrong. */
export function typed(form: Form, wrong: { problem?: ProblemBody; faults?: readonly FieldFault[] }): FormView {
  const { problem } = wrong
  const listed = problem?.errors?.map(({ pointer, detail }) => ({ name: pointer, detail })) ?? []
  const faults = [...(wrong.faults ?? []), ...listed]
  if (problem && listed.length === 0) faults.push({ name: '', detail: problem.detail })
  return {
    value: (name, given = '') => (form.has(name) ? form.get(name) : given),
    isTicked: (name, value) => form.all(name).includes(value),
    fault: (name) => faults.find((one) => one.name === name)?.detail,
    faults,
    ...(problem && { problem }),
    wasSent: true,
  }
}

/** How a field becomes a value of JSON. An empty one is left out, or `null` where the kind ends with `?`; `flag` is false without its box; `part` is `0.5` for `50 %`. */
export type FieldKind = 'text' | 'number' | 'part' | 'integer' | 'flag' | 'list' | 'integers' | 'text?' | 'number?' | 'integer?'

/** The body of an operation from a form: `{ '/amount': 'number' }`. Faults are about how a number is written; all else the interface judges. */
export function bodyOf(
  form: Form,
  kinds: Readonly<Record<string, FieldKind>>,
  reader: Pick<Reader, 'numbers' | 'words'>,
): { readonly body: Record<string, unknown>; readonly faults: readonly FieldFault[] } {
  const body: Record<string, unknown> = {}
  const faults: FieldFault[] = []
  for (const [name, kind] of Object.entries(kinds)) {
    const read = valueIn(form, name, kind, reader)
    if ('detail' in read) faults.push({ name, detail: read.detail })
    else if (read.value !== undefined) put(body, name, read.value)
  }
  return { body, faults }
}

type Read = { readonly value: unknown } | { readonly detail: string }

function valueIn(form: Form, name: string, kind: FieldKind, reader: Pick<Reader, 'numbers' | 'words'>): Read {
  if (kind === 'flag') return { value: form.get(name) === 'true' }
  if (kind === 'integers')
    return {
      value: form
        .all(name)
        .filter((text) => text !== '')
        .map(Number),
    }
  const text = form.get(name).trim()
  if (kind === 'list') return { value: listOf(text) }
  if (text === '') return { value: kind.endsWith('?') && form.has(name) ? null : undefined }
  if (kind.startsWith('text')) return { value: text }
  const read = kind === 'part' ? readPart(text, reader.numbers) : readNumber(text, reader.numbers)
  const { form: words } = reader.words
  if (!('value' in read))
    return { detail: read.kind === 'ambiguous' ? words.ambiguous(text, read.readings[0], read.readings[1]) : words.noNumber }
  if (kind.startsWith('number') || kind === 'part') return read
  return /^-?\d+$/.test(read.value) ? { value: Number(read.value) } : { detail: words.noWhole }
}

function listOf(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Sets what a JSON pointer means: `/a/0/b`. */
function put(body: Record<string, unknown>, pointer: string, value: unknown): void {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let at: Record<string, unknown> = body
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const isList = /^\d+$/.test(steps[index + 1] ?? '')
    at[step] ??= isList ? [] : {}
    at = at[step] as Record<string, unknown>
  }
  at[steps.at(-1) ?? ''] = value
}

/** The headers of a change: the revision that the reader saw, and a key by which a form that is sent twice counts once. */
export function changeHeaders(form: Form): Record<string, string> {
  const revision = form.get('revision')
  const key = form.get('key')
  return { ...(revision && { 'If-Match': `"r${revision}"` }), ...(key && { 'Idempotency-Key': key }) }
}
