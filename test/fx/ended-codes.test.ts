/** Codes of money that had ended, or had not come yet, are named with what took their place. */
import { expect, test } from 'bun:test'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { findCurrency, historicCurrencies, isActiveCurrency } from '#src/shared/currency.ts'
import { currencyNotice, replacementOf } from '#src/shared/currency-notice.ts'
import { MONEY_CHANGES, SUCCESSIONS } from '#src/shared/currency-successions.ts'
import { addDays } from '#src/shared/date.ts'
import { decimal } from '#src/shared/decimal.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const TODAY = '2024-06-28'

test.each([
  ['MRO', '2018-06-30', '2018-07-01', '10 MRO are one MRU.'],
  ['STD', '2018-06-30', '2018-07-01', '1000 STD are one STN.'],
  ['VEF', '2018-12-05', '2018-12-06', '100000 VEF are one VES.'],
  ['SLL', '2023-12-31', '2024-01-01', '1000 SLL are one SLE.'],
  ['VEB', '2008-06-30', '2008-07-01', '1000 VEB are one VEF.'],
  ['HRK', '2022-12-31', '2023-01-01', '7.53450 HRK are one EUR.'],
])('%s is good on %s, and has ended on %s: %s', (code, last, after, says) => {
  expect(currencyNotice(code, last)).toBeUndefined()
  expect(currencyNotice(code, after)).toMatchObject({ code: 'currency-ended', detail: expect.stringContaining(says) })
})

test.each([
  ['VES', '2018-08-20', 'money of 2018-08-19 is VEF'],
  ['MRU', '2018-01-01', 'money of 2017-12-31 is MRO'],
  ['MXN', '1993-01-01', 'one for 1000 MXP'],
  ['VEF', '2008-01-01', 'one for 1000 VEB'],
])('%s came on %s', (code, since, says) => {
  expect(currencyNotice(code, since)).toBeUndefined()
  expect(currencyNotice(code, addDays(since, -1))).toMatchObject({
    code: 'currency-not-yet',
    detail: expect.stringContaining(says),
  })
})

test('euros before 1999 are what sources give for the history, and no fault', () => {
  expect(currencyNotice('EUR', '1990-01-01')).toBeUndefined()
  expect(currencyNotice('USD', '1990-01-01')).toBeUndefined()
})

test('every change leads on to money in force; codes and ratios are well formed; and every one that a ledger may hold is converted but RUR', () => {
  expect(SUCCESSIONS).toHaveLength(48)
  expect(
    MONEY_CHANGES.filter(({ code }) => findCurrency(code) !== undefined && !SUCCESSIONS.some((one) => one.code === code)),
  ).toMatchObject([{ code: 'RUR' }])
  expect(new Set(MONEY_CHANGES.map((one) => one.code)).size).toBe(MONEY_CHANGES.length)
  const next = new Map(MONEY_CHANGES.map((one) => [one.code, one]))
  for (const { code, units, since, successor } of MONEY_CHANGES) {
    expect(decimal(units) > 0n).toBe(true)
    expect([code, isActiveCurrency(code)]).toEqual([code, false])
    let last = successor
    for (let turn = 0; turn < 5 && next.has(last); turn++) last = next.get(last)?.successor ?? ''
    expect([code, isActiveCurrency(last)]).toEqual([code, true])
    const lastDay = findCurrency(code)?.lastDay
    if (typeof lastDay === 'string') expect([code, addDays(lastDay, 1) >= since]).toEqual([code, true])
  }
  for (const { code } of historicCurrencies()) expect(currencyNotice(code, '2030-01-01')?.code).toBe('currency-ended')
})

async function setup() {
  const app = await createTestApp({
    clock: () => new Date(`${TODAY}T12:00:00Z`),
    deps: { plugins: { brim: [genericCsv], fx: [], assets: [] } },
  })
  const user = await app.createUser()
  return { ...app, user, broker_id: await createBroker(app, user) }
}

