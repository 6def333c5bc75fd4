import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { BreakdownReport } from '#src/portfolio/breakdown/schema.ts'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { createTestApp } from '#test/support/app.ts'

const readme = readFileSync(new URL('../../src/portfolio/README.md', import.meta.url), 'utf8')
const section = /^## A worked example\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? ''
const SCHEMAS = { holdings: HoldingsReport, gains: GainsReport, performance: PerformanceReport, breakdown: BreakdownReport }

type Row = { readonly figure: string; readonly answer: string; readonly byHand: string }
type Step = { readonly commands: readonly string[]; readonly rows: readonly Row[] }

/** What the README must say, figure by figure. */
const EXPECTED = `cash.EUR.amount 1436
cash.USD.amount 217
holdings.ELM.cost_basis 303
holdings.ELM.market_value 330
holdings.ELM.unrealised_gain 27
holdings.ELM.realised_gain 34
holdings.OAK.cost_basis 640
holdings.OAK.market_value 1000
holdings.OAK.unrealised_price_gain 200
holdings.OAK.unrealised_currency_gain 160
holdings.OAK.income 13.6
holdings.OAK.total_gain 373.6
totals.total_value 2983
disposals.ELM.cost 202
disposals.ELM.proceeds 236
disposals.ELM.gain 34
disposals.ELM.holding_days 181
net_flows 2505
gain.total 478
gain.realised 40
gain.unrealised 230
gain.income 16
gain.fees -9
gain.taxes -2.4
gain.currency 203.4
twr 0.190217
simple 0.190818
mwr 0.213876
max_drawdown.ratio 0.002500
best_day.ratio 0.109087
rows.ELM.net_flows 269
rows.ELM.gain.total 61
rows.OAK.net_flows 626.4
rows.OAK.gain.total 373.6
rows.Cash.net_flows 1609.6
rows.Cash.gain.total 43.4
total.gain.total 478`

/** The commands of the section, each block with the table that follows it. */
const steps: Step[] = section
  .split(/^```sh\n/m)
  .slice(1)
  .map((text) => {
    const [commands = '', rest = ''] = text.split(/^```\n/m)
    const rows = [...rest.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| (.+) \|$/gm)]
    return {
      commands: commands.split(/^(?=curl )/m),
      rows: rows.map(([, figure = '', answer = '', byHand = '']) => ({ figure, answer, byHand })),
    }
  })

/** `rows.ELM.gain.total`: elements of lists by symbol, label or currency. */
function figureOf(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    if (!Array.isArray(at)) return (at as Record<string, unknown>)[key]
    return at.find((one: Record<string, unknown>) => [one['symbol'], one['label'], one['currency']].includes(key) && one)
  }, body)
}

/** Decimals as they are, ratios to six places. */
function shown(value: unknown): string {
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(6) : String(value)
}

/** The value of a sum such as `10 × 80 × (1 − 0.80)`. */
function calculate(text: string): number {
  const plain = text.replaceAll('×', '*').replaceAll('−', '-').replaceAll('^', '**')
  expect(plain).toMatch(/^[\d\s.()*/+-]+$/)
  return Number(new Function(`return ${plain}`)())
}

test('every figure of the README is what the service answers, and what the sum beside it gives', async () => {
  const app = await createTestApp({ clock: () => new Date('2026-11-21T12:00:00Z') })
  const mira = await app.createUser()
  let checked = 0
  for (const { commands, rows } of steps) {
    let body: unknown
    for (const command of commands) {
      const [, path = ''] = /\$api(\/[^\s"]*)/.exec(command) ?? []
      const json = /--json '([\s\S]+)'/.exec(command)?.[1]
      const method = /-X (\w+)/.exec(command)?.[1] ?? (json === undefined ? 'GET' : 'POST')
      const answer = await app.call(mira, method, path, json === undefined ? undefined : JSON.parse(json))
      expect([command, answer.status < 300, answer.body?.errors]).toEqual([command, true, undefined])
      const schema = SCHEMAS[/\/(\w+)\?/.exec(path)?.[1] as keyof typeof SCHEMAS]
      body = schema === undefined ? answer.body : answer.as<unknown>(schema)
    }
    for (const { figure, answer, byHand } of rows) {
      const found = figureOf(body, figure)
      expect([figure, shown(found)]).toEqual([figure, answer])
      const [left = '', right] = byHand.split(' = ')
      const off = right === undefined ? calculate(left) - Number(found) : (calculate(left) - calculate(right)) / calculate(right)
      expect([figure, byHand, Math.abs(off) < (right === undefined ? 1e-9 : 1e-6)]).toEqual([figure, byHand, true])
      checked += 1
    }
  }
  expect([steps.length, checked]).toEqual([5, 37])
})

test('the answers are these', () => {
  const answers = steps.flatMap(({ rows }) => rows.map(({ figure, answer }) => `${figure} ${answer}`))
  expect(answers.join('\n')).toBe(EXPECTED)
})

test('sums within the text are right', () => {
  const sums = [...section.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/(?<=^|[\s(])((?:[\d.]+ [+−/] )+[\d.]+) = ([\d.]+)/gm)]
  expect(sums.length).toBeGreaterThanOrEqual(4)
  for (const [, left = '', right = ''] of sums) expect(calculate(left)).toBeCloseTo(Number(right.replace(/\.$/, '')), 9)
  expect(360 + 720 + 1436 + 173.6).toBeCloseTo(2689.6, 9)
})
