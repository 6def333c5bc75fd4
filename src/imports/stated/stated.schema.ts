import { z } from '@hono/zod-openapi'
import { DecimalText } from '../../http/decimal.ts'

const StatedDifference = z
  .object({
    row: z.int().openapi({ example: 17 }),
    date: z.string().openapi({ format: 'date', example: '2026-03-04' }),
    stated: DecimalText,
    computed: DecimalText,
    difference: DecimalText,
    course: z.enum(['constant', 'changing', 'gone']).openapi('StatedCourse', {
      description:
        'What becomes of it in later rows: `constant` = it stays (one row is missing or wrong), `changing` = there are more, `gone` = the last balance agrees again',
      example: 'constant',
    }),
  })
  .openapi('StatedDifference')

export const StatedBalance = z
  .object({
    file: z.string().nullable().openapi({ description: 'The file inside an archive', example: 'Statement.csv' }),
    account: z.string().nullable().openapi({ description: 'As the file names it', example: 'DE12-3' }),
    unit: z.string().openapi({ description: 'A currency, or the `ref` of an asset', example: 'EUR' }),
    rows: z.int().openapi({ description: 'Balances that were compared', example: 120 }),
    agree: z.int().openapi({ description: 'How many of them agree', example: 120 }),
    first_difference: StatedDifference.nullable(),
  })
  .openapi('StatedBalance', {
    description: 'The balances that the file states of one account and unit, compared row by row with what its rows come to',
  })

export const ImportedPrices = z
  .object({
    given: z.int().openapi({ description: 'Closes that the file carries; the sum of the others', example: 250 }),
    added: z.int().openapi({ description: 'Stored, with the source `IMPORT`', example: 240 }),
    present: z.int().openapi({ description: 'Of days that have a close already, which stays', example: 8 }),
    left_out: z.int().openapi({
      description:
        'Of assets that are not in the ledger by this import or that you may not write, of before a split, of days to come, not above 0; all with `prices` false',
      example: 2,
    }),
  })
  .openapi('ImportedPrices')

const day = (example: string) => z.string().openapi({ format: 'date', example })

export const ReportPeriod = z
  .object({
    from: day('2026-01-01'),
    to: day('2026-06-30'),
    cut_off: z.boolean().openapi({ description: 'The file says itself that there is more', example: false }),
  })
  .openapi('ReportPeriod', { description: 'The days that the file claims to cover' })
