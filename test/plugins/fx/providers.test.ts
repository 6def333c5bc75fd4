import { describe, expect, test } from 'bun:test'
import type { FxRate } from '#plugins/fx/contract.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { isActiveCurrency, isCurrency } from '#src/shared/currency.ts'
import { AppError } from '#src/shared/errors.ts'
import { answerFixture } from './answer-fixture.ts'
import { FIXTURES, type Fixture } from './fixtures.ts'
import { collect, loopback } from './loopback.ts'

const provider = (code: string) => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('no error'),
    (error: unknown) => error as AppError,
  )

/** Runs a fixture with every body changed by `change`. */
async function run(fixture: Fixture, figure: string, change: (body: string) => string | Response = (body) => body) {
  const { tools, pauses, calls } = loopback(answerFixture(fixture, figure, change), {
    ...(fixture.today ? { today: fixture.today } : {}),
    ...(fixture.key ? { key: fixture.key } : {}),
  })
  return { pauses, calls, found: collect(provider(fixture.provider), fixture.request, tools) }
}

const tuple = ({ date, base, quote, rate }: FxRate) => [date, base, quote, rate].join(' ')

for (const fixture of FIXTURES)
  describe(`${fixture.provider} ${fixture.name}`, () => {
    const right = [fixture.expected, ...(fixture.others ?? [])].map((one) => one.join(' '))

    test('figures become rates for one base unit', async () => {
      const { rates, issues } = await (await run(fixture, fixture.figure)).found
      expect(issues).toEqual([])
      for (const one of right) expect(rates.map(tuple)).toContain(one)
    })

    for (const [what, figure] of [
      ['0', '0'],
      ['negative', '-1.5'],
      ['missing', ''],
    ] as const)
      test(`a figure that is ${what} is never a rate`, async () => {
        const comma = /,\d+$/.test(fixture.figure)
        const written = figure === '' ? missing(fixture) : comma ? figure.replace('.', ',') : figure
        const [date, base, quote] = fixture.expected
        const outcome = await (await run(fixture, written)).found
        expect(outcome.rate(date, base, quote)).toBeUndefined()
        expect(outcome.issues.map((one) => [one.code, one.date])).toEqual(figure === '' ? [] : [['not-positive', date]])
      })

    test('a body that is cut off anywhere gives no wrong rate', async () => {
      const body = Object.values(fixture.answers(fixture.figure))[0] as string
      const whole = new Set((await (await run(fixture, fixture.figure)).found).rates.map(tuple))
      const cuts = Array.from({ length: 16 }, (_, index) => Math.floor((body.length * (index + 1)) / 17))
      for (const cut of cuts) {
        const outcome = await (await run(fixture, fixture.figure, (text) => text.slice(0, cut))).found.catch(
          (error: unknown) => error as AppError,
        )
        if (outcome instanceof Error)
          expect([cut, outcome.message, outcome instanceof AppError]).toEqual([cut, outcome.message, true])
        else for (const one of outcome.rates) expect([cut, whole.has(tuple(one)), tuple(one)]).toEqual([cut, true, tuple(one)])
      }
    })

    test('a changed format is refused, not read as no rates', async () => {
      const error = await failure((await run(fixture, fixture.figure, (body) => body.replaceAll(...fixture.rename))).found)
      expect(error).toBeInstanceOf(AppError)
      expect(error.code).toBe('source/format')
      expect(error.detail).toContain(provider(fixture.provider).name.split(' ')[0] ?? '')
    })

    test('a web page instead of data is an error that says so', async () => {
      const page = () =>
        new Response('<!DOCTYPE html><html><body>Checking your browser</body></html>', {
          headers: { 'Content-Type': 'text/html' },
        })
      const outcome = await (await run(fixture, fixture.figure, page)).found.catch((error: unknown) => error as AppError)
      if (outcome instanceof Error)
        expect((outcome as AppError).code).toBe(fixture.provider === 'BCEAO' || fixture.html ? 'source/format' : 'source/html')
      else expect.unreachable('a page was read')
    })

    test('a server that fails is called four times, then reported', async () => {
      const { found, pauses } = await run(fixture, fixture.figure, () => new Response('', { status: 500 }))
      const error = await failure(found)
      expect([error.code, error.kind]).toEqual(['source/status', 'bad-gateway'])
      expect(pauses.slice(-3)).toEqual([500, 1000, 2000])
    })
  })

