import { afterAll, describe, expect, test } from 'bun:test'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

describe('the form of a sale', async () => {
  const app = await createTestApp({ clock: () => new Date('2026-06-30T12:00:00Z') })
  afterAll(takeOver())
  const user = await app.createUser()
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(user, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const { id: broker } = await must('POST', '/brokers', { name: 'Harbour' })
  const { id: other } = await must('POST', '/brokers', { name: 'Other' })
  const { id: asset } = await must('POST', '/assets', { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR' })
  const buy = { broker_id: broker, asset_id: asset, type: 'BUY', currency: 'EUR' }
  const days = ['2026-01-05', '2026-02-05', '2026-06-20'] as const
  const lots: number[] = []
  for (const [index, date] of days.entries())
    lots.push(
      (await must('POST', '/transactions', { ...buy, date, quantity: `${10 * (index + 1)}`, price: `${7 + index}.5` })).id,
    )
  const [first = 0, second = 0, third = 0] = lots
  const reader = createReader(app, user)
  const form = () => reader.get('/transactions/new?type=SELL')
  const sale = { '/asset_id': 'Acme', '/broker_id': String(broker), '/date': '2026-06-25', '/quantity': '12', '/price': '9' }
  const lotIdsOn = (html: string) => [...html.matchAll(/ name="\/lot-(\d+)"/g)].map(([, id]) => Number(id))

  test('offers no lots by itself, and saves with Enter although a button stands before those that are seen', async () => {
    const page = await form()
    expect(lotIdsOn(page.html)).toEqual([])
    expect(page.html).toMatch(/<details class="lot-choice" id="f-lots">/)
    const [enter] = page.forms.find(({ buttons }) => buttons.some(({ text }) => text === 'Show the lots'))?.buttons ?? []
    expect([enter?.name, enter?.value]).toEqual(['do', 'save'])
    expect((await reader.get('/transactions/new?type=BUY')).html).not.toContain('lot-choice')
  })

  test('shows what is left of each lot of that day and broker, and keeps what was typed', async () => {
    const shown = await reader.submit(await form(), { press: 'Show the lots', values: sale })
    expect(shown.status).toBe(200)
    expect(lotIdsOn(shown.html)).toEqual([first, second, third])
    expect(shown.text).toMatch(/Jan 5, 2026 10 €7\.50/)
    expect(shown.text).toMatch(/Jun 20, 2026 30 €9\.50/)
    expect(shown.html).toContain('name="/quantity" type="text" value="12"')
    const earlier = await reader.submit(shown, { press: 'Show the lots', values: { ...sale, '/date': '2026-03-01' } })
    expect(lotIdsOn(earlier.html)).toEqual([first, second])
    const elsewhere = await reader.submit(shown, { press: 'Show the lots', values: { ...sale, '/broker_id': String(other) } })
    expect([lotIdsOn(elsewhere.html), elsewhere.text.includes('There are not several lots')]).toEqual([[], true])
    expect((await reader.get('/transactions')).text).toContain('3 transactions')
  })

  test('from the page of the asset the lots are there at once, closed', async () => {
    const page = await reader.get(`/transactions/new?type=SELL&asset_id=${asset}&broker_id=${broker}`)
    expect(lotIdsOn(page.html)).toEqual([first, second, third])
    expect(page.html).toContain('<details class="lot-choice" id="f-lots">')
  })

  test('says what is wrong beside the lots: their sum, and one that is too small', async () => {
    const shown = await reader.submit(await form(), { press: 'Show the lots', values: sale })
    const sum = await reader.submit(shown, { press: 'Save', values: { ...sale, [`/lot-${third}`]: '11' } })
    expect(sum.status).toBe(422)
    expect(sum.html).toContain('<a href="#f-lots">')
    expect(sum.text).toContain('The lots must add up to the quantity, 12.')
    expect(sum.html).toContain('<details class="lot-choice" id="f-lots" open')
    const small = await reader.submit(shown, {
      press: 'Save',
      values: { ...sale, '/quantity': '26', [`/lot-${first}`]: '', [`/lot-${second}`]: '26' },
    })
    expect(small.status).toBe(409)
    expect(small.html).toContain(`<a href="#f-lot-${second}">`)
    const misread = await reader.submit(shown, { press: 'Save', values: { ...sale, [`/lot-${second}`]: 'some' } })
    expect([misread.status, misread.html.includes(`<a href="#f-lot-${second}">`)]).toEqual([422, true])
  })

  test('stores the lots that were typed; a change shows them, changes them and clears them', async () => {
    const shown = await reader.submit(await form(), { press: 'Show the lots', values: sale })
    const saved = await reader.submit(shown, {
      press: 'Save',
      values: { ...sale, [`/lot-${second}`]: '5', [`/lot-${third}`]: '7' },
    })
    const id = Number(/\/transactions\/(\d+)/.exec(saved.headers.get('location') ?? '')?.[1])
    const stored = async () =>
      (await must('GET', `/transactions/${id}`)).lots?.toSorted(
        (a: { lot_id: number }, b: { lot_id: number }) => a.lot_id - b.lot_id,
      ) ?? null
    expect(await stored()).toEqual([
      { lot_id: second, quantity: '5' },
      { lot_id: third, quantity: '7' },
    ])
    const edit = () => reader.get(`/transactions/${id}/edit`)
    const page = await edit()
    expect(lotIdsOn(page.html)).toEqual([first, second, third])
    const fields = new Map(page.forms.flatMap(({ fields }) => fields))
    expect([fields.get(`/lot-${first}`), fields.get(`/lot-${second}`), fields.get(`/lot-${third}`)]).toEqual(['', '5', '7'])
    const changed = await reader.submit(page, { press: 'Save', values: { [`/lot-${second}`]: '', [`/lot-${first}`]: '5' } })
    expect(changed.status).toBe(303)
    expect(await stored()).toEqual([
      { lot_id: first, quantity: '5' },
      { lot_id: third, quantity: '7' },
    ])
    const same = await reader.submit(await edit(), { press: 'Save' })
    expect([same.status, (await stored()).length]).toEqual([303, 2])
    await reader.submit(await edit(), { press: 'Save', values: { [`/lot-${first}`]: '', [`/lot-${third}`]: '' } })
    expect(await stored()).toBe(null)
  })

  test('in privacy mode the lots have neither units nor costs', async () => {
    const hidden = createReader(app, user)
    hidden.cookies.set('private', '1')
    const { html } = await hidden.get(`/transactions/new?type=SELL&asset_id=${asset}&broker_id=${broker}`)
    expect(lotIdsOn(html)).toEqual([second, third])
    for (const amount of ['7.50', '9.50']) expect(html).not.toContain(amount)
    expect(html).not.toMatch(/>(10|20|30)</)
  })
})
