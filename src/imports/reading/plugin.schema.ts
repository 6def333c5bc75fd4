import { z } from '@hono/zod-openapi'

export const ImportOption = z
  .object({
    name: z.string().openapi({ example: 'currency' }),
    description: z.string().openapi({ example: 'The currency of the account' }),
    type: z.enum(['currency', 'text', 'day', 'choice', 'json']).openapi('ImportOptionType', {
      description: 'What to ask for: `currency` an ISO 4217 code, `choice` one of `choices`, `json` any JSON, by its description',
      example: 'currency',
    }),
    choices: z.array(z.string()).openapi({ description: 'Of a `choice`; else empty', example: [] }),
    required: z.boolean().openapi({ description: 'Without it the answer is `import/needs-option` (422)', example: true }),
    default: z.enum(['broker-currency']).nullable().openapi({
      description: '`broker-currency`: the currency of the broker, where it has one; null = no default',
      example: 'broker-currency',
    }),
    example: z.unknown().nonoptional().openapi({ description: 'Any JSON; null without one', example: 'EUR' }),
  })
  .openapi('ImportOption')

const ImportLayout = z
  .object({
    name: z.string().openapi({ description: 'As the broker calls the report', example: 'Account statement' }),
    holds: z.enum(['transactions', 'positions', 'other']).openapi({
      description: 'All but `transactions` are recognised in order to say which report to take instead',
      example: 'transactions',
    }),
    columns: z.array(z.array(z.string())).openapi({
      description: 'The columns that must be there, each by its titles in every language',
      example: [['Date', 'Datum']],
    }),
    optional_columns: z
      .array(z.array(z.string()))
      .openapi({ description: 'The columns that may be there', example: [['Fee', 'Gebühr']] }),
  })
  .openapi('ImportLayout')

export const ImportPlugin = z
  .object({
    code: z.string().openapi({ example: 'degiro' }),
    name: z.string().openapi({ example: 'DEGIRO' }),
    description: z.string().openapi({ example: 'Transactions and account statement, CSV' }),
    broker: z.string().openapi({ example: 'DEGIRO' }),
    website: z.string().openapi({ example: 'https://www.degiro.com' }),
    extensions: z.array(z.string()).openapi({ example: ['csv'] }),
    languages: z.array(z.string()).openapi({ description: 'Of the reports, BCP 47', example: ['en', 'nl'] }),
    version: z.string().openapi({ example: '1' }),
    maturity: z.enum(['stable', 'beta']).openapi('ImportMaturity', {
      description: '`beta`: made from documentation, without a file of that broker at hand',
      example: 'stable',
    }),
    icon_url: z.string().nullable().openapi({ example: '/api/v1/uploads/plugin/brim/degiro/icon.svg' }),
    docs: z
      .string()
      .openapi({ description: 'Where to find the report at the broker', example: 'Activity > Transactions > Export > CSV' }),
    sample_columns: z.array(z.string()).openapi({ example: ['Date', 'Time', 'Product'] }),
    layouts: z
      .array(ImportLayout)
      .openapi({ description: 'The formats that it reads; empty for plugins that describe them in `docs` only' }),
    options: z.array(ImportOption),
  })
  .openapi('ImportPlugin')
