/** The invented assets of the demo. Closes begin at `startCents` and drift by `drift` parts of 10,000 a year, with ups and downs up to `swing` a day. */
export type DemoAsset = {
  readonly symbol: string
  readonly name: string
  readonly type: 'STOCK' | 'ETF'
  readonly sector?: string
  readonly country?: string
  /** Of the second broker, in its currency. */
  readonly isAbroad?: true
  readonly startCents: number
  readonly drift: number
  readonly swing: number
  /** Of a unit, in cents, each quarter. */
  readonly dividendCents: number
}

/** By which the assets of the demo are known. */
export const DEMO_SUFFIX = '.DEMO'

export const DEMO_ASSETS: readonly DemoAsset[] = [
  { symbol: 'WRLD', name: 'Demo World Index', type: 'ETF', startCents: 8_240, drift: 900, swing: 80, dividendCents: 35 },
  { symbol: 'BNDS', name: 'Demo Euro Bonds', type: 'ETF', startCents: 4_815, drift: 180, swing: 20, dividendCents: 30 },
  {
    symbol: 'NRTH',
    name: 'Northwind Turbines (demo)',
    type: 'STOCK',
    sector: 'INDUSTRIALS',
    country: 'DK',
    startCents: 3_165,
    drift: 1_400,
    swing: 170,
    dividendCents: 18,
  },
  {
    symbol: 'KEEL',
    name: 'Keel & Anchor Shipping (demo)',
    type: 'STOCK',
    sector: 'INDUSTRIALS',
    country: 'NL',
    startCents: 5_420,
    drift: -500,
    swing: 150,
    dividendCents: 60,
  },
  {
    symbol: 'OATS',
    name: 'Oatfield Foods (demo)',
    type: 'STOCK',
    sector: 'CONSUMER_DEFENSIVE',
    country: 'DE',
    startCents: 2_730,
    drift: 400,
    swing: 90,
    dividendCents: 22,
  },
  {
    symbol: 'LUMN',
    name: 'Lumen Optics (demo)',
    type: 'STOCK',
    sector: 'HEALTH',
    country: 'FR',
    startCents: 6_905,
    drift: 1_100,
    swing: 160,
    dividendCents: 0,
  },
  {
    symbol: 'TIDE',
    name: 'Tidewater Power (demo)',
    type: 'STOCK',
    sector: 'UTILITIES',
    country: 'US',
    isAbroad: true,
    startCents: 4_180,
    drift: 600,
    swing: 100,
    dividendCents: 45,
  },
  {
    symbol: 'QUIL',
    name: 'Quillstone Software (demo)',
    type: 'STOCK',
    sector: 'TECHNOLOGY',
    country: 'US',
    isAbroad: true,
    startCents: 11_350,
    drift: 2_200,
    swing: 220,
    dividendCents: 0,
  },
  {
    symbol: 'MAPL',
    name: 'Maple Rail (demo)',
    type: 'STOCK',
    sector: 'INDUSTRIALS',
    country: 'CA',
    isAbroad: true,
    startCents: 7_260,
    drift: 700,
    swing: 120,
    dividendCents: 40,
  },
  {
    symbol: 'FERN',
    name: 'Fernhill Water (demo)',
    type: 'STOCK',
    sector: 'UTILITIES',
    country: 'US',
    isAbroad: true,
    startCents: 3_845,
    drift: -200,
    swing: 90,
    dividendCents: 38,
  },
]
