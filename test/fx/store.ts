import type { TestApp } from '#test/support/app.ts'

/** Stores rates of a provider behind the front door: `[base, quote, date, rate]`, base < quote. */
export async function storeRates(
  { store }: Pick<TestApp, 'store'>,
  provider: string,
  rates: readonly (readonly [string, string, string, string])[],
) {
  const state = { synced_from: null, synced_to: null, last_attempt: null, last_success: null, last_error: null }
  for (const [base, quote, date, rate] of rates) {
    await store.writer.insertInto('fx_rate').values({ base, quote, provider, date, rate, created_by: null }).execute()
    await store.writer
      .insertInto('fx_sync_state')
      .values({ base, quote, provider, ...state })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  store.writer.sqlite.run('UPDATE rate_mark SET mark = mark + 1')
}
