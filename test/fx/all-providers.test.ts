/** Every provider through the whole service: a sync over a real loopback server, asserted in the database; the same again writes nothing. */
import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { normaliseRate } from '#src/fx/convert.ts'
import { FxSyncResult } from '#src/fx/sync.schema.ts'
import { answerFixture } from '#test/plugins/fx/answer-fixture.ts'
import { FIXTURES } from '#test/plugins/fx/fixtures.ts'
import { syncApp } from './source.ts'

test('every provider but MANUAL has a fixture of ours', () => {
  const covered = new Set(FIXTURES.map((one) => one.provider))
  expect(fxProviders.map((one) => one.code).filter((code) => !covered.has(code))).toEqual(['MANUAL'])
})

for (const fixture of FIXTURES)
  test(`${fixture.provider} ${fixture.name}: stored in alphabetical order of the pair; the same again writes no row`, async () => {
    const provider = fxProviders.find((one) => one.code === fixture.provider) ?? expect.unreachable(fixture.provider)
    const env: Record<string, string> = fixture.key && provider.key ? { [provider.key.setting]: fixture.key } : {}
    const app = await syncApp([provider], answerFixture(fixture, fixture.figure), env, fixture.today ?? '2032-01-01')
    const { from, to, currencies = provider.series.map((one) => one.currency) } = fixture.request
    const sync = () => app.sync({ providers: [provider.code], currencies: [...new Set(currencies)], from, to })
    const first = (await sync()).as(FxSyncResult)
    expect([first.failed, first.rejected]).toEqual([[], []])
    const stored = await app.stored()
    for (const [date, base, quote, rate] of [fixture.expected, ...(fixture.others ?? [])]) {
      const row = normaliseRate({ base, quote, rate })
      expect(stored).toContain(`${row.base}/${row.quote} ${provider.code} ${date} ${row.rate}`)
    }
    expect(first.pairs.reduce((sum, one) => sum + one.added, 0)).toBe(stored.length)
    const writes = countWrites(app.store.writer.sqlite)
    const again = (await sync()).as(FxSyncResult)
    expect(again.pairs.map((one) => one.added + one.updated).filter((count) => count > 0)).toEqual([])
    expect(writes()).toBe(0)
    expect(await app.stored()).toEqual(stored)
  })

/** Counts what is written to the stored rates from here on, by triggers of the database. */
function countWrites(sqlite: { run(sql: string): unknown; query(sql: string): { get(): unknown } }): () => number {
  sqlite.run('CREATE TEMP TABLE written (n INTEGER)')
  for (const what of ['INSERT', 'UPDATE', 'DELETE'])
    sqlite.run(`CREATE TEMP TRIGGER count_${what} AFTER ${what} ON main.fx_rate BEGIN INSERT INTO written VALUES (1); END`)
  return () => (sqlite.query('SELECT count(*) AS n FROM written').get() as { n: number }).n
}
