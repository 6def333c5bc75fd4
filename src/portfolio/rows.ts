/** The rows of a report, made one at a time whenever they are gone through: a long report is not in memory as objects. */
export type Rows = Iterable<Readonly<Record<string, unknown>>> & { readonly toJSON: () => unknown[] }

const ROWS_AT_ONCE = 200

/** A row of each of these; `make` must say the same each time. */
export function lazyRows<T>(from: Iterable<T>, make: (one: T) => Readonly<Record<string, unknown>>): Rows {
  const rows = {
    *[Symbol.iterator]() {
      for (const one of from) yield make(one)
    },
    toJSON: () => [...rows],
  }
  return rows
}

/** The JSON of a report in UTF-8; lists of rows are written some rows at a time. */
export function jsonBytes(body: object): Uint8Array<ArrayBuffer> {
  const sink = new Bun.ArrayBufferSink()
  sink.start({ asUint8Array: true })
  let before = '{'
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue
    sink.write(`${before}${JSON.stringify(key)}:`)
    if (isRows(value)) writeRows(sink, value)
    else sink.write(JSON.stringify(value))
    before = ','
  }
  sink.write(before === '{' ? '{}' : '}')
  return sink.end() as Uint8Array<ArrayBuffer>
}

function writeRows(sink: Bun.ArrayBufferSink, rows: Rows): void {
  let some: unknown[] = []
  let before = '['
  const write = () => {
    if (some.length > 0) sink.write(`${before}${JSON.stringify(some).slice(1, -1)}`)
    if (some.length > 0) before = ','
    some = []
  }
  for (const row of rows) if (some.push(row) === ROWS_AT_ONCE) write()
  write()
  sink.write(before === '[' ? '[]' : ']')
}

function isRows(value: unknown): value is Rows {
  return value !== null && typeof value === 'object' && 'toJSON' in value && Symbol.iterator in value
}
