import { z } from '@hono/zod-openapi'
import { AssetType } from '../http/asset-type.ts'
import { flagQuery } from '../http/query.ts'
import { TRANSACTION_TYPES } from '../shared/transaction-type.ts'
import { REGIONS } from './countries.ts'
import { findLanguage } from './languages.ts'
import { SECTOR_CODES } from './sectors.ts'
import { ASSET_NEEDS, SIGNS } from './transaction-types.ts'

const listing = {
  q: z.string().max(100).optional().openapi({
    description: 'Keep the entries in which each of these words occurs, whatever letter case and accents',
    example: 'dollar',
  }),
  language: z
    .string()
    .max(35)
    .transform((tag, context) => {
      const language = findLanguage(tag)
      if (language !== undefined) return language
      context.issues.push({
        code: 'custom',
        message: 'Must be a language such as "de" or "pt-BR"; GET /utilities/languages lists them.',
        input: tag,
      })
      return z.NEVER
    })
    .optional()
    .openapi({ type: 'string', maxLength: 35, description: 'The language of the names, BCP 47', example: 'de', default: 'en' }),
}

export const ListingQuery = z.strictObject(listing)
export const CurrenciesQuery = z.strictObject({ ...listing, historic: flagQuery('Also the currencies that ended since 1999') })

export const Currency = z
  .object({
    code: z.string().openapi({ description: 'ISO 4217', example: 'CHF' }),
    numeric: z.string().openapi({ description: 'ISO 4217, three digits', example: '756' }),
    name: z.string().openapi({ example: 'Swiss Franc' }),
    symbol: z.string().openapi({ description: 'As written in the requested language', example: 'CHF' }),
    minor_units: z
      .int()
      .nullable()
      .openapi({ description: 'Decimal places of the minor unit; null where ISO 4217 names none (gold, SDR)', example: 2 }),
    last_day: z.iso
      .date()
      .nullable()
      .openapi({ description: 'The last day as money of account; null while in force', example: null }),
  })
  .openapi('Currency')

const Region = z.enum(REGIONS).openapi('Region', { description: 'United Nations M49', example: 'EUROPE' })

export const Country = z
  .object({
    code: z.string().openapi({ description: 'ISO 3166-1 alpha-2', example: 'CH' }),
    alpha3: z.string().openapi({ description: 'ISO 3166-1 alpha-3', example: 'CHE' }),
    numeric: z.string().openapi({ description: 'ISO 3166-1 numeric, three digits', example: '756' }),
    name: z.string().openapi({ example: 'Switzerland' }),
    region: Region,
    region_name: z.string().openapi({ example: 'Europe' }),
    currencies: z.array(z.string()).openapi({ description: 'ISO 4217, the main one first', example: ['CHF'] }),
  })
  .openapi('Country')

const SectorCode = z.enum(SECTOR_CODES).openapi('SectorCode', { example: 'TECHNOLOGY' })

export const Sector = z
  .object({
    code: SectorCode,
    name: z.string().openapi({ example: 'Technology' }),
    description: z.string().openapi({ example: 'Software, computers, chips, electronics, IT services.' }),
  })
  .openapi('Sector', { description: 'A neutral division of our own' })

const TextDirection = z.enum(['ltr', 'rtl']).openapi('TextDirection', { example: 'ltr' })

export const Language = z
  .object({
    code: z.string().openapi({ description: 'BCP 47', example: 'de' }),
    name: z.string().openapi({ example: 'German' }),
    native_name: z.string().openapi({ description: 'The language’s name for itself', example: 'Deutsch' }),
    direction: TextDirection,
  })
  .openapi('Language')

export const TransactionType = z
  .enum(TRANSACTION_TYPES, `Must be one of ${TRANSACTION_TYPES.join(', ')}.`)
  .openapi('TransactionType', { example: 'BUY' })
const Sign = z.enum(SIGNS).openapi('Sign', { example: 'POSITIVE' })
const AssetNeed = z.enum(ASSET_NEEDS).openapi('AssetNeed', { example: 'REQUIRED' })

export const TransactionTypeRules = z
  .object({
    code: TransactionType,
    name: z.string().openapi({ example: 'Purchase' }),
    description: z.string().openapi({ example: 'A purchase. amount = -(value of the quantity) - fees - taxes.' }),
    asset: AssetNeed,
    quantity: z.array(Sign).openapi({ description: 'The signs that `quantity` may have', example: ['POSITIVE'] }),
    amount: z.array(Sign).openapi({ description: 'The signs that `amount` may have', example: ['NEGATIVE', 'ZERO'] }),
    grouped: z.boolean().openapi({ description: 'Whether it usually consists of several legs of one group', example: false }),
  })
  .openapi('TransactionTypeRules')

export const AssetTypeDescription = z
  .object({
    code: AssetType,
    name: z.string().openapi({ example: 'Stock' }),
    description: z.string().openapi({ example: 'Money lent directly: peer-to-peer loans, crowdlending, private notes.' }),
    usual_price_quantity: z.string().openapi({ description: 'Units that a price is usually for', example: '1' }),
  })
  .openapi('AssetTypeDescription')

export const Exchange = z
  .object({
    mic: z.string().openapi({ description: 'ISO 10383', example: 'XETA' }),
    operating_mic: z.string().openapi({ description: 'The operator’s MIC; its own for an operator', example: 'XETR' }),
    name: z.string().openapi({ example: 'Xetra, Regulated Market' }),
    country: z.string().nullable().openapi({ description: 'ISO 3166-1 alpha-2; null for off-exchange codes', example: 'DE' }),
    country_name: z.string().nullable().openapi({ example: 'Germany' }),
    currency: z.string().nullable().openapi({ description: 'The usual trading currency', example: 'EUR' }),
    city: z.string().nullable().openapi({ example: 'Frankfurt am Main' }),
  })
  .openapi('Exchange')
