import type { Schema } from './openapi.ts'

type Schemas = Readonly<Record<string, Schema>>

/** What a reference to a component and the component around a field take, in characters. */
const REFERENCE = 46
const AROUND = 25
/** Less is not worth a component. */
const WORTH = 60

/** Named shapes with the fields that several of them have alike, to the last word, as components: `account` as `AccountField`. */
export function shareFields(schemas: Schemas): Schemas {
  const names = namesOf(schemas)
  const fields = [...names].map(([key, name]) => [name, fieldOf(key)] as const)
  const shapes = Object.entries(schemas).map(([name, schema]) => [name, withReferences(schema, names)] as const)
  return Object.fromEntries([...shapes, ...fields].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function withReferences(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  if (schema.properties === undefined) return schema
  const properties = Object.entries(schema.properties).map(([field, value]) => {
    const name = names.get(keyOf(field, value))
    return [field, name === undefined ? value : { $ref: `#/components/schemas/${name}` }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** The names of fields that are worth a component; of several that are called the same, all but the first in order of their text have a number. */
function namesOf(schemas: Schemas): Map<string, string> {
  const counts = new Map<string, number>()
  for (const { properties = {} } of Object.values(schemas))
    for (const [field, value] of Object.entries(properties)) {
      const key = keyOf(field, value)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const names = new Map<string, string>()
  const taken = new Set(Object.keys(schemas))
  for (const [key, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { length } = JSON.stringify(fieldOf(key))
    if ((length - REFERENCE) * count - length - AROUND < WORTH) continue
    let name = `${pascal(key.slice(0, key.indexOf(' ')))}Field`
    for (let number = 2; taken.has(name); number++) name = name.replace(/\d*$/, String(number))
    taken.add(name)
    names.set(key, name)
  }
  return names
}

function keyOf(field: string, value: Schema): string {
  return `${field} ${JSON.stringify(value)}`
}

function fieldOf(key: string): Schema {
  return JSON.parse(key.slice(key.indexOf(' ') + 1))
}

function pascal(name: string): string {
  return name.replaceAll(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
}
