import { z } from '@hono/zod-openapi'
import { AssetType } from '../http/asset-type.ts'
import { DecimalText, decimalInput } from '../http/decimal.ts'
import { currencyListQuery, flagQuery, idParam, integerListQuery, pageQuery, textListQuery } from '../http/query.ts'
import { boundedRecord } from '../http/size.ts'
import { checkedText, codeText, currencyText } from '../http/text.ts'
import { isCountry, isSector } from '../reference/service.ts'
import { ASSET_TYPES } from '../shared/asset-type.ts'
import { type Decimal, ONE, sum, ZERO } from '../shared/decimal.ts'
import { identifierFault } from '../shared/identifier.ts'
import { ASSET_IDENTIFIER_KINDS, normaliseIdentifier } from './asset.ts'
import { Contract, ContractInput } from './contract.schema.ts'

const LINE = /^[^\p{Cc}\u2028\u2029]*$/u

/** Text in one line: trimmed, without control characters. */
function line(maximum: number) {
  return z
    .string()
    .trim()
    .min(1, 'Must not be empty.')
    .max(maximum)
    .refine((text) => LINE.test(text) && text.isWellFormed(), 'Must be text in one line, without control characters.')
}

const symbol = line(60).openapi({ description: 'As its market calls it; need not be unique', example: 'ACME' })
const name = line(200).openapi({ example: 'Acme Corporation' })
const currency = currencyText('Must be an ISO 4217 currency code such as EUR; for quotations in pence take GBP.').openapi({
  description: 'What it is quoted in, ISO 4217',
  example: 'EUR',
})
const isinText = z
  .string()
  .max(40)
  .openapi({ description: 'ISO 6166; letter case does not matter, the check digit does', example: 'DE0007164600' })
const isin = isinText.transform((text) => normaliseIdentifier('ISIN', text)).superRefine(checkIsin)
const exchangeText = z.string().max(20).openapi({ description: 'MIC, ISO 10383', example: 'XETR' })
const exchange = exchangeText.transform((text) => text.trim().toUpperCase()).superRefine(checkMic)
const country = codeText(2)
  .refine(isCountry, 'Must be an ISO 3166 country code such as IT; GET /utilities/countries lists them.')
  .openapi({ description: 'Of the issuer, ISO 3166-1 alpha-2', example: 'DE' })
const sector = checkedText(isSector, 40, 'Must be a sector code; GET /utilities/sectors lists them.').openapi({
  description: 'Code of GET /utilities/sectors',
  example: 'TECHNOLOGY',
})
const website = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
  .max(500)
  .openapi({ example: 'https://acme.example' })
const description = z.string().max(5000).openapi({ example: 'Anvils and rockets' })
const priceQuantity = decimalInput
  .refine((value) => value > ZERO, 'Must be greater than 0.')
  .openapi({
    description: 'Units that a price is for: 100 for bonds quoted in percent, 0.01 for option contracts of 100 units',
    example: '1',
  })

const IdentifierKind = z
  .enum(ASSET_IDENTIFIER_KINDS, `Must be one of ${ASSET_IDENTIFIER_KINDS.join(', ')}.`)
  .openapi('AssetIdentifierKind', { example: 'WKN' })
const identifierValue = line(60).openapi({ example: '716460' })

const AssetIdentifier = z.object({ kind: IdentifierKind, value: identifierValue }).openapi('AssetIdentifier')
const AssetIdentifierInput = z
  .strictObject({ kind: IdentifierKind, value: identifierValue })
  .transform(({ kind, value }) => ({ kind, value: normaliseIdentifier(kind, value) }))
  .superRefine(({ kind, value }, context) => {
    const fault = kind === 'TICKER' || kind === 'OTHER' ? undefined : identifierFault(kind, value)
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['value'], message: fault })
  })
  .openapi('AssetIdentifierInput', { example: { kind: 'WKN', value: '716460' } })
const identifiers = z
  .array(AssetIdentifierInput)
  .max(100)
  .openapi({ description: 'The whole list; `isin` always joins it', example: [{ kind: 'WKN', value: '716460' }] })

/** More than there are countries. */
const MAX_PARTS = 300
const MAX_OPTIONS = 20
const shares = (what: string, isCode: (code: string) => boolean) =>
  boundedRecord(z.string().max(40), decimalInput, MAX_PARTS)
    .superRefine((parts, context) => checkShares(parts, what, isCode, context))
    .transform((parts) => Object.fromEntries(Object.entries(parts).map(([code, share]) => [code.toUpperCase(), share])))
const AllocationInput = z
  .strictObject({
    countries: shares('an ISO 3166 country code', isCountry).optional(),
    sectors: shares('a sector code', isSector).optional(),
  })
  .openapi('AllocationInput', { example: { countries: { IT: '0.4', DE: '0.6' }, sectors: { TECHNOLOGY: '1' } } })
export const Allocation = z
  .object({ countries: z.record(z.string(), DecimalText), sectors: z.record(z.string(), DecimalText) })
  .openapi('Allocation', {
    description: 'Parts of 1, at most 1 together; the rest is not known',
    example: { countries: { IT: '0.4', DE: '0.6' }, sectors: { TECHNOLOGY: '1' } },
  })

const PriceSource = z
  .object({
    provider: z.string().openapi({ description: 'Code of GET /assets/providers', example: 'YAHOO' }),
    identifier: z.string().openapi({ description: 'What the provider calls it', example: 'SAP.DE' }),
    options: z.record(z.string(), z.string()).openapi({ description: 'What else the provider wants to know', example: {} }),
  })
  .openapi('PriceSource')
