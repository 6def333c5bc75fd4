import { afterAll, describe, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const DAY = 86_400_000
const TODAY = Date.UTC(2026, 5, 30)
const dayBefore = (days: number) => new Date(TODAY - days * DAY).toISOString().slice(0, 10)

describe('the chart of one asset', async () => {
  const app = await createTestApp({ clock: () => new Date(TODAY + DAY / 2) })
  afterAll(takeOver())
  const user = await app.createUser()
  const must = async (method: string, path: string, body: unknown) => {
    const answer = await app.call(user, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const { id: broker } = await must('POST', '/brokers', { name: 'Old' })
  const reader = createReader(app, user)
  const open = async (closes: number, bought: string) => {
    const { id } = await must('POST', '/assets', { symbol: `OLD${closes}`, name: 'Old', type: 'STOCK', currency: 'EUR' })
    const prices = Array.from({ length: closes }, (_, n) => ({ date: dayBefore(n), close: `${n + 1}` }))
    await must('PUT', `/assets/${id}/prices`, prices)
    const trade = { broker_id: broker, asset_id: id, currency: 'EUR', type: 'BUY', quantity: '1', price: '7' }
    await must('POST', '/transactions', { ...trade, date: bought })
    return await reader.get(`/assets/${id}?period=all`)
  }
  const pointsOf = (html: string): (readonly unknown[])[] =>
    JSON.parse((/data-chart="([^"]+)"/.exec(html)?.[1] ?? '[]').replaceAll('&quot;', '"'))

  test('has every close where they are on one page, and says nothing of it', async () => {
    const { text } = await open(1000, dayBefore(1))
    expect(text).not.toMatch(/Weekly closes|Monthly closes/)
  })

  test('of more closes has the last one of each week, and trades of the days before the first one', async () => {
    // 2023-10-03, the first day, is a Tuesday: the close of its week is that of Sunday.
    const { text, html } = await open(1002, dayBefore(1000))
    expect(dayBefore(1001)).toBe('2023-10-03')
    expect(text).toContain('Weekly closes: the last one of each week.')
    expect(html).toContain('<title>Bought, Oct 4, 2023</title>')
    const [before, first] = pointsOf(html)
    expect(before).toEqual([0])
    expect(first?.slice(1)).toEqual(['Oct 8, 2023', '€997.00'])
    expect(pointsOf(html).at(-1)?.slice(1)).toEqual(['Jun 30, 2026', '€1.00'])
  })

  test('of more weeks than that has the last close of each month', async () => {
    const { text, html } = await open(7100, dayBefore(3))
    expect(text).toContain('Monthly closes: the last one of each month.')
    expect(text).not.toContain('Choose other days')
    expect(pointsOf(html)[0]?.[1]).toBe('Jan 31, 2007')
  })
})
