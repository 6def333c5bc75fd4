import { z } from '@hono/zod-openapi'

const NearestLayout = z
  .object({
    plugin: z.string().openapi({ example: 'avanza' }),
    layout: z.string().openapi({ description: 'The format, as the broker calls it', example: 'Transaktioner' }),
    missing: z.array(z.string()).openapi({ description: 'Columns that it needs and the file lacks', example: ['Konto'] }),
    unknown: z.array(z.string()).openapi({ description: 'Columns of the file that it does not have', example: ['Account no.'] }),
  })
  .openapi('NearestLayout')

const GuessedColumn = z
  .object({
    title: z.string().openapi({ example: 'Buchungstag' }),
    samples: z.array(z.string()).openapi({ description: 'At most three of its values', example: ['05.02.2024'] }),
    guess: z.string().nullable().openapi({
      description: 'The column of `broker_generic_csv` that it seems to be, by its title and the shape of its values',
      example: 'date',
    }),
  })
  .openapi('GuessedColumn')

const texts = (example: Readonly<Record<string, string>>) => z.record(z.string(), z.string()).openapi({ example })
const ProposedMapping = z
  .object({
    columns: texts({ date: 'Buchungstag', type: 'Art', amount: 'Betrag' }),
    types: texts({ Kauf: 'BUY' }),
    date_format: z
      .enum(['dmy', 'mdy'])
      .openapi('DayOrder', { example: 'dmy' })
      .nullable()
      .openapi({ description: 'Null where the file proves none', example: 'dmy' }),
    decimal: z
      .enum(['dot', 'comma'])
      .openapi('DecimalSign', { example: 'comma' })
      .nullable()
      .openapi({ description: 'Null where the file proves none', example: 'comma' }),
    defaults: texts({ currency: 'EUR' }),
  })
  .openapi('ProposedMapping')

/** What a report has beside its problem when no importer recognises it. */
export const unknownFields = {
  nearest: z
    .array(NearestLayout)
    .openapi({ description: 'Of a file that no plugin recognises: the nearest formats, best first' }),
  columns: z.array(GuessedColumn).openapi({ description: 'Of a table that no plugin recognises: what its columns seem to be' }),
  mapping: ProposedMapping.nullable().openapi({
    description:
      'Of such a table whose day and type were found: an `options.mapping` for `broker_generic_csv`, to be looked at, corrected and sent to parse and import',
  }),
}
