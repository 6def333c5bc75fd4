import { describe, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'
import { BITE, fillLedger } from '#test/support/web-world.ts'

const digits = (text: string) => text.replace(/[,\u00a0\u202f]/g, '')
/** As pages write an amount: two decimals. */
const written = (amount: string) => Number(amount).toFixed(2)

async function newBroker(app: TestApp, user: Awaited<ReturnType<TestApp['createUser']>>, name = 'Harbour Bank') {
  return (await app.call(user, 'POST', '/brokers', { name })).body.id as number
}

describe('a broker', () => {
  test('is made with a name alone, and its page says what to do next', async () => {
    const app = await createTestApp()
    const user = await app.createUser()
    const reader = createReader(app, user)
    const list = await reader.get('/brokers')
    expect([list.status, list.h1, list.text.includes('No broker yet')]).toEqual([200, 'Brokers', true])
    const form = await reader.get('/brokers/new')
    const made = await reader.submit(form, { values: { '/name': 'Harbour Bank' }, press: 'Add the broker' })
    expect(made.status).toBe(303)
    const page = await reader.follow(made)
    expect([page.h1, page.text.includes('No transactions yet')]).toEqual(['Harbour Bank', true])
    const { body } = await app.call(user, 'GET', '/brokers')
    expect(body.map(({ name, currency, cash }: Record<string, unknown>) => [name, currency, cash])).toEqual([
      ['Harbour Bank', null, 'tracked'],
    ])
  })

  test('says beside the field what is wrong with it, and keeps what was typed', async () => {
    const app = await createTestApp()
    const user = await app.createUser()
    await newBroker(app, user)
    const reader = createReader(app, user)
    const values = { '/name': 'Second', '/currency': 'ZZZ' }
    const again = await reader.submit(await reader.get('/brokers/new'), { values, press: 'Add the broker' })
    expect([again.status, again.h1]).toEqual([422, 'Add a broker'])
    expect(again.html).toMatch(/id="f-currency"[^>]*value="ZZZ"[^>]*aria-invalid="true"/)
    expect(again.html).toContain('value="Second"')
    const taken = { '/name': 'harbour bank' }
    const twice = await reader.submit(await reader.get('/brokers/new'), { values: taken, press: 'Add the broker' })
    expect(twice.status).toBe(409)
  })

  test('shows the figures of its summary, and none of them in privacy mode', async () => {
    const app = await createTestApp()
    const { owner, broker, secrets } = await fillLedger(app)
    const { body: summary } = await app.call(owner, 'GET', `/brokers/${broker}/summary`)
    const reader = createReader(app, owner)
    const page = await reader.get(`/brokers/${broker}`)
    const shown = digits(page.text)
    const amounts = [
      summary.totals.total_value,
      summary.totals.cash,
      ...summary.balances.map((one: { amount: string }) => one.amount),
    ]
    for (const holding of summary.holdings) amounts.push(holding.market_value_base)
    for (const amount of amounts) expect(shown).toContain(written(amount))
    expect(page.text).toContain(`Broker ${BITE}`)
    reader.cookies.set('private', '1')
    const hidden = digits((await reader.get(`/brokers/${broker}`)).html)
    for (const secret of [...secrets, ...amounts.map(written)]) expect(hidden).not.toContain(secret)
  })

  test('is listed with its value in the currency of the reader', async () => {
    const app = await createTestApp()
    const { owner, broker } = await fillLedger(app)
    await newBroker(app, owner, 'Empty one')
    const { body } = await app.call(owner, 'GET', `/portfolio/allocation?by=broker&broker_ids=${broker}`)
    const page = await createReader(app, owner).get('/brokers')
    expect(digits(page.text)).toContain(written(body.total))
    expect(page.links.find(({ text }) => text === 'Empty one')?.href).toMatch(/^\/brokers\/\d+$/)
  })

  test('is changed, archived, taken out again and deleted after a page that says what goes', async () => {
    const app = await createTestApp()
    const { owner, broker } = await fillLedger(app)
    const reader = createReader(app, owner)
    const path = `/brokers/${broker}/settings`
    const values = { '/name': 'Renamed', '/currency': 'USD', '/allow_cash_overdraft': 'true' }
    const saved = await reader.submit(await reader.get(path), { values, press: 'Save the settings' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?saved=1`])
    const now = async () => (await app.call(owner, 'GET', `/brokers/${broker}`)).body
    expect(await now()).toMatchObject({
      name: 'Renamed',
      currency: 'USD',
      allow_cash_overdraft: true,
      description: `About ${BITE}`,
    })
    await reader.submit(await reader.get(path), { press: 'Archive this broker' })
    expect((await now()).archived).toBe(true)
    expect((await reader.get('/brokers?archived=true')).text).toContain('Renamed')
    await reader.submit(await reader.get(path), { press: 'Take it out of the archive' })
    expect((await now()).archived).toBe(false)
    const last = await reader.get(`/brokers/${broker}/delete`)
    expect(last.text).toContain('6 transactions')
    const gone = await reader.submit(last, { press: 'Delete it for good' })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/brokers'])
    expect((await app.call(owner, 'GET', `/brokers/${broker}`)).status).toBe(404)
  })

  test('that somebody else changed meanwhile is not overwritten unseen', async () => {
    const app = await createTestApp()
    const user = await app.createUser()
    const id = await newBroker(app, user)
    const reader = createReader(app, user)
    const form = await reader.get(`/brokers/${id}/settings`)
    await app.call(user, 'PATCH', `/brokers/${id}`, { name: 'Theirs', website: 'https://harbour.example' })
    const again = await reader.submit(form, { values: { '/name': 'Mine' }, press: 'Save the settings' })
    expect([again.status, again.text.includes('Somebody has changed it meanwhile')]).toEqual([412, true])
    expect([again.text.includes('Theirs'), again.html.includes('value="Mine"')]).toEqual([true, true])
    expect((await reader.submit(again, { press: 'Save the settings' })).status).toBe(303)
    expect((await app.call(user, 'GET', `/brokers/${id}`)).body.name).toBe('Mine')
  })
})

test('a name that an archived broker has leads to it, in the form for a new one and in the settings of another', async () => {
  const app = await createTestApp()
  const owner = await app.createUser()
  const old = (await app.call(owner, 'POST', '/brokers', { name: 'Old Bank' })).body.id
  await app.call(owner, 'PATCH', `/brokers/${old}`, { archived: true })
  const other = (await app.call(owner, 'POST', '/brokers', { name: 'Other' })).body.id
  const reader = createReader(app, owner)
  const values = { '/name': 'old bank' }
  for (const [path, press] of [
    ['/brokers/new', 'Add the broker'],
    [`/brokers/${other}/settings`, 'Save the settings'],
  ] as const) {
    const refused = await reader.submit(await reader.get(path), { values, press })
    expect([refused.status, refused.text.includes('Old Bank is in the archive')]).toEqual([409, true])
    expect(refused.links.map(({ href }) => href)).toContain(`/brokers/${old}/settings`)
  }
  const there = await reader.get(`/brokers/${old}/settings`)
  expect((await reader.submit(there, { press: 'Take it out of the archive' })).status).toBe(303)
  const again = await reader.submit(await reader.get('/brokers/new'), { values, press: 'Add the broker' })
  expect([again.status, again.text.includes('in the archive')]).toEqual([409, false])
})

describe('the people of a broker', () => {
  test('are invited, changed and removed by an owner; they have it in their totals when they want', async () => {
    const app = await createTestApp()
    const [owner, friend] = [await app.createUser(), await app.createUser()]
    const id = await newBroker(app, owner)
    const reader = createReader(app, owner)
    const path = `/brokers/${id}/members`
    const own = (await app.call(friend, 'GET', '/auth/me')).body
    const unknown = await reader.submit(await reader.get(path), { values: { '/username': 'nobody-here' }, press: 'Invite' })
    expect(unknown.status).toBeGreaterThanOrEqual(404)
    await reader.submit(await reader.get(`${path}/${owner.id}`), { values: { '/share': '0.5' }, press: 'Save' })
    const values = { '/username': own.username, '/role': 'EDITOR', '/share': '0.25' }
    expect((await reader.submit(await reader.get(path), { values, press: 'Invite' })).status).toBe(303)
    const page = await reader.get(path)
    expect([page.text.includes('25%'), page.text.includes(own.username)]).toEqual([true, true])
    const theirs = createReader(app, friend)
    await theirs.submit(await theirs.get(path), { press: 'Show in my totals' })
    const member = async () =>
      (await app.call(owner, 'GET', `/brokers/${id}/access`)).body.find((one: { user_id: number }) => one.user_id === own.id)
    expect(await member()).toMatchObject({ role: 'EDITOR', share: '0.25', included: true })
    const change = { values: { '/role': 'VIEWER', '/share': '0.5' }, press: 'Save' }
    await reader.submit(await reader.get(`${path}/${own.id}`), change)
    expect(await member()).toMatchObject({ role: 'VIEWER', share: '0.5' })
    const form = await reader.get(`${path}/${own.id}`)
    expect(form.html).toMatch(/<input[^>]*name="\/share"[^>]*value="50%"/)
    await reader.submit(form, { press: 'Save' })
    expect(await member()).toMatchObject({ share: '0.5' })
    await reader.submit(await reader.get(`${path}/${own.id}`), { values: { '/share': '33.333 %' }, press: 'Save' })
    expect(await member()).toMatchObject({ share: '0.33333' })
    expect((await theirs.get(`/brokers/${id}/settings`)).status).toBe(403)
    expect((await theirs.get(`${path}/${own.id}`)).status).toBe(403)
    await reader.submit(await reader.get(`${path}/${own.id}`), { press: `Remove ${own.username}` })
    expect((await theirs.get(path)).status).toBe(404)
  })

  test('the only owner is shown two ways instead of a way out, everybody else may leave', async () => {
    const app = await createTestApp()
    const world = await fillLedger(app)
    const path = `/brokers/${world.broker}/members`
    const owner = await createReader(app, world.owner).get(path)
    expect([owner.text.includes('You are its only owner'), owner.text.includes('Leave this broker')]).toEqual([true, false])
    const viewer = createReader(app, world.viewer)
    const left = await viewer.submit(await viewer.get(path), { press: 'Leave this broker' })
    expect([left.status, left.headers.get('location')]).toEqual([303, '/brokers'])
    expect((await viewer.get(path)).status).toBe(404)
    expect((await createReader(app, world.stranger).get(path)).h1).toBe('There is nothing here')
  })
})
