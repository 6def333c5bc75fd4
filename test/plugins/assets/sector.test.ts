import { expect, test } from 'bun:test'
import { sectorOf } from '#plugins/assets/sector.ts'
import { SECTOR_CODES } from '#src/reference/sectors.ts'

const NAMES = {
  Yahoo: [
    ...['Basic Materials', 'Communication Services', 'Consumer Cyclical', 'Consumer Defensive', 'Energy', 'Financial Services'],
    ...['Healthcare', 'Industrials', 'Real Estate', 'Technology', 'Utilities'],
  ],
  'Nasdaq Nordic': [
    ...['Basic Materials', 'Telecommunications', 'Consumer Discretionary', 'Consumer Staples', 'Energy', 'Financials'],
    ...['Health Care', 'Industrials', 'Real Estate', 'Technology', 'Utilities'],
  ],
}
const OF_COMPANIES = SECTOR_CODES.filter((code) => code !== 'GOVERNMENT' && code !== 'OTHER')

test('each source names eleven sectors, which are the eleven of ours that companies have', () => {
  for (const names of Object.values(NAMES)) {
    const codes = names.map((name) => sectorOf(name).sector)
    expect(new Set<unknown>(codes)).toEqual(new Set(OF_COMPANIES))
    expect(codes.length).toBe(OF_COMPANIES.length)
  }
})

test('a name that is not known is no sector, whatever it is', () => {
  for (const name of ['', 'mixed', 'Conglomerates', 'constructor', '__proto__', 'toString']) expect(sectorOf(name)).toEqual({})
  expect(sectorOf(' health care ')).toEqual({ sector: 'HEALTH' })
})