test('a batch of lines is stored, and says which currencies look wrong on their days', async () => {
  const { call, user, broker_id } = await setup()
  const line = (currency: string, date: string) => ({ broker_id, type: 'DEPOSIT', date, currency, amount: '5' })
  const create = [line('VEF', '2018-01-01'), line('VEF', TODAY), line('VES', '2017-01-01'), line('EUR', '1998-01-01')]
  const { status, body } = await call(user, 'POST', '/transactions/batch', { create })
  expect(status).toBe(200)
  expect(body.warnings).toMatchObject([
    { pointer: '/create/1/currency', code: 'currency-ended' },
    { pointer: '/create/2/currency', code: 'currency-not-yet' },
  ])
  expect(body.warnings[0].detail).toBe('VEF ended on 2018-12-05. Since 2018-08-20 it is VES: 100000 VEF are one VES.')
  const update = [{ id: body.created[0], date: TODAY, currency: 'HRK' }]
  expect((await call(user, 'POST', '/transactions/batch', { update })).body.warnings).toMatchObject([
    { pointer: '/update/0/currency', detail: expect.stringContaining('EUR') },
  ])
})

test('prices and rates by hand are stored, and say it too', async () => {
  const app = await setup()
  const id = await createAsset(app, { createdBy: app.user.id })
  const prices = await app.call(app.user, 'PUT', `/assets/${id}/prices`, [
    { date: '2024-01-02', close: '5', currency: 'SLL' },
    { date: '2024-01-03', close: '5' },
  ])
  expect(prices.body).toMatchObject({ added: 2, warnings: [{ pointer: '/0/currency', code: 'currency-ended' }] })
  const rates = await app.call(app.user, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'BYN', date: '2016-06-30', rate: '2' }])
  expect(rates.body).toMatchObject({ added: 1, warnings: [{ pointer: '/0/quote', code: 'currency-not-yet' }] })
})

test('a code that no ledger holds any more is refused with what took its place, wherever a currency is written', async () => {
  const { call, user, broker_id } = await setup()
  const says = '1000 MXP are one MXN.'
  const create = [{ broker_id, type: 'DEPOSIT', date: '1992-01-01', currency: 'MXP', amount: '5' }]
  for (const [method, path, body] of [
    ['POST', '/transactions/batch', { create }],
    ['POST', '/fx/providers/routes', { chain_steps: [{ from: 'MXP', to: 'EUR', provider: 'MANUAL' }] }],
    ['PUT', '/fx/rates', [{ base: 'EUR', quote: 'MXP', date: '1992-01-01', rate: '2' }]],
    ['GET', '/fx/convert?from=MXP&to=EUR&amount=1', undefined],
    ['POST', '/assets', { symbol: 'A', name: 'A', type: 'STOCK', currency: 'MXP' }],
  ] as const) {
    const answer = await call(user, method, path, body)
    expect([path, answer.status, answer.text.includes(says)]).toEqual([path, 422, true])
  }
  expect(replacementOf('XYZ')).toBe('')
  expect(replacementOf('EUR')).toBe('')
})

test('an import warns once for each such currency, at its first row', async () => {
  const { call, user, broker_id } = await setup()
  const rows = ['2024-01-02', '2024-01-03'].map((date) => `${date},DEPOSIT,5,HRK`)
  const form = new FormData()
  form.set('file', new File([['date,type,amount,currency', '2022-05-02,DEPOSIT,5,HRK', ...rows, ''].join('\n')], 'report.csv'))
  const report = await call(user, 'POST', `/brokers/import/upload?broker_id=${broker_id}`, form)
  const { body } = await call(user, 'POST', `/brokers/import/files/${report.body.id}/parse`, {})
  expect(body.issues.filter((one: { code: string }) => one.code.startsWith('currency-'))).toMatchObject([
    { row: 3, severity: 'warning', code: 'currency-ended', detail: expect.stringContaining('7.53450 HRK are one EUR') },
  ])
})
