/** A second source of rates without a network: units of CHF and EUR for one USD. Also a plugin of the data folder. */
const STEPS: Readonly<Record<string, readonly [first: number, step: number]>> = { CHF: [8_850, 5], EUR: [9_150, 11] }
const DAY = 86_400_000

export default {
  code: 'BETA',
  name: 'Beta Bank',
  description: 'Rates of the golden answers',
  website: 'https://beta.example',
  attribution: 'Beta Bank',
  baseCurrencies: ['USD'],
  targetCurrencies: Object.keys(STEPS),
  series: Object.keys(STEPS).map((currency) => ({ id: currency, currency, base: 'USD', quote: currency, unit: '1' })),
  historyFrom: '2023-11-01',
  schedule: { frequency: 'daily' as const, time: '16:00', timeZone: 'UTC' },
  assets: { 'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  async *fetchRates({ from, to, currencies }: { from: string; to: string; currencies?: readonly string[] | undefined }) {
    const rates = []
    for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
      if (new Date(time).getUTCDay() % 6 === 0) continue
      for (const [quote, [first, step]] of Object.entries(STEPS))
        if (currencies === undefined || currencies.includes(quote))
          rates.push({
            date: new Date(time).toISOString().slice(0, 10),
            base: 'USD',
            quote,
            rate: String((first + ((Math.round(time / DAY) * step) % 377)) / 10_000),
          })
    }
    yield { rates, issues: [] }
  },
}