const PriceSourceInput = z
  .strictObject({
    provider: codeText(20),
    identifier: z.string().trim().min(1, 'Must not be empty.').max(1000),
    options: boundedRecord(z.string().max(40), z.string().max(1000), MAX_OPTIONS).default({}),
  })
  .openapi('PriceSourceInput', { example: { provider: 'YAHOO', identifier: 'SAP.DE' } as never })
const LastPrice = z
  .object({
    date: z.string().openapi({ format: 'date', example: '2026-06-30' }),
    close: DecimalText.openapi({ description: 'For `price_quantity` units', example: '34.45' }),
    currency,
    source: z.string().openapi({ description: '`MANUAL`, or the code of the provider', example: 'YAHOO' }),
  })
  .openapi('LastPrice')

export const Asset = z
  .object({
    id: z.int().openapi({ example: 3 }),
    symbol,
    name,
    price_quantity: DecimalText.openapi({ description: 'Units that a price is for', example: '1' }),
    type: AssetType,
    currency,
    isin: isinText.nullable(),
    exchange: exchangeText.nullable(),
    contract: Contract.nullable(),
    identifiers: z.array(AssetIdentifier).openapi({ description: '`isin` among them; by kind and value' }),
    country: z.string().nullable().openapi({ description: 'Of the issuer, ISO 3166-1 alpha-2', example: 'DE' }),
    sector: z.string().nullable().openapi({ description: 'Code of GET /utilities/sectors', example: 'TECHNOLOGY' }),
    allocation: Allocation.nullable(),
    icon_url: z
      .string()
      .nullable()
      .openapi({ description: 'The uploaded image, else the icon of its price provider', example: '/api/v1/assets/3/icon' }),
    website: z.string().nullable().openapi({ example: 'https://acme.example' }),
    description: description.nullable(),
    price_source: PriceSource.nullable(),
    last_price: LastPrice.nullable(),
    archived: z.boolean().openapi({ example: false }),
    verified: z.enum(['provider', 'superuser']).nullable().openapi({
      description: 'Who has confirmed its identity; only then do imports of strangers link to it',
      example: 'superuser',
    }),
    verified_at: z.string().nullable().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
    created_by: z.int().nullable().openapi({ description: '`null` also for a user who shares no broker with you', example: 1 }),
    revision: z.int().openapi({ example: 1 }),
    created_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
    updated_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
  })
  .openapi('Asset')

const optional = {
  price_quantity: priceQuantity.optional(),
  isin: isin.nullish(),
  exchange: exchange.nullish(),
  contract: ContractInput.nullish(),
  identifiers: identifiers.nullish(),
  country: country.nullish(),
  sector: sector.nullish(),
  allocation: AllocationInput.nullish(),
  icon: z
    .uuid()
    .nullish()
    .openapi({ description: 'An image that you uploaded', example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' }),
  website: website.nullish(),
  description: description.nullish(),
  price_source: PriceSourceInput.nullish(),
  archived: z.boolean().optional().openapi({ example: false }),
}

export const AssetCreate = z.strictObject({ symbol, name, type: AssetType, currency, ...optional }).openapi('AssetCreate', {
  description:
    'Without `price_quantity`: 1 / multiplier for an OPTION or FUTURE with a contract, else what is usual for the type (GET /utilities/asset-types)',
  example: { symbol: 'ACME', name: 'Acme Corporation', type: 'STOCK', currency: 'EUR', isin: 'DE0007164600' },
})
export const AssetPatch = z
  .strictObject({
    symbol: symbol.optional(),
    name: name.optional(),
    type: AssetType.optional(),
    currency: currency.optional(),
    ...optional,
    verified: z.boolean().optional().openapi({ description: 'For superusers: whether its identity is confirmed', example: true }),
  })
  .openapi('AssetPatch', { description: 'Absent = keep, `null` = clear', example: { sector: 'TECHNOLOGY', archived: false } })

export const AssetParams = z.object({ id: idParam('id', 'The asset', 3) })

export const AssetQuery = z.strictObject({
  q: z.string().max(200).optional().openapi({
    description: 'Words that all occur in symbol, name or identifiers, whatever letter case and accents',
    example: 'acme',
  }),
  asset_ids: integerListQuery('Only these assets'),
  types: textListQuery('Only these types', ASSET_TYPES),
  currencies: currencyListQuery('Only quoted in these currencies'),
  held: flagQuery('Only those of which a broker that you can see has a holding now (long or short, with everything booked)'),
  unsourced: flagQuery('Only those held that could have a price source and have none'),
  archived: flagQuery('Archived assets instead'),
  all: flagQuery('Every asset, also what only strangers use; for superusers'),
  ...pageQuery,
})

type Context = z.RefinementCtx

function checkIsin(value: string, context: Context): void {
  const fault = identifierFault('ISIN', value)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
}

function checkMic(value: string, context: Context): void {
  const fault = identifierFault('MIC', value)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
}

function checkShares(
  parts: Readonly<Record<string, Decimal>>,
  what: string,
  isCode: (code: string) => boolean,
  context: Context,
): void {
  const seen = new Set<string>()
  for (const [text, share] of Object.entries(parts)) {
    const code = text.toUpperCase()
    if (seen.has(code)) context.addIssue({ code: 'custom', path: [text], message: `${code} is there already.` })
    seen.add(code)
    if (!isCode(code)) context.addIssue({ code: 'custom', path: [text], message: `Must be ${what}.` })
    if (share <= ZERO || share > ONE)
      context.addIssue({ code: 'custom', path: [text], message: 'Must be greater than 0 and at most 1.' })
  }
  if (sum(Object.values(parts)) > ONE) context.addIssue({ code: 'custom', message: 'The parts together are more than 1.' })
}
