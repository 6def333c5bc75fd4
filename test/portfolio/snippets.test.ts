import { expect, test } from 'bun:test'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { blocksOf } from '#test/support/readmes.ts'

const PAGE = 'src/portfolio/summary/README.md'
const ORIGIN = 'https://holdfast.example.org'

type Fields = Readonly<Record<string, unknown>>

/** What the snippets of a page read of an answer, by the ways in which their programs name fields. */
function fieldsIn(text: string): string[] {
  const patterns = [/value_json\.(\w+)/g, /^\s*- field: (\w+)$/gm, /\.JSON\.\w+ "(\w+)"/g, /"selector": "(\w+)"/g]
  const attributes = [...text.matchAll(/json_attributes: \[([^\]]*)\]/g)].flatMap(([, list = '']) => list.split(', '))
  return [...attributes, ...patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))]
}

async function answers() {
  const { broker_id, line, book, price, app, user } = await openPortfolio({ today: '2024-03-05' })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2023-01-02', amount: '1500', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2023-01-03', quantity: '10', price: '100' },
  )
  await price({ '2023-01-03': '100', '2024-03-05': '113' })
  return async (address: string): Promise<Fields> => {
    expect(address.startsWith(`${ORIGIN}/api/v1/`)).toBe(true)
    const answer = await app.call(user, 'GET', address.slice(`${ORIGIN}/api/v1`.length))
    expect([address, answer.status]).toEqual([address, 200])
    return answer.body
  }
}

test('every snippet in YAML calls what there is, and reads fields that its answer has', async () => {
  const ask = await answers()
  const snippets = blocksOf(PAGE).filter(({ kind }) => kind === 'yaml')
  expect(snippets).toHaveLength(3)
  for (const { text } of snippets) {
    Bun.YAML.parse(text.replaceAll('!secret ', ''))
    const [, address = ''] = /(?:resource|url): (\S+)/.exec(text) ?? []
    const fields = fieldsIn(text)
    expect(fields.length).toBeGreaterThan(3)
    const answer = await ask(address)
    expect(fields.filter((field) => answer[field] === undefined)).toEqual([])
    expect(text).toContain('Authorization: ')
  }
})

test('so do the queries of Grafana, whose selectors are below their root', async () => {
  const ask = await answers()
  const [snippet] = blocksOf(PAGE).filter(({ kind }) => kind === 'json')
  const queries: { url: string; root_selector?: string; columns: { selector: string; type: string }[] }[] = JSON.parse(
    snippet?.text ?? '[]',
  )
  expect(queries).toHaveLength(2)
  for (const { url, root_selector: root, columns } of queries) {
    const whole = await ask(url)
    const rows = root === undefined ? [whole] : whole[root]
    expect(Array.isArray(rows) && rows.length > 0).toBe(true)
    for (const row of rows as Fields[])
      for (const { selector, type } of columns) {
        const value = row[selector]
        expect([
          selector,
          type === 'number' ? value === null || Number.isFinite(Number(value)) : !Number.isNaN(Date.parse(String(value))),
        ]).toEqual([selector, true])
      }
  }
})
