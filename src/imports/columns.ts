/** Values of one name of many objects. `same`: all have this one; `words`: each is one of few, by its place; `inner`: objects again. */
type Column =
  | { readonly same: unknown }
  | { readonly words: readonly string[]; readonly at: readonly number[] }
  | { readonly inner: Columns }
  | { readonly each: readonly unknown[] }

/** Objects that have the same names in the same order. */
type Shape = { readonly names: readonly string[]; readonly columns: readonly Column[]; readonly count: number }

/**
 * A list of plain objects with what repeats itself said once, to be written as JSON: lines of a report are alike. `order` has the shape of each object where
 * there are several. What JSON leaves out of an object is left out here.
 */
export type Columns = { readonly shapes: readonly Shape[]; readonly order?: readonly number[] }

type Item = Readonly<Record<string, unknown>>
type Made = Record<string, unknown>
type Group = { readonly names: readonly string[]; readonly items: Item[] }

/** With more words than this a column is written as it is. */
const MOST_WORDS = 64

export function toColumns(items: readonly object[]): Columns {
  const groups: Group[] = []
  const order: number[] = []
  let last = 0
  for (const item of items as readonly Item[]) {
    if (!isOfShape(item, groups[last]?.names)) last = shapeOf(item, groups)
    groups[last]?.items.push(item)
    order.push(last)
  }
  const shapes = groups.map(({ names, items }) => {
    const columns = names.map((name) => columnOf(items.map((item) => item[name])))
    return { names, columns, count: items.length }
  })
  return shapes.length === 1 ? { shapes } : { shapes, order }
}

/** The objects as `toColumns` was given them, once they have been JSON. */
export function fromColumns({ shapes, order }: Columns): object[] {
  const made = shapes.map(({ names, columns, count }) => {
    const items: Made[] = []
    while (items.length < count) items.push({})
    for (const [index, name] of names.entries()) fill(items, name, valuesOf(columns[index], count))
    return items
  })
  if (order === undefined) return made[0] ?? []
  const next = made.map(() => 0)
  return order.map((shape) => {
    const at = next[shape] ?? 0
    next[shape] = at + 1
    return made[shape]?.[at] ?? {}
  })
}

function fill(items: readonly Made[], name: string, values: readonly unknown[]): void {
  // An assignment to this name would change what the object inherits.
  const isOdd = name === '__proto__'
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Made // one for each place
    if (isOdd) Object.defineProperty(item, name, { value: values[at], enumerable: true, writable: true, configurable: true })
    else item[name] = values[at]
  }
}

function shapeOf(item: Item, groups: Group[]): number {
  const known = groups.findIndex(({ names }) => isOfShape(item, names))
  if (known >= 0) return known
  return groups.push({ names: Object.keys(item).filter((name) => item[name] !== undefined), items: [] }) - 1
}

function isOfShape(item: Item, names: readonly string[] | undefined): boolean {
  if (names === undefined) return false
  let count = 0
  for (const name in item) if (item[name] !== undefined && names[count++] !== name) return false
  return count === names.length
}

function columnOf(values: readonly unknown[]): Column {
  const [first] = values
  if (typeof first === 'object' && first !== null) return values.every(isPlain) ? { inner: toColumns(values) } : { each: values }
  if (values.every((value) => value === first)) return { same: first }
  return values.every((value) => typeof value === 'string') ? wordsOf(values) : { each: values }
}

function wordsOf(values: readonly string[]): Column {
  const places = new Map<string, number>()
  const at: number[] = []
  for (const value of values) {
    const place = places.get(value) ?? places.size
    if (place === places.size) places.set(value, place)
    if (place > MOST_WORDS) return { each: values }
    at.push(place)
  }
  return { words: [...places.keys()], at }
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valuesOf(column: Column | undefined, count: number): readonly unknown[] {
  if (column === undefined) return []
  if ('same' in column) return new Array(count).fill(column.same)
  if ('words' in column) return column.at.map((place) => column.words[place])
  return 'inner' in column ? fromColumns(column.inner) : column.each
}
