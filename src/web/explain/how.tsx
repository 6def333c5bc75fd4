import { day, money, quantity } from '../figures.ts'
import { Amount, Quantity } from '../parts/amounts.tsx'
import type { Reader } from '../reader.ts'
import type { Term } from './sources.ts'

/** quantity x close x rate x share, or amount x rate x part x share: what a term says of itself. */
export const How = ({ r, term }: { r: Reader; term: Term }) => {
  const { quantity: units, of_quantity: whole, price, rate, share, amount_in: amount, currency } = term
  return (
    <>
      {amount !== null && <Amount r={r} of={amount} currency={currency} />}
      {price && units !== null && (
        <>
          <Quantity r={r} of={units} /> ×{' '}
          <span class="num">{money(r, price.close, price.currency, { maximumFractionDigits: 6 })}</span>
          {price.price_quantity !== '1' && ` / ${quantity(r, price.price_quantity)}`}
        </>
      )}
      {rate && rate.from !== rate.to && <span class="num"> × {quantity(r, rate.rate, 8)}</span>}
      {!price && units !== null && whole !== null && units !== whole && (
        <>
          {' '}
          × <Quantity r={r} of={units} /> / <Quantity r={r} of={whole} />
        </>
      )}
      {share !== null && share !== '1' && <span class="num"> × {quantity(r, share)}</span>}
      <Sources r={r} term={term} />
    </>
  )
}

/** From whom and of which day price and rate are. */
const Sources = ({ r, term: { price, rate, acquired_on } }: { r: Reader; term: Term }) => {
  const { explain: words } = r.words
  return (
    <>
      {acquired_on && <span class="sub">{words.acquired(day(r, acquired_on))}</span>}
      {price && (
        <span class="sub">
          {price.source === 'trade'
            ? words.tradeOf(day(r, price.date))
            : words.closeOf(day(r, price.date), by(r, price.provider))}
        </span>
      )}
      {rate && rate.from !== rate.to && rate.steps.length === 0 && (
        <span class="sub">{words.rateOf(words.rates[rate.kind], rate.from, rate.to, day(r, rate.date))}</span>
      )}
      {rate?.steps.map((step) => (
        <span class="sub">
          {words.step(step.from, step.to, day(r, step.date), by(r, step.provider))} {quantity(r, step.rate)}
          {step.inverted && ` ${words.inverted}`}
        </span>
      ))}
    </>
  )
}

function by(r: Reader, provider: string | null): string {
  if (provider === null) return r.words.explain.somebody
  return provider === 'MANUAL' ? r.words.explain.byHand : provider
}
