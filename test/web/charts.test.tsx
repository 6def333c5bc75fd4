import { expect, test } from 'bun:test'
import { Bars } from '#src/web/charts/bars.tsx'
import { Bridge } from '#src/web/charts/bridge.tsx'
import { LineChart } from '#src/web/charts/line.tsx'
import { createFormatters } from '#src/web/figures.ts'
import type { Reader } from '#src/web/reader.ts'
import { en } from '#src/web/words/en/index.ts'

const reader = (isPrivate = false) =>
  ({ words: en, isPrivate, formats: createFormatters({ numbers: 'en', days: 'en' }) }) as unknown as Reader
const dates = ['2026-01-01', '2026-01-11', '2026-01-21']
const chart = (r: Reader, values: readonly (number | null)[] = [1000, 3000, 2000]) => (
  <LineChart
    r={r}
    label="Value"
    dates={dates}
    series={[{ name: 'Value', tone: 'c1', values, isFilled: true }]}
    tick={(value) => `${value} EUR`}
    lines={(index) => [dates[index] ?? '', `${values[index]} EUR`]}
    isOfAmounts
  />
)

test('a line begins at the left edge, ends at the right one, and is higher where the value is', async () => {
  const html = String(await chart(reader()))
  const path = /class="line c1 line" d="M0,([\d.]+)L500,([\d.]+)L1000,([\d.]+)"/.exec(html)?.slice(1).map(Number) ?? []
  const [first = 0, second = 0, third = 0] = path
  expect(path).toHaveLength(3)
  expect(second).toBeLessThan(third)
  expect(third).toBeLessThan(first)
  const points = JSON.parse((/data-chart="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"'))
  expect(points[1]).toEqual([500, '2026-01-11', '3000 EUR'])
})

test('the area below a line reaches the foot of the chart, and has its gaps', async () => {
  const areaOf = async (values: readonly (number | null)[]) =>
    /class="area c1" d="([^"]+)"/.exec(String(await chart(reader(), values)))?.[1] ?? ''
  expect(await areaOf([1000, 3000, 2000])).toMatch(/^M0,[\d.]+L500,[\d.]+L1000,[\d.]+V260H0Z$/)
  expect(await areaOf([1000, null, 2000])).toMatch(/^M0,[\d.]+V260H0ZM1000,[\d.]+V260H1000Z$/)
})

test('a line has a gap where there is no value, and one value alone is no chart', async () => {
  expect(String(await chart(reader(), [1, null, 2]))).toContain('d="M0,')
  expect(
    String(await (<LineChart r={reader()} label="" dates={['2026-01-01']} series={[]} tick={String} lines={() => []} />)),
  ).toBe('')
})

test('in privacy mode charts of amounts have their shape, and neither scale nor figures', async () => {
  const html = String(await chart(reader(true)))
  expect(html).toContain('class="line c1 line"')
  expect(html).not.toMatch(/EUR/)
  const bars = [{ text: 'J', title: 'January: 12 EUR', value: 12 }]
  expect(String(await (<Bars r={reader(true)} label="Income" bars={bars} />))).not.toContain('12 EUR')
  expect(String(await (<Bars r={reader()} label="Income" bars={bars} />))).toContain('12 EUR')
})

test('a bridge begins where the last step ended', async () => {
  const step = (kind: 'edge' | 'flow' | 'gain', value: string) => ({ text: kind, value, figure: value, kind })
  const html = String(
    await (<Bridge steps={[step('edge', '100'), step('flow', '50'), step('gain', '-30'), step('edge', '120')]} />),
  )
  const bars = [...html.matchAll(/y="([\d.]+)" height="([\d.]+)"/g)].map(([, y, height]) => [Number(y), Number(height)])
  const [start = [], put = [], lost = [], end = []] = bars
  expect(start[0]).toBeCloseTo((put[0] ?? 0) + (put[1] ?? 0), 0)
  expect(lost[0]).toBeCloseTo(put[0] ?? 0, 0)
  expect(end[0]).toBeCloseTo((lost[0] ?? 0) + (lost[1] ?? 0), 0)
})
