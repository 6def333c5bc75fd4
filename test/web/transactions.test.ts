import { afterAll, describe, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

/** A ledger with some of everything, read by its owner. */
async function openLedger() {
  const app = await createTestApp()
  const world = await fillLedger(app)
  afterAll(takeOver())
  const lines = (await app.call(world.owner, 'GET', '/transactions')).body
  return { app, world, lines, owner: createReader(app, world.owner) }
}

describe('the list of transactions', async () => {
  const { lines, owner } = await openLedger()

  test('shows every line with its asset in a row, and how many there are', async () => {
    const page = await owner.get('/transactions')
    expect([page.status, page.h1]).toEqual([200, 'Transactions'])
    expect(page.text).toContain(`${lines.length} transactions`)
    for (const { id } of lines) expect(page.links.map(({ href }) => href)).toContain(`/transactions/${id}`)
    expect(page.text).toContain('Company number 2')
    expect(page.text).toContain('−€7,565.69')
  })

  test('is narrowed by the address: types, text, days, tags; and says so', async () => {
    const bought = await owner.get('/transactions?types=BUY')
    expect(bought.text).toContain('3 transactions')
    expect(bought.links.some(({ text, href }) => text.startsWith('Purchase') && href === '/transactions')).toBe(true)
    expect((await owner.get('/transactions?q=number+1')).text).toContain('2 transactions')
    expect((await owner.get('/transactions?to=2000-01-01')).text).toContain('No transaction fits')
  })

  test('says what is wrong with an address, in place of the list', async () => {
    const page = await owner.get('/transactions?types=NOTHING&from=not-a-day')
    expect(page.status).toBe(200)
    expect(page.text).toContain('The list cannot be narrowed like this')
  })

  test('is paged, and offers the whole as CSV', async () => {
    const many = await createTestApp()
    const user = await many.createUser()
    const { id } = (await many.call(user, 'POST', '/brokers', { name: 'Harbour' })).body
    const create = Array.from({ length: 60 }, (_, index) => ({
      ...{ broker_id: id, type: 'DEPOSIT', currency: 'EUR', amount: `${index + 1}` },
      date: `2024-0${1 + (index % 2)}-11`,
    }))
    await many.call(user, 'POST', '/transactions/batch', { create })
    const reader = createReader(many, user)
    const first = await reader.get('/transactions')
    expect(first.text).toContain('60 transactions')
    expect(first.text).toContain('February 2024')
    expect(first.links.some(({ href }) => href.startsWith('/api/v1/transactions?') && href.includes('format=csv'))).toBe(true)
    const next = first.links.find(({ rel }) => rel === 'next')
    const second = await reader.get(next?.href ?? '')
    expect(second.links.filter(({ href }) => /^\/transactions\/\d+$/.test(href))).toHaveLength(10)
  })

  test('of nothing says how to begin', async () => {
    const none = await createTestApp()
    const page = await createReader(none, await none.createUser()).get('/transactions')
    expect(page.text).toContain('No transactions yet')
  })
})

describe('one transaction', async () => {
  const { app, world, lines, owner } = await openLedger()

  test('shows what is stored, and the lots that a sale took', async () => {
    const sale = lines.find(({ type }: { type: string }) => type === 'SELL')
    const page = await owner.get(`/transactions/${sale.id}`)
    expect(page.h1).toBe('Sale: Company number 1')
    for (const text of ['−23.4567', '€77.19', 'Lots that were sold', 'By FIFO']) expect(page.text).toContain(text)
    const opened = lines.find((one: Record<string, unknown>) => one['type'] === 'BUY' && one['asset_id'] === sale.asset_id)
    expect(page.links.map(({ href }) => href)).toContain(`/transactions/${opened.id}`)
    expect((await owner.get(`/transactions/${opened.id}`)).text).toContain('Still held 100')
  })

  test('of a stranger is not there', async () => {
    expect((await createReader(app, world.stranger).get(`/transactions/${lines[0].id}`)).status).toBe(404)
  })
})

describe('a new transaction', async () => {
  const { app, world, owner } = await openLedger()
  const stored = async (id: string) => (await app.call(world.owner, 'GET', `/transactions/${id}`)).body
  const idIn = (location: string | null) => /\/transactions\/(\d+)\?done=added$/.exec(location ?? '')?.[1] ?? ''
  const isLine = ({ action }: { action: string }) => action.startsWith('/transactions/new')

  test('is a purchase without further words: sizes are typed without signs, what is left out is computed', async () => {
    const page = await owner.get('/transactions/new')
    const values = { '/asset_id': 'SYM2', '/quantity': '4', '/price': '70.50', '/fees': '1.25', '/date': '2026-03-04' }
    const saved = await owner.submit(page, { form: isLine, values })
    expect(saved.status).toBe(303)
    const line = await stored(idIn(saved.headers.get('location')))
    expect(line).toMatchObject({ type: 'BUY', quantity: '4', price: '70.5', currency: 'EUR', date: '2026-03-04', fees: '1.25' })
    expect(line.asset_id).toBe(world.assets[2])
  })

  test('of a sale goes out; with another button the next form repeats broker, day and kind', async () => {
    const page = await owner.get('/transactions/new?type=SELL')
    const values = { '/asset_id': 'Company number 1', '/quantity': '2', '/amount': '150.10', '/date': '2026-03-05' }
    const saved = await owner.submit(page, { form: isLine, values, press: 'Save and add another' })
    const to = new URL(saved.headers.get('location') ?? '', 'http://localhost')
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ type: 'SELL', date: '2026-03-05', broker_id: `${world.broker}` })
    expect(await stored(to.searchParams.get('added') ?? '')).toMatchObject({ quantity: '-2', amount: '150.1', price: '75.05' })
    expect((await owner.follow(saved)).text).toContain('Saved. See it')
  })

  test('keeps what was typed, with what is wrong beside its field; numbers with two readings are not taken', async () => {
    const page = await owner.get('/transactions/new')
    const values = { '/asset_id': 'SYM2', '/quantity': '1,234', '/price': 'much', '/date': '2026-03-04' }
    const again = await owner.submit(page, { form: isLine, values })
    expect(again.status).toBe(422)
    expect(again.ids.has('f-quantity-fault') && again.ids.has('f-price-fault')).toBe(true)
    expect(again.forms.find(isLine)?.fields).toContainEqual(['/price', 'much'])
  })

  test('asks which asset is meant where several fit, and takes the one that is chosen', async () => {
    const page = await owner.get('/transactions/new')
    const values = { '/asset_id': 'Company', '/quantity': '1', '/price': '60', '/date': '2026-03-06' }
    const again = await owner.submit(page, { form: isLine, values })
    expect(again.text).toContain('Several assets fit Company. Choose one.')
    const choice = { ...values, 'choice-of-/asset_id': `${world.assets[1]}` }
    const saved = await owner.submit(again, { form: isLine, values: choice })
    expect((await stored(idIn(saved.headers.get('location')))).asset_id).toBe(world.assets[1])
    const none = await owner.submit(page, { form: isLine, values: { ...values, '/asset_id': 'Nowhere' } })
    expect(none.text).toContain('There is no asset Nowhere')
  })

  test('that takes more than is there names the way out, and in privacy mode no amount', async () => {
    await app.call(world.owner, 'PATCH', `/brokers/${world.broker}`, { allow_cash_overdraft: false })
    const page = await owner.get('/transactions/new?type=WITHDRAWAL')
    const values = { '/amount': '98765000.12', '/currency': 'EUR', '/date': '2026-03-06' }
    const again = await owner.submit(page, { form: isLine, values })
    expect(again.status).toBe(409)
    expect(again.text).toContain('does not allow an overdraft')
    expect(again.text).toContain('See what was booked until then')
    const hiding = createReader(app, world.owner)
    hiding.cookies.set('private', '1')
    const hidden = await hiding.submit(page, { form: isLine, values })
    expect(hidden.text).toContain('More cash would go than is there by then')
  })

  test('sent twice is stored once', async () => {
    const page = await owner.get('/transactions/new?type=DEPOSIT')
    const values = { '/amount': '12.34', '/currency': 'EUR', '/date': '2026-03-06' }
    const [first, second] = [
      await owner.submit(page, { form: isLine, values }),
      await owner.submit(page, { form: isLine, values }),
    ]
    expect(second.headers.get('location')).toBe(first.headers.get('location') ?? '')
  })

  test('of money changed, of units moved and of a spin-off is one form and one group', async () => {
    const second = (await app.call(world.owner, 'POST', '/brokers', { name: 'Second' })).body.id
    const forms = {
      FX_CONVERSION: {
        ...{ '/create/0/amount': '110', '/create/0/currency': 'EUR' },
        ...{ '/create/1/amount': '120', '/create/1/currency': 'USD' },
      },
      TRANSFER: { '/create/1/broker_id': `${second}`, '/create/0/asset_id': 'SYM1', '/create/0/quantity': '3' },
      EXCHANGE: {
        ...{ '/create/0/asset_id': 'SYM1', '/create/0/quantity': '10' },
        ...{ '/create/1/asset_id': 'SYM1', '/create/1/quantity': '10', '/create/1/cost_share': '0.75' },
        ...{ '/create/2/asset_id': 'SYM2', '/create/2/quantity': '5', '/create/2/cost_share': '0.25' },
      },
    }
    const legs: Record<string, unknown> = {}
    for (const [type, values] of Object.entries(forms)) {
      const page = await owner.get(`/transactions/new?type=${type}&broker_id=${world.broker}`)
      const saved = await owner.submit(page, { form: isLine, values: { ...values, '/create/0/date': '2026-04-07' } })
      const { group_id } = await stored(idIn(saved.headers.get('location')))
      const group = (await app.call(world.owner, 'GET', `/transactions?group_id=${group_id}&order=date_asc`)).body
      legs[type] = group.map((one: Record<string, unknown>) => [
        one['quantity'],
        one['amount'],
        one['currency'],
        one['cost_share'],
      ])
    }
    expect(legs).toEqual({
      FX_CONVERSION: [
        ['0', '-110', 'EUR', null],
        ['0', '120', 'USD', null],
      ],
      TRANSFER: [
        ['-3', '0', null, null],
        ['3', '0', null, null],
      ],
      EXCHANGE: [
        ['-10', '0', null, null],
        ['10', '0', null, '0.75'],
        ['5', '0', null, '0.25'],
      ],
    })
  })

  test('has no form for who may write nowhere', async () => {
    const viewer = createReader(app, world.viewer)
    expect((await viewer.get('/transactions/new')).forms.filter(isLine)).toEqual([])
    expect((await viewer.get('/transactions')).links.some(({ href }) => href.includes('/transactions/new'))).toBe(false)
  })
})
