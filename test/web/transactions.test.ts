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
  const { app, world, lines, owner } = await openLedger()
  const isSale = ({ type }: { type: string }) => type === 'SELL'

  test('shows every line with its asset in a row, and how many there are', async () => {
    const page = await owner.get('/transactions')
    expect([page.status, page.h1]).toEqual([200, 'Transactions'])
    expect(page.text).toContain(`${lines.length} transactions`)
    for (const { id } of lines) expect(page.links.map(({ href }) => href)).toContain(`/transactions/${id}`)
    expect(page.text).toContain('Company number 2')
    expect(page.text).toContain('−€7,565.69')
  })

  test('shows the cash of the broker after each line that moves some, however it is narrowed; never in privacy mode', async () => {
    const balances = (await app.call(world.owner, 'GET', '/transactions?expand=balance')).body.map(
      (line: { balance_after: string }) => line.balance_after,
    )
    const shown = ({ html }: { html: string }) =>
      [...html.matchAll(/<span class="sub">Balance <data class="num" value="([^"]+)"/g)].map(([, value]) => value)
    expect(shown(await owner.get('/transactions'))).toEqual(balances)
    expect(shown(await owner.get('/transactions?types=SELL'))).toEqual([balances[lines.findIndex(isSale)]])
    const page = await owner.get(`/transactions/${lines.find(isSale).id}`)
    expect(page.html).toContain(
      `<dt>Cash balance after it</dt><dd><data class="num" value="${balances[lines.findIndex(isSale)]}"`,
    )
    const discreet = createReader(app, world.owner)
    discreet.cookies.set('private', '1')
    const hidden = await discreet.get('/transactions')
    expect([shown(hidden), hidden.text.includes('Balance ••••')]).toEqual([[], true])
  })

  test('names the broker of each line on phones, too, where there are several', async () => {
    const many = await createTestApp()
    const user = await many.createUser()
    for (const name of ['Harbour', 'Quay']) {
      const { id } = (await many.call(user, 'POST', '/brokers', { name })).body
      await many.call(user, 'POST', '/transactions', {
        broker_id: id,
        type: 'DEPOSIT',
        currency: 'EUR',
        amount: '5',
        date: '2024-01-11',
      })
    }
    expect((await createReader(many, user).get('/transactions')).html).toContain('<table class="rows ledger several">')
    expect((await owner.get('/transactions')).html).toContain('<table class="rows ledger">')
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

describe('a transaction that is there', async () => {
  const { app, world, lines, owner } = await openLedger()
  const lineOf = (type: string) => lines.find((one: Record<string, unknown>) => one['type'] === type)
  const at =
    (path: string) =>
    ({ action }: { action: string }) =>
      action.startsWith(path)

  test('is changed where something else was typed, and what follows is computed again', async () => {
    const { id } = lineOf('SELL')
    const path = `/transactions/${id}/edit`
    const page = await owner.get(path)
    expect(page.forms.find(at(path))?.fields).toContainEqual(['/quantity', '23.4567'])
    const same = await owner.submit(page, { form: at(path) })
    expect([same.status, same.headers.get('location')]).toEqual([303, `/transactions/${id}?done=changed`])
    const saved = await owner.submit(await owner.get(path), { form: at(path), values: { '/price': '80', '/tags': 'one, two' } })
    expect(saved.status).toBe(303)
    const after = (await app.call(world.owner, 'GET', `/transactions/${id}`)).body
    expect(after).toMatchObject({ quantity: '-23.4567', price: '80', amount: '1876.536', tags: ['one', 'two'] })
  })

  test('that somebody else changed meanwhile is shown in both versions', async () => {
    const { id } = lineOf('DIVIDEND')
    const path = `/transactions/${id}/edit`
    const page = await owner.get(path)
    await app.call(world.owner, 'PATCH', `/transactions/${id}`, { amount: '4000.01' })
    const again = await owner.submit(page, { form: at(path), values: { '/amount': '4111.11' } })
    expect(again.status).toBe(412)
    for (const text of ['Somebody has changed it meanwhile', '4111.11', '4000.01']) expect(again.text).toContain(text)
    expect((await owner.submit(again, { form: at(path) })).status).toBe(303)
    expect((await app.call(world.owner, 'GET', `/transactions/${id}`)).body.amount).toBe('4111.11')
  })

  test('has no form with its amounts in privacy mode', async () => {
    const hiding = createReader(app, world.owner)
    hiding.cookies.set('private', '1')
    const page = await hiding.get(`/transactions/${lineOf('BUY').id}/edit`)
    expect(page.text).toContain('Amounts are hidden')
    expect(page.html).not.toContain('123.4567')
  })

  test('is changed and deleted by nobody who may only look', async () => {
    const viewer = createReader(app, world.viewer)
    for (const what of ['edit', 'delete']) expect((await viewer.get(`/transactions/${lines[0].id}/${what}`)).status).toBe(403)
    const page = await owner.get(`/transactions/${lines[0].id}/delete`)
    expect((await viewer.submit(page, { form: at(`/transactions/${lines[0].id}/delete`) })).status).toBe(403)
  })

  test('is deleted after a look at what goes, and one press brings it back as it was', async () => {
    const { id } = lineOf('DIVIDEND')
    const before = (await app.call(world.owner, 'GET', `/transactions/${id}`)).body
    const page = await owner.get(`/transactions/${id}/delete`)
    expect(page.h1).toBe('Delete this transaction')
    const gone = await owner.submit(page, { form: at(`/transactions/${id}/delete`) })
    expect(gone.h1).toBe('1 transaction is deleted')
    expect((await owner.get(`/transactions/${id}`)).status).toBe(404)
    const back = await owner.submit(gone, { press: 'Undo' })
    expect(back.headers.get('location')).toBe('/transactions?done=restored&n=1')
    const { body } = await app.call(world.owner, 'GET', '/transactions?types=DIVIDEND')
    const own = { id: 0, revision: 0, created_at: '', updated_at: '' }
    expect({ ...body[0], ...own }).toEqual({ ...before, ...own })
  })

  test('goes and comes back with its other leg, also at a broker that does not count for the reader', async () => {
    const other = (await app.call(world.owner, 'POST', '/brokers', { name: 'Elsewhere' })).body.id
    const leg = { type: 'TRANSFER', date: '2026-05-01', asset_id: world.assets[0], group: 'move' }
    const create = [
      { ...leg, broker_id: world.broker, quantity: '-2' },
      { ...leg, broker_id: other, quantity: '2' },
    ]
    const [id] = (await app.call(world.owner, 'POST', '/transactions/batch', { create })).body.created
    await app.call(world.owner, 'PATCH', `/brokers/${other}/access/me`, { included: false })
    const gone = await owner.submit(await owner.get(`/transactions/${id}/delete`), { form: at(`/transactions/${id}/delete`) })
    expect(gone.h1).toBe('2 transactions are deleted')
    await owner.submit(gone, { press: 'Undo' })
    const list = `/transactions?types=TRANSFER&broker_ids=${world.broker}&broker_ids=${other}`
    const back = (await app.call(world.owner, 'GET', list)).body
    expect(back.map(({ quantity }: { quantity: string }) => quantity).sort()).toEqual(['-2', '2'])
    expect(new Set(back.map(({ group_id }: { group_id: string }) => group_id)).size).toBe(1)
  })

  test('that others name as their lot says so before it goes', async () => {
    const buy = { broker_id: world.broker, type: 'BUY', asset_id: world.assets[0], quantity: '5', price: '60', currency: 'EUR' }
    const lot = (await app.call(world.owner, 'POST', '/transactions', { ...buy, date: '2026-05-04' })).body.id
    const sale = { ...buy, type: 'SELL', quantity: '-5', date: '2026-05-05', lots: [{ lot_id: lot, quantity: '5' }] }
    await app.call(world.owner, 'POST', '/transactions', sale)
    for (const path of [`/transactions/${lot}/delete`, `/transactions/bulk?do=delete&ids=${lot}`])
      expect((await owner.get(path)).text).toContain('1 other transaction names it as the lot that was sold')
  })

  test('that others name as their lot comes back as that lot; what has changed meanwhile stays as it is', async () => {
    const buy = { broker_id: world.broker, type: 'BUY', asset_id: world.assets[0], quantity: '3', price: '60', currency: 'EUR' }
    for (const path of [
      (lot: number) => `/transactions/${lot}/delete`,
      (lot: number) => `/transactions/bulk?do=delete&ids=${lot}`,
    ])
      for (const isChanged of [false, true]) {
        const lot = (await app.call(world.owner, 'POST', '/transactions', { ...buy, date: '2026-05-06' })).body.id
        const sale = { ...buy, type: 'SELL', quantity: '-3', date: '2026-05-07', lots: [{ lot_id: lot, quantity: '3' }] }
        const { id } = (await app.call(world.owner, 'POST', '/transactions', sale)).body
        const gone = await owner.submit(await owner.get(path(lot)), { form: at(path(lot)) })
        if (isChanged) await app.call(world.owner, 'PATCH', `/transactions/${id}`, { lots: null })
        const back = await owner.submit(gone, { press: 'Undo' })
        expect(back.headers.get('location')).toBe('/transactions?done=restored&n=1')
        const { lots } = (await app.call(world.owner, 'GET', `/transactions/${id}`)).body
        if (isChanged) expect(lots).toBeNull()
        else expect([lots[0].quantity, lots[0].lot_id > id]).toEqual(['3', true])
      }
  })

  test('that others need stays, and the page says why', async () => {
    const { id } = lines.find((one: Record<string, unknown>) => one['type'] === 'BUY' && one['asset_id'] === world.assets[1])
    const page = await owner.get(`/transactions/${id}/delete`)
    expect(page.text).toContain('Something stands in the way')
    expect(page.forms.some(at(`/transactions/${id}/delete`)) && page.text.includes('does not allow shorting')).toBe(true)
  })
})

describe('several transactions', async () => {
  const { app, world, owner } = await openLedger()
  const all = async (query = '') => (await app.call(world.owner, 'GET', `/transactions?order=date_asc${query}`)).body
  const isBulk = ({ action }: { action: string }) => action.startsWith('/transactions/bulk')
  const bulk = (ids: readonly number[], rest: Record<string, string>) =>
    `/transactions/bulk?${new URLSearchParams([...ids.map((id) => ['ids', `${id}`]), ...Object.entries(rest)])}`

  test('that are ticked get a tag, after a look at what changes', async () => {
    const ids = (await all()).map(({ id }: { id: number }) => id).slice(0, 3)
    const first = await owner.get(bulk(ids, { do: 'tag' }))
    expect(first.forms.filter(isBulk).map(({ method }) => method)).toEqual(['get'])
    const page = await owner.get(bulk(ids, { do: 'tag', tag: 'harvest' }))
    expect(page.text).toContain('3 transactions get the tag harvest.')
    expect((await all('&tags=harvest')).length).toBe(0)
    const done = await owner.submit(page, { form: isBulk, press: 'Tag 3 transactions' })
    expect((await owner.follow(done)).text).toContain('3 transactions are tagged.')
    expect((await all('&tags=harvest')).map(({ id }: { id: number }) => id)).toEqual(ids)
  })

  test('move to another broker with everything that they say', async () => {
    const second = (await app.call(world.owner, 'POST', '/brokers', { name: 'Second' })).body.id
    const before = await all('&types=DIVIDEND')
    const page = await owner.get(bulk([before[0].id], { do: 'move', broker_id: `${second}` }))
    expect(page.text).toContain('1 transaction moves to Second.')
    expect((await owner.submit(page, { form: isBulk, press: 'Move 1 transaction' })).status).toBe(303)
    const [after] = await all('&types=DIVIDEND')
    const own = { id: 0, broker_id: 0, created_at: '', updated_at: '' }
    expect({ ...after, ...own }).toEqual({ ...before[0], ...own })
    expect(after.broker_id).toBe(second)
  })

  test('are deleted with a press that brings them back', async () => {
    const before = await all()
    const ids = before.filter(({ type }: { type: string }) => type !== 'BUY').map(({ id }: { id: number }) => id)
    const gone = await owner.submit(await owner.get(bulk(ids, { do: 'delete' })), { form: isBulk, press: /^Delete/ })
    expect((await all()).length).toBe(before.length - ids.length)
    await owner.submit(gone, { press: 'Undo' })
    const plain = (list: Record<string, unknown>[]) =>
      list.map(({ type, date, amount, tags }) => [type, date, amount, tags]).sort()
    expect(plain(await all())).toEqual(plain(before))
  })

  test('of somebody else are not there', async () => {
    const [{ id }] = await all()
    expect((await createReader(app, world.stranger).get(bulk([id], { do: 'delete' }))).status).toBe(404)
    expect((await createReader(app, world.viewer).get(bulk([id], { do: 'delete' }))).status).toBe(403)
  })

  test('are pasted from a spreadsheet: first looked at, then stored', async () => {
    const text =
      'Date\tType\tAsset\tUnits\tPrice\tFees\tNote\n2026-05-04\tPurchase\tSYM1\t3\t70.5\t1\tfirst\n5.5.2026\tSELL\tSYM1\t2\t71\t\tsecond'
    const form = ({ action, fields }: { action: string; fields: unknown[] }) =>
      action === '/transactions/paste' && fields.length > 1
    const checked = await owner.submit(await owner.get('/transactions/paste'), {
      form,
      values: { text },
      press: 'Check the rows',
    })
    expect([checked.status, checked.text.includes('Nothing stands in the way')]).toEqual([200, true])
    const count = (await all()).length
    const saved = await owner.submit(checked, { press: 'Save 2 transactions' })
    expect((await owner.follow(saved)).text).toContain('2 transactions are saved.')
    const added = await all('&from=2026-05-01&to=2026-05-31')
    expect((await all()).length).toBe(count + 2)
    expect(added.map(({ quantity, amount, date }: Record<string, string>) => [date, quantity, amount])).toEqual([
      ['2026-05-04', '3', '-212.5'],
      ['2026-05-05', '-2', '142'],
    ])
  })

  test('that are pasted wrongly are named by their row, and nothing is stored', async () => {
    const text = 'date;type;asset;quantity;price\n2026-05-04;BUY;Company;3;70.5\nsome day;BUY;SYM1;1,234;70'
    const page = await owner.get('/transactions/paste')
    const form = ({ action }: { action: string }) => action === '/transactions/paste'
    const checked = await owner.submit(page, { form, values: { text }, press: 'Check the rows' })
    for (const said of ['2 rows are not right yet', 'Several assets fit Company', '1,234 can be read as'])
      expect(checked.text).toContain(said)
    expect(checked.forms.some(({ buttons }) => buttons.some(({ text }) => text.startsWith('Save')))).toBe(false)
  })
})
