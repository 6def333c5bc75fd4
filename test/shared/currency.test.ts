import { describe, expect, test } from 'bun:test'
import {
  currencies,
  findCurrency,
  fromMinorUnit,
  historicCurrencies,
  isActiveCurrency,
  isCurrency,
  minorUnits,
} from '#src/shared/currency.ts'
import { isDay } from '#src/shared/date.ts'

const active = currencies().map(({ code }) => code)
const historic = historicCurrencies().map(({ code }) => code)

describe('the ISO 4217 table', () => {
  test('holds 178 codes in force, each once, in order', () => {
    expect(active).toHaveLength(178)
    expect(active).toEqual([...new Set(active)].sort())
    expect(historic).toEqual([...new Set(historic)].sort())
  })

  test('has well-formed rows', () => {
    for (const { code, numeric, minorUnits: places } of [...currencies(), ...historicCurrencies()]) {
      expect(code).toMatch(/^[A-Z]{3}$/)
      expect(numeric).toMatch(/^\d{3}$/)
      expect([null, 0, 2, 3, 4]).toContain(places)
    }
    for (const { lastDay } of historicCurrencies()) {
      expect(isDay(lastDay ?? '')).toBe(true)
      expect((lastDay ?? '') >= '1999-01-01' && (lastDay ?? '') <= '2026-12-31').toBe(true)
    }
  })

  test('gives every numeric code in force to one currency', () => {
    expect(new Set(currencies().map(({ numeric }) => numeric)).size).toBe(178)
  })

  test('never lists a code as both in force and ended', () => {
    expect(active.filter((code) => historic.includes(code))).toEqual([])
  })

  test('follows the changes up to 2026: XCG for ANG, EUR for BGN and HRK, ZWG for ZWL, SLE for SLL, XAD and VED in, CUC out', () => {
    for (const code of ['XCG', 'ZWG', 'SLE', 'VED', 'XAD', 'EUR', 'MRU', 'STN', 'BYN', 'VES'])
      expect(isActiveCurrency(code)).toBe(true)
    for (const code of ['ANG', 'BGN', 'HRK', 'ZWL', 'SLL', 'CUC', 'DEM', 'FRF', 'LTL', 'VEF']) {
      expect(isActiveCurrency(code)).toBe(false)
      expect(isCurrency(code)).toBe(true)
    }
    expect(findCurrency('BGN')).toEqual({ code: 'BGN', numeric: '975', minorUnits: 2, lastDay: '2025-12-31' })
    expect(findCurrency('DEM')?.lastDay).toBe('2001-12-31')
  })

  test('knows funds codes and metals', () => {
    for (const code of ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'XAU', 'XAG', 'XPT', 'XPD', 'XDR']) {
      expect(isActiveCurrency(code)).toBe(true)
    }
  })

  test('gives the minor units that ISO publishes, where Intl differs too', () => {
    const published = { EUR: 2, JPY: 0, KWD: 3, CLF: 4, UYW: 4, ISK: 0, HUF: 2, UGX: 0, TND: 3, XAU: null, XDR: null, TRL: 0 }
    for (const [code, places] of Object.entries(published)) expect(minorUnits(code)).toBe(places)
    expect(minorUnits('QQQ')).toBeNull()
  })

  test('is known to Intl by name but for the two codes that ICU does not have', () => {
    const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
    expect([...active, ...historic].filter((code) => names.of(code) === undefined)).toEqual(['XAD', 'ZWN'])
  })

  test('refuses everything that is not exactly a code', () => {
    for (const text of ['', 'eur', 'Eur', ' EUR', 'EUR ', 'EURO', 'BTC', '978', 'GBX', '__proto__', 'constructor']) {
      expect(isCurrency(text)).toBe(false)
      expect(isActiveCurrency(text)).toBe(false)
      expect(findCurrency(text)).toBeUndefined()
    }
  })
})

describe('minor-unit quotations', () => {
  test('name the currency and the divisor', () => {
    for (const code of ['GBX', 'GBx', 'GBp']) expect(fromMinorUnit(code)).toEqual({ currency: 'GBP', divisor: 100 })
    for (const code of ['ILA', 'ILa', 'ILs']) expect(fromMinorUnit(code)).toEqual({ currency: 'ILS', divisor: 100 })
    for (const code of ['ZAC', 'ZAc', 'ZAr']) expect(fromMinorUnit(code)).toEqual({ currency: 'ZAR', divisor: 100 })
    expect(fromMinorUnit('USX')).toEqual({ currency: 'USD', divisor: 100 })
    expect(fromMinorUnit('KWF')).toEqual({ currency: 'KWD', divisor: 1000 })
  })

  test('agree with the minor units of their currency', () => {
    for (const code of ['GBX', 'ILA', 'ZAC', 'USX', 'KWF']) {
      const unit = fromMinorUnit(code)
      expect(unit?.divisor).toBe(10 ** (minorUnits(unit?.currency ?? '') ?? Number.NaN))
    }
  })

  test('leave currencies and sloppy letter case alone', () => {
    for (const code of ['GBP', 'gbp', 'Gbp', 'gbx', 'EUR', 'EUr', 'USD', 'ILS', 'ZAR', 'KWD', ''])
      expect(fromMinorUnit(code)).toBeUndefined()
    for (const code of ['GBX', 'ILA', 'ZAC', 'USX', 'KWF']) expect(isCurrency(code)).toBe(false)
  })
})
