import { describe, expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import type { Deps } from '#src/context.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const DAY = '2026-06-30'

/** A service whose reader reports in euros and has dollars at a broker. */
async function start(options: { isSuperuser?: boolean; deps?: Partial<Deps>; env?: Record<string, string> } = {}) {
  const clock = () => new Date(`${DAY}T12:00:00Z`)
  const deps = { plugins: { brim: [], fx: fxProviders, assets: [] }, ...options.deps }
  const app = await createTestApp({ clock, deps, env: options.env ?? {} })
  if (options.isSuperuser === false) await app.createUser()
  const user = await app.createUser()
  return { app, user, reader: createReader(app, user) }
}

async function must({ app, user }: { app: TestApp; user: TestUser }, method: string, path: string, body?: unknown) {
  const answer = await app.call(user, method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer.body
}

async function withDollars(world: { app: TestApp; user: TestUser }) {
  const { id } = await must(world, 'POST', '/brokers', { name: 'Harbour' })
  const line = { broker_id: id, type: 'DEPOSIT', currency: 'USD', amount: '1234.56' }
  await must(world, 'POST', '/transactions', { ...line, date: '2026-06-20' })
}

/** Of the form of a pair in use. */
const isOfPair = ({ name }: { readonly name: string }) => name === 'currency'

describe('the currencies', () => {
  test('of a portfolio in one currency say so', async () => {
    const { reader } = await start()
    const page = await reader.get('/currencies')
    expect([page.status, page.h1]).toEqual([200, 'Currencies'])
    expect(page.text).toContain('No exchange rates are needed')
    expect(page.text).toContain('There is no route yet')
  })

  test('show each pair with its newest rate and the days that lack one, as the interface says', async () => {
    const world = await start()
    await withDollars(world)
    await must(world, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2026-06-28', rate: '1.1642' }])
    const [coverage] = await must(world, 'GET', '/fx/coverage')
    const page = await world.reader.get('/currencies')
    expect(page.text).toContain('USD → EUR')
    expect(page.text).toContain(`${coverage.gap_days} days missing`)
    expect(page.text).toContain('Jun 28, 2026 (2 days ago)')
    expect(page.text).toContain(coverage.detail)
    expect(page.links.map(({ href }) => href)).toContain('/currencies/USD-EUR')
  })

  test('send the remedy of a pair with one press, and say when rates cannot be fetched', async () => {
    // The source says at once that it has nothing; what cannot be reached is tried again for seconds.
    const fetch: Deps['fetch'] = Object.assign(async () => new Response(null, { status: 404 }), { preconnect: () => {} })
    const world = await start({ deps: { fetch } })
    await withDollars(world)
    const page = await world.reader.get('/currencies')
    const sent = await world.reader.submit(page, { press: /Add this route/ })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/currencies?done=later'])
    const after = await world.reader.follow(sent)
    expect(after.text).toContain('The route is added. Its rates could not be fetched now.')
    const routes = await must(world, 'GET', '/fx/providers/routes')
    expect(routes.map(({ pair }: { pair: string }) => pair)).toEqual(['EUR/USD'])
    const failed = await world.reader.submit(after, { press: 'Fetch new rates now' })
    expect(failed.status).toBeGreaterThanOrEqual(409)
    expect(failed.h1).toBe('Currencies')
  })

  test('where nothing can be fetched, take the rates that brokers booked with one press, and only lead to where others are entered', async () => {
    const world = await start({ env: { OFFLINE: 'true' } })
    await withDollars(world)
    expect((await world.reader.get('/currencies')).forms.flatMap(({ buttons }) => buttons).filter(isOfPair)).toEqual([])
    const [broker] = await must(world, 'GET', '/brokers')
    const leg = { broker_id: broker.id, type: 'FX_CONVERSION', date: '2026-06-28', group: 'a' }
    const legs = [
      { ...leg, amount: '-125', currency: 'USD' },
      { ...leg, amount: '100', currency: 'EUR' },
    ]
    await must(world, 'POST', '/transactions/batch', { create: legs })
    const page = await world.reader.get('/currencies')
    expect(page.forms.flatMap(({ buttons }) => buttons).filter(isOfPair)).toHaveLength(1)
    const sent = await world.reader.submit(page, { press: 'Use the exchange rates of my trades' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/currencies?done=entered'])
    expect((await world.reader.follow(sent)).text).toContain('Your rates are saved.')
    expect((await must(world, 'GET', '/fx/coverage'))[0].held_from).toBe('2026-06-20')
  })

  test('move a route before the others of its pair, and remove it', async () => {
    const world = await start()
    for (const provider of ['ECB', 'FED', 'BOE'])
      await must(world, 'POST', '/fx/providers/routes', {
        chain_steps:
          provider === 'BOE'
            ? [
                { from: 'EUR', to: 'GBP', provider },
                { from: 'GBP', to: 'USD', provider },
              ]
            : [{ from: 'EUR', to: 'USD', provider }],
      })
    const page = await world.reader.get('/currencies')
    expect(page.text).toMatch(/European Central Bank.*Federal Reserve.*Bank of England/)
    const firsts = page.forms.filter(({ buttons }) => buttons.some(({ value }) => value === 'first'))
    expect(firsts.length).toBe(2)
    const moved = await world.reader.submit(page, { form: (one) => one === firsts[1] })
    expect(moved.headers.get('location')).toBe('/currencies?done=moved')
    const order = async () =>
      (await must(world, 'GET', '/fx/providers/routes')).map(
        (one: { chain_steps: { provider: string }[] }) => one.chain_steps[0]?.provider,
      )
    expect(await order()).toEqual(['BOE', 'ECB', 'FED'])
    const removed = await world.reader.submit(await world.reader.follow(moved), { press: /Remove the route EUR → GBP → USD/ })
    expect(removed.headers.get('location')).toBe('/currencies?done=removed')
    expect(await order()).toEqual(['ECB', 'FED'])
  })

  test('offer others no button for a route that counts for all', async () => {
    const world = await start()
    await must(world, 'POST', '/fx/providers/routes', { chain_steps: [{ from: 'EUR', to: 'USD', provider: 'ECB' }] })
    const other = createReader(world.app, await world.app.createUser())
    const page = await other.get('/currencies')
    expect(page.text).toContain('For everybody')
    expect(page.forms.flatMap(({ buttons }) => buttons).filter(({ value }) => ['first', 'remove'].includes(value))).toEqual([])
  })
})

describe('the routes from one currency to another', () => {
  test('come in the order of the interface, those added already signed, and are added with a press', async () => {
    const world = await start()
    const found = await must(world, 'GET', '/fx/providers/routes/discover?from=CHF&to=PLN&limit=30')
    const page = await world.reader.get('/currencies/find?from=chf&to=PLN')
    const keys = page.forms.flatMap(({ fields }) => fields.filter(([name]) => name === 'route').map(([, value]) => value))
    expect(keys).toEqual(found.map(({ key }: { key: string }) => key))
    expect(page.text).toContain('The best 30 of them are shown')
    const sent = await world.reader.submit(page, { form: ({ fields }) => fields.some(([, value]) => value === keys[0]) })
    expect(sent.headers.get('location')).toBe('/currencies?done=later')
    const again = await world.reader.get('/currencies/find?from=PLN&to=CHF')
    expect(again.text).toContain('Added already')
  })

  test('are none where no source leads, and then rates are entered by hand; codes that are none say so', async () => {
    const { reader } = await start()
    const none = await reader.get('/currencies/find?from=EUR&to=EUR')
    expect([none.status, none.text.includes('No source leads from EUR to EUR')]).toEqual([200, true])
    const wrong = await reader.get('/currencies/find?from=E&to=EUR')
    expect(wrong.html).toContain('aria-invalid="true"')
  })
})

describe('a pair', () => {
  const enter = (reader: ReturnType<typeof createReader>, values: Record<string, string>, path = '/currencies/USD-EUR') =>
    reader
      .get(path)
      .then((page) => reader.submit(page, { form: ({ fields }) => fields.some(([name]) => name in values), values }))

  test('takes a rate by hand, shows it as the interface has it, and removes it', async () => {
    const { reader, ...world } = await start()
    const sent = await enter(reader, { '/0/date': '2026-06-29', '/0/rate': '1,1642' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/currencies/EUR-USD?done=entered'])
    expect(await must(world, 'GET', '/fx/rates?base=EUR&quote=USD')).toMatchObject([{ rate: '1.1642', provider: 'MANUAL' }])
    const page = await reader.follow(sent)
    expect(page.text).toContain('Jun 29, 2026 1.1642 Entered by hand')
    const removed = await reader.submit(page, { press: /Remove my rate of 2026-06-29/ })
    expect(removed.headers.get('location')).toBe('/currencies/EUR-USD?done=deleted')
    expect(await must(world, 'GET', '/fx/rates?base=EUR&quote=USD')).toEqual([])
  })

  test('takes many that are pasted, and names the lines that are none', async () => {
    const { reader, ...world } = await start()
    const wrong = await enter(reader, { lines: '2026-06-28 1.16\n2026-13-01 1.17\nyesterday' })
    expect([wrong.status, wrong.text.includes('Line 2 is not a day and a rate: 2026-13-01 1.17')]).toEqual([422, true])
    expect(wrong.text).toContain('Line 3 is not')
    const sent = await enter(reader, { lines: '2026-06-28\t1,16\n\n2026-06-29; 1.17\n' })
    expect(sent.headers.get('location')).toBe('/currencies/EUR-USD?done=entered')
    const rates = await must(world, 'GET', '/fx/rates?base=EUR&quote=USD')
    expect(rates.map(({ date, rate }: { date: string; rate: string }) => [date, rate])).toEqual([
      ['2026-06-29', '1.17'],
      ['2026-06-28', '1.16'],
    ])
  })

  test('says beside the field what is wrong with a rate, and is no page where it is no pair', async () => {
    const { reader } = await start()
    const wrong = await enter(reader, { '/0/date': '2026-06-29', '/0/rate': '-1' })
    expect([wrong.status, wrong.text.includes('Must be greater than 0.')]).toEqual([422, true])
    for (const path of ['/currencies/EUR-EUR', '/currencies/EUR', '/currencies/eur-usd'])
      expect([path, (await reader.get(path)).status]).toEqual([path, 404])
  })
})

describe('the converter', () => {
  test('shows the amount, the rate and each step as the interface has them', async () => {
    const { reader, ...world } = await start()
    await must(world, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2026-06-28', rate: '1.25' }])
    const page = await reader.get('/currencies/convert?amount=1.000,00&from=usd&to=eur&date=2026-06-30')
    expect([page.status, page.text.includes('€800.00')]).toEqual([200, true])
    expect(page.text).toContain('1 USD = 0.8 EUR')
    expect(page.text).toContain('USD → EUR 1 EUR = 1.25 USD Used the other way round Entered by hand Jun 28, 2026')
    expect(page.text).toContain('The oldest rate is 2 days older.')
  })

  test('says what is wrong, and offers to find a route where there is no rate', async () => {
    const { reader } = await start()
    const ambiguous = await reader.get('/currencies/convert?amount=1.234&from=USD&to=EUR')
    expect([ambiguous.status, ambiguous.text.includes('can be read as')]).toEqual([422, true])
    const none = await reader.get('/currencies/convert?amount=1&from=USD&to=EUR')
    expect([none.status, none.links.some(({ href }) => href === '/currencies/find?from=USD&to=EUR')]).toEqual([422, true])
  })

  test('shows one unit and no amount while amounts are hidden', async () => {
    const { reader, ...world } = await start()
    await must(world, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2026-06-28', rate: '1.25' }])
    reader.cookies.set('private', '1')
    const page = await reader.follow(await reader.get('/currencies/convert?amount=9876&from=USD&to=EUR&date=2026-06-30'))
    expect([page.html.includes('9876'), page.text.includes('1 USD = 0.8 EUR')]).toEqual([false, true])
  })
})