describe('every provider', () => {
  test('has its place, its code, its lists and its icon', () => {
    expect(fxProviders.map((one) => one.code).join(' ')).toBe(
      [
        'ECB FED BOE SNB BOC RBA NBP CNB MNB NB RB DNB BNR TCMB CBR NBU BOI FBIL BCB BANXICO HKMA MAS BOJ IMF NBG BCEAO SARB BNM HNB LB',
        'BDI NBRB CBA NBK NBM CBU BAM BCRA BCU BANREP BCCH BANGUAT BOT NRB SBI BCT CBSL BCP CBLLR DAB RBV NBC CBE SBP BI CBS RBF BOA CBI BRB BSP',
        'BOM CBN CBK BNRRW NBE NBRM AMCM BBK BCCR BNA BOJA CBC CBG CBM',
        'MANUAL',
      ].join(' '),
    )
    for (const one of fxProviders) {
      expect(one.code).toMatch(/^[A-Z0-9_]{2,20}$/)
      expect(one.assets['icon.svg']).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
      expect(new Set(one.targetCurrencies).size).toBe(one.targetCurrencies.length)
      expect(one.baseCurrencies.some((code) => one.targetCurrencies.includes(code))).toBe(false)
      for (const code of one.lastResort ?? []) expect(one.targetCurrencies).toContain(code)
    }
  })

  for (const one of fxProviders.filter((known) => known.code !== 'MANUAL'))
    test(`${one.code} announces currencies in force and states direction and unit of each series`, () => {
      const home = one.baseCurrencies[0]
      expect(one.targetCurrencies.filter((code) => !isActiveCurrency(code))).toEqual([])
      expect(home === undefined ? ['BBK', 'LB'].includes(one.code) : isActiveCurrency(home)).toBe(true)
      const live = one.series.filter((series) => series.until === undefined)
      expect([...new Set(live.map((series) => series.currency))]).toEqual([...one.targetCurrencies])
      for (const series of live) expect([series.base, series.quote].toSorted()).toEqual([home ?? '', series.currency].toSorted())
      for (const series of one.series) {
        expect(series.unit).toMatch(/^(1|10|100|5000|stated)$/)
        expect(isCurrency(series.base) || series.until !== undefined).toBe(true)
      }
      expect(new Set(one.series.map((series) => series.id)).size).toBe(one.series.length)
      expect(() => new Intl.DateTimeFormat('en', { timeZone: one.schedule?.timeZone ?? 'never' })).not.toThrow()
      expect(one.schedule?.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    })

  test('the codes of FED that start with DEXUS are dollars per unit, all others units per dollar', () => {
    for (const { id, base, quote } of provider('FED').series)
      expect([id, id.startsWith('DEXUS') ? quote : base]).toEqual([id, 'USD'])
  })

  test('DNB asks for the days wanted and no others, so that a back-fill in pieces fetches nothing twice', async () => {
    const { tools, calls } = loopback(() => 'VALUTA;KURTYP;TID;INDHOLD\n', { today: '2026-09-01' })
    await collect(provider('DNB'), { from: '2017-01-01', to: '2021-12-31' }, tools)
    await collect(provider('DNB'), { from: '2026-08-28', to: '2026-09-01' }, tools)
    const days = calls.map((call) => JSON.parse(call.body).variables.find((one: { code: string }) => one.code === 'Tid').values)
    expect(days).toEqual([['>=2017M01D01<=2021M12D31'], ['>=2026M08D28']])
  })

  test('asks for nothing before its history and nothing after its end', async () => {
    for (const one of fxProviders) {
      const { tools, calls } = loopback(() => undefined, { key: 'k' })
      await collect(one, { from: '1940-01-01', to: '1940-12-31' }, tools)
      if (one.historyFrom !== null && one.baseCurrencies.length === 0)
        await collect(one, { from: '2020-01-01', to: '2020-01-31' }, tools)
      await collect(one, { from: '2024-01-01', to: '2024-01-31', currencies: ['XTS'] }, tools)
      expect([one.code, calls.length]).toEqual([one.code, 0])
    }
  })

  test('a required key that is missing is named', async () => {
    const { tools, calls } = loopback(() => undefined)
    const error = await failure(collect(provider('BANXICO'), { from: '2024-01-01', to: '2024-01-31' }, tools))
    expect([error.kind, error.code, calls.length]).toEqual(['unavailable', 'fx/key-missing', 0])
    expect(error.detail).toContain('BANXICO_TOKEN')
  })

  test('a key travels in a header or the address and never in an error', async () => {
    const { tools, calls } = loopback(() => new Response('', { status: 403 }), { key: 'top-secret' })
    for (const code of ['BANXICO', 'FED', 'TCMB', 'RB', 'BAM']) {
      const error = await failure(collect(provider(code), { from: '2024-01-01', to: '2024-01-31' }, tools))
      expect(`${error.message} ${error.detail}`).not.toContain('top-secret')
    }
    expect(
      calls.map(
        (call) => call.headers.get('bmx-token') ?? call.headers.get('key') ?? call.headers.get('ocp-apim-subscription-key'),
      ),
    ).toEqual(['top-secret', null, 'top-secret', 'top-secret', 'top-secret'])
  })
})

/** What the publisher writes where there is no figure. */
function missing(fixture: Fixture): string {
  return /"(?:value|rate|mid|cena|cotacaoVenda|middle_rate|Value|usd)":\s*0\.125\b|\[0\.125,/.test(
    Object.values(fixture.answers('0.125')).join(),
  )
    ? 'null'
    : ''
}
