import { describe, expect, test } from 'bun:test'
import { iso31661 } from 'iso-3166'
import { assetTypesIn } from '#src/reference/asset-types.ts'
import { countriesIn, isCountry, REGIONS } from '#src/reference/countries.ts'
import { COUNTRIES_OF_CURRENCY } from '#src/reference/country-currencies.ts'
import { allCurrenciesIn, currenciesIn } from '#src/reference/currencies.ts'
import { exchangesIn } from '#src/reference/exchanges.ts'
import { LABEL_LANGUAGES } from '#src/reference/labels.ts'
import { findLanguage, languagesIn } from '#src/reference/languages.ts'
import { perLanguage } from '#src/reference/per-language.ts'
import { search, searchable } from '#src/reference/search.ts'
import { sectorsIn } from '#src/reference/sectors.ts'
import { transactionTypesIn } from '#src/reference/transaction-types.ts'
import { isActiveCurrency } from '#src/shared/currency.ts'
import { isMic } from '#src/shared/identifier.ts'
import { TRANSACTION_TYPES } from '#src/shared/transaction-type.ts'

const countries = countriesIn('en').all
const exchanges = exchangesIn('en').all

describe('countries', () => {
  test('are the 249 of ISO 3166-1, each in one region and with a name of its own', () => {
    expect(countries.map(({ code }) => code)).toEqual(iso31661.map(({ alpha2 }) => alpha2).sort())
    expect(new Set(countries.map(({ name }) => name)).size).toBe(249)
    const sizes = REGIONS.map((region) => countries.filter((country) => country.region === region).length)
    expect(Object.fromEntries(REGIONS.map((region, index) => [region, sizes[index]]))).toEqual({
      AFRICA: 60,
      AMERICAS: 57,
      ANTARCTICA: 1,
      ASIA: 51,
      EUROPE: 51,
      OCEANIA: 29,
    })
  })

  test('carry currencies in force, the main one first; only Antarctica has none', () => {
    const currencies = new Map(countries.map((country) => [country.code, country.currencies]))
    expect([...currencies].filter(([, codes]) => codes.length === 0)).toEqual([['AQ', []]])
    for (const codes of currencies.values()) for (const code of codes) expect(isActiveCurrency(code)).toBe(true)
    expect(currencies.get('BG')).toEqual(['EUR'])
    expect(currencies.get('HR')).toEqual(['EUR'])
    expect(currencies.get('CW')).toEqual(['XCG'])
    expect(currencies.get('SL')).toEqual(['SLE'])
    expect(currencies.get('ZW')).toEqual(['ZWG'])
    expect(currencies.get('SV')).toEqual(['USD', 'SVC'])
    expect(currencies.get('BT')).toEqual(['BTN', 'INR'])
    expect(currencies.get('VE')).toEqual(['VES', 'VED'])
  })

  test('name only countries that exist in the currency table, and every national currency has one', () => {
    for (const [currency, codes] of COUNTRIES_OF_CURRENCY) {
      expect(isActiveCurrency(currency)).toBe(true)
      for (const code of codes.split(' ')) expect([currency, code, isCountry(code)]).toEqual([currency, code, true])
    }
    const listed = new Set(COUNTRIES_OF_CURRENCY.map(([currency]) => currency))
    const homeless = currenciesIn('en').all.filter(({ code, minorUnits }) => !listed.has(code) && minorUnits !== null)
    expect(homeless.map(({ code }) => code)).toEqual(['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'XAD'])
  })

  test('isCountry knows exactly the codes', () => {
    for (const code of ['CH', 'US', 'TW', 'GB']) expect(isCountry(code)).toBe(true)
    for (const code of ['', 'ch', 'UK', 'EU', 'XK', 'ZZ', 'CHE', ' CH']) expect(isCountry(code)).toBe(false)
  })

  test('are named in the requested language', () => {
    const german = new Map(countriesIn('de').all.map((country) => [country.code, country]))
    expect(german.get('CH')).toMatchObject({
      name: 'Schweiz',
      region: 'EUROPE',
      regionName: 'Europa',
      alpha3: 'CHE',
      numeric: '756',
    })
    expect(german.get('AQ')).toMatchObject({ name: 'Antarktis', regionName: 'Antarktis' })
  })
})

describe('currencies', () => {
  test('have a name and a symbol in every listed language, and never a bare code for a name', () => {
    for (const language of ['en', 'de', 'ja', 'ar', 'pt-BR', 'zh-Hant', 'rm']) {
      for (const { code, name, symbol } of allCurrenciesIn(language).all) {
        expect([code, name === '' || name === code]).toEqual([code, false])
        expect(symbol).not.toBe('')
      }
    }
  })

  test('in force are 178, with the ended ones more, in order of code', () => {
    expect(currenciesIn('en').all).toHaveLength(178)
    const all = allCurrenciesIn('en').all
    expect(all.map(({ code }) => code)).toEqual(all.map(({ code }) => code).sort())
    expect(all.filter(({ lastDay }) => lastDay === null)).toHaveLength(178)
    expect(all.find(({ code }) => code === 'DEM')).toMatchObject({ name: 'German Mark', lastDay: '2001-12-31' })
  })

  test('are written as their language writes them', () => {
    expect(currenciesIn('de').all.find(({ code }) => code === 'CHF')).toEqual({
      code: 'CHF',
      numeric: '756',
      name: 'Schweizer Franken',
      symbol: 'CHF',
      minorUnits: 2,
      lastDay: null,
    })
    expect(currenciesIn('en').all.find(({ code }) => code === 'EUR')?.symbol).toBe('€')
    expect(currenciesIn('en').all.find(({ code }) => code === 'XAD')?.name).toBe('Arab Accounting Dinar')
  })
})

describe('exchanges', () => {
  test('have a MIC once, in order, with country, currency and city or none of them', () => {
    const mics = exchanges.map(({ mic }) => mic)
    expect(mics).toEqual([...new Set(mics)].sort())
    expect(exchanges.filter(({ mic, operatingMic }) => mic === operatingMic).length).toBeGreaterThanOrEqual(250)
    for (const { mic, name, country, countryName, currency, city } of exchanges) {
      expect(isMic(mic)).toBe(true)
      expect(name.trim()).toBe(name)
      if (country === null) expect([currency, city, countryName]).toEqual([null, null, null])
      else
        expect([mic, isCountry(country), isActiveCurrency(currency ?? ''), (city ?? '') !== '']).toEqual([mic, true, true, true])
    }
    expect(exchanges.filter(({ country }) => country === null).map(({ mic }) => mic)).toEqual(['BILT', 'XOFF', 'XXXX'])
  })

  test('name an operator that is listed, operates itself and is in the same country', () => {
    const byMic = new Map(exchanges.map((exchange) => [exchange.mic, exchange]))
    for (const { mic, operatingMic, country } of exchanges) {
      const operator = byMic.get(operatingMic)
      expect([mic, operator?.operatingMic, operator?.country]).toEqual([mic, operatingMic, country])
    }
  })

  test('hold the large ones under their MIC', () => {
    const expected = {
      XETR: 'DE',
      XLON: 'GB',
      XNAS: 'US',
      XNYS: 'US',
      XTKS: 'JP',
      XPAR: 'FR',
      XSWX: 'CH',
      XTSE: 'CA',
      XASX: 'AU',
      MTAA: 'IT',
    }
    for (const [mic, country] of Object.entries(expected)) expect(exchanges.find((one) => one.mic === mic)?.country).toBe(country)
  })
})

describe('languages', () => {
  const listed = languagesIn('en').all

  test('are canonical, known to findLanguage, in order, and named in English and in their own language', () => {
    const codes = listed.map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)].sort())
    for (const { code, name, nativeName } of listed) {
      expect([code, findLanguage(code)]).toEqual([code, code])
      expect([code, name !== code && name !== '', nativeName !== '']).toEqual([code, true, true])
    }
    expect(listed.find(({ code }) => code === 'de')).toEqual({
      code: 'de',
      name: 'German',
      nativeName: 'Deutsch',
      direction: 'ltr',
    })
    expect(listed.filter(({ direction }) => direction === 'rtl').map(({ code }) => code)).toContain('he')
    expect(listed.find(({ code }) => code === 'en')?.direction).toBe('ltr')
  })

  test('hold every language that the runtime has names in', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const twoLetters = letters.flatMap((a) => letters.map((b) => a + b))
    const supported = twoLetters.filter((code) => findLanguage(code) === code)
    expect(supported.filter((code) => !listed.some((language) => language.code === code))).toEqual([])
    expect(supported.length).toBeGreaterThan(100)
  })

  test('are found in any letter case and canonical, with regions that exist', () => {
    expect(findLanguage('PT-br')).toBe('pt-BR')
    expect(findLanguage('zh-hant-hk')).toBe('zh-Hant-HK')
    expect(findLanguage('iw')).toBe('he')
    expect(findLanguage('de-LU')).toBe('de-LU')
    expect(findLanguage('es-419')).toBe('es-419')
  })

  test('are nothing else', () => {
    const refused = [
      '',
      'e',
      'zz',
      'xx',
      'tlh',
      'und',
      'mul',
      'root',
      'de-XX',
      'de_AT',
      'de-',
      '-de',
      ' de',
      'de ',
      'german',
      'x-own',
      'en-x-a',
      'C',
    ]
    for (const tag of [
      ...refused,
      'de-u-co-phonebk',
      'ca-valencia',
      'en-US-posix',
      'i-klingon',
      '../../etc',
      'de\u0000',
      'ｄｅ',
    ]) {
      expect([tag, findLanguage(tag)]).toEqual([tag, undefined])
    }
    expect(findLanguage('de'.repeat(5_000_000))).toBeUndefined()
  })
})

