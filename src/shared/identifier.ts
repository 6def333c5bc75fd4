/** The identifiers whose form, and check digit where they have one, follow from the text alone. */
export const IDENTIFIER_KINDS = ['ISIN', 'CUSIP', 'SEDOL', 'FIGI', 'LEI', 'WKN', 'MIC'] as const
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number]

type Rule = { readonly shape: RegExp; readonly form: string; readonly fits: (value: string) => boolean }

const FIGI_RESERVED_PREFIXES = /^(?:BS|BM|GG|GB|GH|KY|VG)/
const CUSIP_SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#'
const SEDOL_WEIGHTS = [1, 3, 1, 7, 3, 9, 1]

const RULES: Readonly<Record<IdentifierKind, Rule>> = {
  ISIN: {
    shape: /^[A-Z]{2}[A-Z0-9]{9}\d$/,
    form: 'An ISIN has 12 characters: two capital letters, nine capital letters or digits, and a check digit.',
    fits: (value) => luhnSum(toDigits(value)) % 10 === 0,
  },
  CUSIP: {
    shape: /^[A-Z0-9*@#]{8}\d$/,
    form: 'A CUSIP has nine characters: eight capital letters or digits, and a check digit.',
    fits: hasDoubleAddDoubleDigit,
  },
  SEDOL: {
    shape: /^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/,
    form: 'A SEDOL has seven characters: six digits or capital letters without vowels, and a check digit.',
    fits: (value) => weightedSum(value, SEDOL_WEIGHTS) % 10 === 0,
  },
  FIGI: {
    shape: /^[B-DF-HJ-NP-TV-Z]{2}G[0-9B-DF-HJ-NP-TV-Z]{8}\d$/,
    form: 'A FIGI has 12 characters: two capital letters, a G, eight digits or capital letters without vowels, and a check digit.',
    fits: (value) => !FIGI_RESERVED_PREFIXES.test(value) && hasDoubleAddDoubleDigit(value),
  },
  LEI: {
    shape: /^[A-Z0-9]{18}\d{2}$/,
    form: 'An LEI has 20 characters: 18 capital letters or digits, and two check digits.',
    fits: (value) => remainderBy97(toDigits(value)) === 1 && !/(?:00|01|99)$/.test(value),
  },
  WKN: {
    shape: /^[0-9A-HJ-NP-Z]{6}$/,
    form: 'A WKN has six characters: digits or capital letters without I and O.',
    fits: () => true,
  },
  MIC: { shape: /^[A-Z0-9]{4}$/, form: 'A MIC has four characters: capital letters or digits.', fits: () => true },
}

/** What is wrong with an identifier, as a sentence for the user; undefined when its form and check digit are right. */
export function identifierFault(kind: IdentifierKind, value: string): string | undefined {
  const { shape, form, fits } = RULES[kind]
  if (!shape.test(value)) return form
  if (!fits(value)) return `The check digit does not fit: this is no valid ${kind}, so a character of it is mistyped.`
  return undefined
}

/** ISO 6166: Luhn's check digit over the letters written as 10 to 35. The prefix is not compared with country codes (XS, EU, XT are in use). */
export function isIsin(value: string): boolean {
  return identifierFault('ISIN', value) === undefined
}

/** ANSI X9.6: modulus 10 double-add-double; letters count 10 to 35, `*@#` 36 to 38. */
export function isCusip(value: string): boolean {
  return identifierFault('CUSIP', value) === undefined
}

/** OMG Financial Instrument Global Identifier: no vowels, a G in third place, modulus 10 double-add-double. */
export function isFigi(value: string): boolean {
  return identifierFault('FIGI', value) === undefined
}

/** The shape of an ISO 10383 market identifier code; it carries no check digit. */
export function isMic(value: string): boolean {
  return identifierFault('MIC', value) === undefined
}

function characterValue(character: string): number {
  return CUSIP_SYMBOLS.indexOf(character)
}

function toDigits(value: string): string {
  let digits = ''
  for (const character of value) digits += characterValue(character)
  return digits
}

function luhnSum(digits: string): number {
  let total = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    total += index % 2 === 0 ? digit : digitSum(digit * 2)
  }
  return total
}

function hasDoubleAddDoubleDigit(value: string): boolean {
  let total = 0
  for (let index = 0; index < value.length - 1; index++) {
    total += digitSum(characterValue(value.charAt(index)) * (index % 2 === 0 ? 1 : 2))
  }
  return (10 - (total % 10)) % 10 === characterValue(value.charAt(value.length - 1))
}

function digitSum(number: number): number {
  return Math.floor(number / 10) + (number % 10)
}

function weightedSum(value: string, weights: readonly number[]): number {
  return weights.reduce((total, weight, index) => total + weight * characterValue(value.charAt(index)), 0)
}

function remainderBy97(digits: string): number {
  let remainder = 0
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}
