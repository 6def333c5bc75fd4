/** A source of rates without a network, whose figures follow from the day: units of USD, GBP and SEK for one EUR. Also a plugin of the data folder. */
const STEPS: Readonly<Record<string, readonly [first: number, step: number]>> = {
  USD: [10_800, 7],
  GBP: [8_600, 3],
  SEK: [112_000, 41],
}
const DAY = 86_400_000

export default {
  code: 'ALPHA',
  name: 'Alpha Bank',
  description: 'Rates of the golden answers',
  website: 'https://alpha.example',
  attribution: 'Alpha Bank',
  baseCurrencies: ['EUR'],
  targetCurrencies: Object.keys(STEPS),
  series: Object.keys(STEPS).map((currency) => ({ id: currency, currency, base: 'EUR', quote: currency, unit: '1' })),
  historyFrom: '2023-12-01',
  schedule: { frequency: 'daily' as const, time: '16:00', timeZone: 'UTC' },
  assets: { 'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  async *fetchRates({ from, to, currencies }: { from: string; to: string; currencies?: readonly string[] | undefined }) {
    const rates = []
    for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
      const [index, date] = [Math.round(time / DAY), new Date(time).toISOString().slice(0, 10)]
      if ([0, 6].includes(new Date(time).getUTCDay()) || (date >= '2024-08-05' && date <= '2024-08-25')) continue
      for (const [quote, [first, step]] of Object.entries(STEPS))
        if ((currencies === undefined || currencies.includes(quote)) && !(quote === 'SEK' && date > '2024-06-28'))
          rates.push({ date, base: 'EUR', quote, rate: String((first + ((index * step) % 613)) / 10_000) })
    }
    yield { rates, issues: [] }
  },
}
