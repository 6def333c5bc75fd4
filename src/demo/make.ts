import { DEMO_ASSETS } from './assets.ts'
import { assetInputs, closesOf, decimal, linesOf, ratesOf } from './ledger.ts'
import { DEMO_NOTES } from './notes.ts'

/** Sends an operation of the interface with a body; throws when it is refused. */
export type Send = {
  (operation: 'POST /brokers' | 'POST /assets', given: { readonly body: unknown }): Promise<{ readonly id: number }>
  (
    operation: 'PUT /assets/prices' | 'POST /transactions/batch' | 'PUT /fx/rates',
    given: { readonly body: unknown },
  ): Promise<unknown>
}
type Wanted = {
  /** The currency of the first broker; the second one has another. */
  readonly home: string
  readonly today: string
  readonly names: { readonly homeBroker: string; readonly abroadBroker: string }
  readonly language?: keyof typeof DEMO_NOTES
  /** Whether rates between the two currencies are invented, too: for a service that fetches none. */
  readonly hasRates?: boolean
}

/** Fills an empty portfolio: two brokers, ten assets with closes, two years of transactions. */
export async function makeDemo(send: Send, { home, today, names, language = 'en', hasRates = false }: Wanted): Promise<void> {
  const abroad = home === 'USD' ? 'EUR' : 'USD'
  const note = { description: DEMO_NOTES[language] }
  const [first, second] = [
    await send('POST /brokers', { body: { name: names.homeBroker, ...note } }),
    await send('POST /brokers', { body: { name: names.abroadBroker, ...note } }),
  ]
  if (hasRates) await send('PUT /fx/rates', { body: ratesOf(today) })
  const assets: number[] = []
  for (const body of assetInputs(home, abroad)) assets.push((await send('POST /assets', { body })).id)
  const closes = DEMO_ASSETS.flatMap((asset, index) =>
    closesOf(asset, today).map(({ date, cents }) => ({ asset_id: assets[index], date, close: decimal(cents) })),
  )
  await send('PUT /assets/prices', { body: closes })
  const create = linesOf({ home: first.id, abroad: second.id, assets }, { home, abroad, today })
  await send('POST /transactions/batch', { body: { create } })
}
