import { describe, expect, test } from 'bun:test'
import { DEMO_ASSETS } from '#src/demo/assets.ts'
import { closesOf, decimal } from '#src/demo/ledger.ts'
import { makeDemo, type Send } from '#src/demo/make.ts'
import { createTestApp } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

async function start() {
  const app = await createTestApp({ clock: () => new Date('2026-06-30T12:00:00Z') })
  const user = await app.createUser()
  const read = async (path: string) => (await app.call(user, 'GET', path)).body
  return { app, user, reader: createReader(app, user), read }
}

describe('the demo', () => {
  test('fills an empty portfolio with two brokers, ten assets and two years in two currencies', async () => {
    const { reader, read } = await start()
    const page = await reader.get('/demo')
    const made = await reader.submit(page, { press: 'Fill with invented data' })
    expect([made.status, made.headers.get('location')]).toEqual([303, '/'])
    expect((await read('/brokers')).length).toBe(2)
    expect((await read('/assets?limit=100')).length).toBe(10)
    const lines = await read('/transactions?limit=1000')
    expect(lines.length).toBeGreaterThan(90)
    expect(new Set(lines.map(({ currency }: { currency: string }) => currency))).toEqual(new Set(['EUR', 'USD']))
    expect(lines.at(-1).date).toBe('2024-06-02')
    const { holdings, warnings } = await read('/portfolio/holdings')
    expect(holdings.length).toBe(10)
    expect(warnings.filter(({ code }: { code: string }) => !code.includes('rate') && !code.includes('fx'))).toEqual([])
  })

  test('is offered where there is nothing yet', async () => {
    const { reader } = await start()
    const home = await reader.get('/')
    expect(home.links.map(({ href }) => href)).toContain('/demo')
  })

  test('is removed whole with one press, and nothing else with it', async () => {
    const { app, user, reader, read } = await start()
    await reader.submit(await reader.get('/demo'), { press: 'Fill with invented data' })
    expect((await reader.get('/brokers')).links.map(({ href }) => href)).toContain('/demo')
    await app.call(user, 'POST', '/brokers', { name: 'My own' })
    const own = { symbol: 'OWN.DEMO', name: 'My own', type: 'STOCK', currency: 'EUR' }
    await app.call(user, 'POST', '/assets', own)
    const gone = await reader.submit(await reader.get('/demo'), { press: 'Remove the invented data' })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/'])
    expect((await read('/brokers')).map(({ name }: { name: string }) => name)).toEqual(['My own'])
    expect((await read('/assets?limit=100')).map(({ symbol }: { symbol: string }) => symbol)).toEqual(['OWN.DEMO'])
    expect(await read('/transactions')).toEqual([])
  })

  test('has its note in the language of the reader, and is removed by a reader of another one', async () => {
    const { app, user, reader, read } = await start()
    const inLanguage = (language: string) => app.call(user, 'PATCH', '/auth/users/me/preferences', { language })
    await inLanguage('de')
    await reader.submit(await reader.get('/demo'), { press: 'Mit erfundenen Daten füllen' })
    const notes = (await read('/brokers')).map(({ description }: { description: string }) => description)
    expect(new Set(notes)).toEqual(new Set(['Demo: Alles hier ist erfunden und lässt sich mit einem Klick entfernen.']))
    await inLanguage('en')
    await reader.submit(await reader.get('/demo'), { press: 'Remove the invented data' })
    expect([await read('/brokers'), await read('/assets?limit=100')]).toEqual([[], []])
  })

  test('is not offered to who has brokers, and comes once however often it is sent', async () => {
    const { reader, read } = await start()
    const page = await reader.get('/demo')
    await reader.submit(page, { press: 'Fill with invented data' })
    const twice = await reader.submit(page, { press: 'Fill with invented data' })
    expect([twice.headers.get('location'), (await read('/brokers')).length]).toEqual(['/demo', 2])
    const own = await start()
    await own.app.call(own.user, 'POST', '/brokers', { name: 'My own' })
    expect((await own.reader.get('/demo')).forms.flatMap(({ buttons }) => buttons.map(({ value }) => value))).not.toContain(
      'make',
    )
  })

  test.each(['2026-01-01', '2026-06-30', '2026-11-23', '2028-02-29'])(
    'with rates of its own is complete on %s',
    async (today) => {
      const app = await createTestApp({ clock: () => new Date(`${today}T12:00:00Z`) })
      const user = await app.createUser()
      const send: Send = async (operation: string, { body }: { readonly body: unknown }) => {
        const [method = '', path = ''] = operation.split(' ')
        return (await app.call(user, method, path, body)).body
      }
      await makeDemo(send, { home: 'EUR', today, names: { homeBroker: 'Home', abroadBroker: 'Abroad' }, hasRates: true })
      const { complete, warnings, twr } = (await app.call(user, 'GET', '/portfolio/performance')).body
      expect([complete, warnings, typeof twr]).toEqual([true, [], 'number'])
    },
  )

  test('has the same closes for the same days, on working days only', () => {
    for (const asset of DEMO_ASSETS) {
      const closes = closesOf(asset, '2026-06-30')
      expect(closesOf(asset, '2026-06-30')).toEqual(closes)
      expect(closes.length).toBe(542)
      expect(closes.every(({ date }) => ![0, 6].includes(new Date(date).getUTCDay()))).toBe(true)
    }
    expect([decimal(150), decimal(-1_205), decimal(7)]).toEqual(['1.50', '-12.05', '0.07'])
  })
})
