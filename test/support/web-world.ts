import type { TestApp } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'

/** What somebody might write to see whether a page runs it. */
export const BITE = '<img src=x onerror=alert(1)>"><script>alert(1)</script>'

/** A broker with some of everything, names that bite, a viewer and a stranger; figures of our own. */
export async function fillLedger(app: TestApp) {
  const owner = await app.createUser()
  const [viewer, stranger] = [await app.createUser(), await app.createUser()]
  const must = async (method: string, path: string, body: unknown) => {
    const answer = await app.call(owner, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const broker: number = (await must('POST', '/brokers', { name: `Broker ${BITE}`, description: `About ${BITE}` })).id
  await must('POST', `/brokers/${broker}/access`, { user_id: viewer.id, role: 'VIEWER' })
  const assets: number[] = []
  for (const [index, type] of ['STOCK', 'ETF', 'BOND'].entries()) {
    const name = index === 0 ? `Asset ${BITE}` : `Company number ${index}`
    const asset = await must('POST', '/assets', { symbol: `SYM${index}`, name, type, currency: 'EUR' })
    assets.push(asset.id)
    const closes = [10, 200, 300].map((back) => ({ date: dayBefore(app, back), close: `${71 + index}.${43 + index}` }))
    await must('PUT', `/assets/${asset.id}/prices`, closes)
  }
  const line = { broker_id: broker, currency: 'EUR' }
  await must('POST', '/transactions', { ...line, type: 'DEPOSIT', date: dayBefore(app, 400), amount: '98765.43' })
  for (const asset of assets)
    await must('POST', '/transactions', {
      ...line,
      type: 'BUY',
      date: dayBefore(app, 350),
      asset_id: asset,
      quantity: '123.4567',
      price: '61.27',
      fees: '1.5',
    })
  await must('POST', '/transactions', {
    ...line,
    type: 'SELL',
    date: dayBefore(app, 120),
    asset_id: assets[1],
    quantity: '-23.4567',
    price: '77.19',
  })
  await must('POST', '/transactions', {
    ...line,
    type: 'DIVIDEND',
    date: dayBefore(app, 60),
    asset_id: assets[0],
    amount: '4321.09',
    description: `Note ${BITE}`,
    tags: [`Tag ${BITE}`.slice(0, 50)],
  })
  const reports: string[] = []
  for (const [name, rows, query] of [
    ['<img src=x onerror=alert(1)>.csv', `2024-02-01,DEPOSIT,4321.17,EUR\n2024-02-02,FEE,-8765.43,EUR,<b>${BITE}`, ''],
    ['imported.csv', '2024-03-01,DEPOSIT,5432.19,EUR', '&import=true'],
  ] as const) {
    const uploaded = await upload(app, owner, broker, name, `date,type,amount,currency,description\n${rows}\n`, query)
    reports.push(uploaded.body.id)
  }
  const holdings = (await app.call(owner, 'GET', '/portfolio/holdings')).body
  const amounts = [
    ...Object.values(holdings.totals),
    ...holdings.holdings.flatMap((one: Record<string, unknown>) => [one['market_value'], one['cost_basis'], one['quantity']]),
  ]
  const secrets = amounts
    .filter((one): one is string => typeof one === 'string' && one.length > 5)
    .map((one) => one.replace('-', ''))
  secrets.push('4321.17', '8765.43', '5432.19')
  return { owner, viewer, stranger, broker, assets, reports, secrets }
}

/** A day so many days before the present one of the service. */
function dayBefore(app: TestApp, days: number): string {
  return new Date(app.deps.clock().getTime() - days * 86_400_000).toISOString().slice(0, 10)
}
