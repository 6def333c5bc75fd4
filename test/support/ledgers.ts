import type { TestApp, TestUser } from '#test/support/app.ts'

type Line = Readonly<Record<string, string | number>>

/** An asset, a broker of the user's and its transactions: each names the asset where it is about one. Answers the ids. */
export async function fillBroker(
  app: TestApp,
  user: TestUser,
  given: { broker: Line; asset: Line; lines: readonly Line[]; closes?: readonly (readonly [date: string, close: string])[] },
): Promise<{ broker: number; asset: number }> {
  const must = async (method: string, path: string, body: unknown) => {
    const answer = await app.call(user, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const broker: number = (await must('POST', '/brokers', given.broker)).id
  const asset: number = (await must('POST', '/assets', given.asset)).id
  const isOfAsset = (line: Line) => 'quantity' in line || line['type'] === 'DIVIDEND'
  const create = given.lines.map((line) => ({ broker_id: broker, ...(isOfAsset(line) && { asset_id: asset }), ...line }))
  await must('POST', '/transactions/batch', { create })
  if (given.closes) {
    const closes = given.closes.map(([date, close]) => ({ date, close }))
    await must('PUT', `/assets/${asset}/prices`, closes)
  }
  return { broker, asset }
}
