/** What single publishers do beside their format. */
import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { AppError } from '#src/shared/errors.ts'
import { collect, loopback } from './loopback.ts'

const provider = (code: string) => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)
const failure = async (promise: Promise<unknown>): Promise<AppError> => {
  const error = await promise.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? error : expect.unreachable(String(error))
}

test('CBU: the day in the answer counts, not the day that was requested', async () => {
  const { tools } = loopback(() => '[{"Ccy":"USD","Nominal":"1","Rate":"12000.5","Date":"02.03.2029"}]')
  const { rates } = await collect(provider('CBU'), { from: '2029-03-01', to: '2029-03-05' }, tools)
  expect([...new Set(rates.map((one) => `${one.date} ${one.rate}`))]).toEqual(['2029-03-02 12000.5'])
})

test('CBU, BDI: the code of the Syrian pound means the new pound since 2026 only', async () => {
  for (const code of ['CBU', 'BDI']) expect(provider(code).series.find((one) => one.currency === 'SYP')?.since).toBe('2026-01-01')
})

test('NBRB: where a number or scale changed within a range, the days around the change are read by lists that state them', async () => {
  const row = (day: string) => {
    const isNew = day >= '2029-07-10'
    return { Cur_ID: isNew ? 508 : 68, Date: `${day}T00:00:00`, Cur_Abbreviation: 'JPY', Cur_Scale: isNew ? 100 : 10, day }
  }
  const { tools, calls } = loopback(({ url }) => {
    const day = /ondate=([\d-]+)/.exec(url)?.[1]
    if (day !== undefined) return Response.json([{ ...row(day), Cur_OfficialRate: day >= '2029-07-10' ? 2.5 : 0.25 }])
    const [, id, from = ''] = /dynamics\/(\d+)\?startDate=([\d-]+)/.exec(url) ?? []
    return Response.json([{ Cur_ID: Number(id), Date: `${from}T00:00:00`, Cur_OfficialRate: id === '508' ? 2.5 : 0.25 }])
  })
  const found = await collect(provider('NBRB'), { from: '2029-01-01', to: '2029-12-31', currencies: ['JPY'] }, tools)
  expect([...new Set(found.rates.map((one) => one.rate))]).toEqual(['0.025'])
  expect(found.rate('2029-07-09', 'JPY', 'BYN')).toBe('0.025')
  expect(found.rate('2029-07-10', 'JPY', 'BYN')).toBe('0.025')
  expect(calls.length).toBeLessThan(80)
})

test('BCRA: a holiday without a day and without rates is no fault', async () => {
  const { tools } = loopback(() => '{"status":200,"results":{"fecha":null,"detalle":[]}}')
  expect(await collect(provider('BCRA'), { from: '2029-03-01', to: '2029-03-01' }, tools)).toMatchObject({
    rates: [],
    issues: [],
  })
})

test('BCRA: every currency of the administered market is a last resort, and the description says so', () => {
  const { lastResort, targetCurrencies, description } = provider('BCRA')
  expect(lastResort).toEqual(targetCurrencies)
  expect(description).toContain('administered')
})

test('BCU: no rate in the range is no fault; another error of the service is one', async () => {
  const answer = (code: string) =>
    `<Salida><respuestastatus><status>0</status><codigoerror>${code}</codigoerror><mensaje>x</mensaje></respuestastatus><datoscotizaciones/></Salida>`
  const ask = { from: '2029-03-01', to: '2029-03-01', currencies: ['USD'] }
  expect((await collect(provider('BCU'), ask, loopback(() => answer('100')).tools)).rates).toEqual([])
  const error = await failure(collect(provider('BCU'), ask, loopback(() => answer('7')).tools))
  expect([error.code, error.detail]).toEqual(['source/status', 'Banco Central del Uruguay answered with its error 7.'])
})

test('BCCH: user and password go into the address as they are, and into no error', async () => {
  const ask = { from: '2029-03-01', to: '2029-03-01', currencies: ['USD'] }
  const { tools, calls } = loopback(() => '{"Codigo":-5,"Descripcion":"me se&cr:et"}', { key: 'me@example.com:se&cr:et' })
  const error = await failure(collect(provider('BCCH'), ask, tools))
  expect(calls[0]?.url).toContain('user=me%40example.com&pass=se%26cr%3Aet&')
  expect(`${error.message} ${error.detail}`).not.toMatch(/se&cr|example/)
  const without = await failure(collect(provider('BCCH'), ask, loopback(() => undefined, { key: 'secret' }).tools))
  expect([without.code, without.detail?.includes('secret')]).toEqual(['fx/key-missing', false])
})

test('BANREP: the rate of a weekend is there on each of its days, within the request', async () => {
  const record = {
    valor: '4000.5',
    unidad: 'COP',
    vigenciadesde: '2029-03-03T00:00:00.000',
    vigenciahasta: '2029-03-05T00:00:00.000',
  }
  const { tools } = loopback(() => Response.json([record]))
  const { rates } = await collect(provider('BANREP'), { from: '2029-03-04', to: '2029-03-31' }, tools)
  expect(rates.map((one) => one.date)).toEqual(['2029-03-04', '2029-03-05'])
})

test('BDI: rates by another convention are refused', async () => {
  const row = 'X,Money,USD,001,0.85,Euro amount for 1 foreign currency unit.,2029-03-01'
  const { tools } = loopback(
    () => `Country,Currency,ISO Code,UIC Code,Rate,Rate convention,Reference date (CET)\n${row}\n\n# Notes.\n`,
  )
  expect((await failure(collect(provider('BDI'), { from: '2029-03-01', to: '2029-03-01' }, tools))).code).toBe('source/format')
})

test('BAM: the code of the old ouguiya is the new one since 2018, and nothing before', async () => {
  const { tools } = loopback(
    ({ url }) => {
      const day = /date=([\d-]+)/.exec(url)?.[1]
      return Response.json([
        { date: `${day}T12:30:00`, libDevise: 'MRO', moyen: 23.5, uniteDevise: 100 },
        { date: `${day}T12:30:00`, libDevise: 'USD', moyen: 9.5, uniteDevise: 1 },
      ])
    },
    { key: 'k' },
  )
  const { rates, issues } = await collect(provider('BAM'), { from: '2017-12-29', to: '2018-01-01' }, tools)
  expect(rates.filter((one) => one.base === 'MRU').map((one) => `${one.date} ${one.rate}`)).toEqual(['2018-01-01 0.235'])
  expect(issues).toEqual([])
})