describe('our own lists', () => {
  test('have distinct names in every language of theirs, and English ones elsewhere', () => {
    for (const language of LABEL_LANGUAGES) {
      for (const list of [sectorsIn(language).all, assetTypesIn(language).all, transactionTypesIn(language).all]) {
        expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
        for (const { name, description } of list) expect([name.trim(), description.endsWith('.')]).toEqual([name, true])
      }
    }
    expect(sectorsIn('ja').all).toEqual(sectorsIn('en').all)
    expect(assetTypesIn('de-AT').all[0]?.name).toBe('Aktie')
  })

  test('agree with the types of the ledger', () => {
    expect<readonly string[]>(transactionTypesIn('en').all.map(({ code }) => code)).toEqual(TRANSACTION_TYPES)
  })

  test('say the rules of the types: what needs an asset, which signs, which come in groups', () => {
    const rules = new Map(transactionTypesIn('en').all.map((type) => [type.code, type]))
    const without = [...rules.values()].filter(({ asset }) => asset === 'NONE').map(({ code }) => code)
    expect(without).toEqual(['DEPOSIT', 'WITHDRAWAL', 'FX_CONVERSION'])
    expect([...rules.values()].filter(({ grouped }) => grouped).map(({ code }) => code)).toEqual([
      'TRANSFER',
      'FX_CONVERSION',
      'EXCHANGE',
    ])
    expect(rules.get('BUY')).toMatchObject({ asset: 'REQUIRED', quantity: ['POSITIVE'], amount: ['NEGATIVE', 'ZERO'] })
    expect(rules.get('DEPOSIT')).toMatchObject({ quantity: ['ZERO'], amount: ['POSITIVE'] })
    for (const { asset, quantity } of rules.values()) if (asset === 'NONE') expect(quantity).toEqual(['ZERO'])
  })

  test('price bonds per 100 and options per hundredth', () => {
    const priced = assetTypesIn('en').all.filter(({ usualPriceQuantity }) => usualPriceQuantity !== '1')
    expect(priced.map(({ code, usualPriceQuantity }) => [code, usualPriceQuantity])).toEqual([
      ['BOND', '100'],
      ['OPTION', '0.01'],
    ])
  })
})

