import { LineChart } from '../charts/line.tsx'
import { day, quantity } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import type { Reader } from '../reader.ts'
import type { ProviderNames } from './chain.tsx'

type Rates = AnswerOf<'GET /fx/rates'>
const MOST_DIGITS = 6

/** The rates of the source that has most of them, over their days. The table beside it has the figures. */
export const RateChart = ({ r, rates, name, names }: { r: Reader; rates: Rates; name: string; names: ProviderNames }) => {
  const [source, some = []] =
    [...Map.groupBy(rates, ({ provider }) => provider)].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  const shown = some.toReversed()
  if (source === undefined || shown.length < 2) return null
  const { currencies: words } = r.words
  return (
    <LineChart
      r={r}
      label={words.chart(name, names(source))}
      dates={shown.map(({ date }) => date)}
      series={[{ name, tone: 'c1', values: shown.map(({ rate }) => Number(rate)) }]}
      tick={(value) => quantity(r, String(value), MOST_DIGITS)}
      lines={(index) => [day(r, shown[index]?.date ?? ''), quantity(r, shown[index]?.rate ?? '')]}
    />
  )
}