describe('search', () => {
  const list = searchable(['Curaçao', 'Côte d’Ivoire', 'Åland', 'İstanbul', 'C.S. (100%) [x]'], (name) => [name])

  test('takes every word, whatever letter case and accents', () => {
    expect(search(list, 'curacao')).toEqual(['Curaçao'])
    expect(search(list, 'IVOIRE cote')).toEqual(['Côte d’Ivoire'])
    expect(search(list, 'aland')).toEqual(['Åland'])
    expect(search(list, 'istanbul')).toEqual(['İstanbul'])
    expect(search(list, 'cote curacao')).toEqual([])
  })

  test('takes punctuation as it is and no pattern', () => {
    expect(search(list, '(100%) [x]')).toEqual(['C.S. (100%) [x]'])
    expect(search(list, '.*')).toEqual([])
  })

  test('without words is the whole list, the same one', () => {
    expect(search(list, undefined)).toBe(list.all)
    expect(search(list, '  ')).toBe(list.all)
  })
})

describe('perLanguage', () => {
  test('makes once, and removes the language not requested for longest beyond 48', () => {
    const made: string[] = []
    const lists = perLanguage((language) => {
      made.push(language)
      return { language }
    })
    expect(lists('en')).toBe(lists('en'))
    for (let index = 0; index < 47; index++) lists(`x${index}`)
    lists('en')
    lists('x47')
    expect(made).toHaveLength(49)
    lists('en')
    lists('x47')
    expect(made).toHaveLength(49)
    lists('x0')
    expect(made).toHaveLength(50)
  })
})
