import { z } from '@hono/zod-openapi'
import { flagQuery } from '../http/query.ts'

export const ImportExportQuery = z.strictObject({ dry_run: flagQuery('Check everything, store nothing') })

const count = (description: string, example: number) => z.int().openapi({ description, example })

export const ImportedExport = z
  .object({
    dry_run: z.boolean().openapi({ example: false }),
    brokers: z.array(
      z
        .object({
          id: z.int().openapi({ example: 3 }),
          name: z.string().openapi({ example: 'Main depot (2)' }),
          original: z.string().openapi({ description: 'Its name in the export', example: 'Main depot' }),
        })
        .openapi('ImportedBroker'),
    ),
    transactions: count('How many', 1204),
    lots_left_out: count('Sales that named lots which are not in the export: they take them by the method of a report', 0),
    assets: z
      .object({
        created: count('Yours', 17),
        matched: count('Those of the catalogue that you know', 2),
        differing: z.array(z.string()).openapi({
          description: 'Symbols of assets with other closes or events here than in the export; figures may differ. At most 100',
          example: [],
        }),
      })
      .openapi('ImportedAssets'),
    closes: z
      .object({
        added: count('On days without one', 20_114),
        present: count('There already', 310),
        differing: count('Other ones are there, or you may not write their asset', 0),
      })
      .openapi('ImportedCloses'),
    rates: z
      .object({
        added: count('They count for you alone', 2_540),
        present: count('On days with a rate of yours, or where the setting `shared_data` leaves rates to superusers', 0),
      })
      .openapi('ImportedRates'),
    templates: count('Of imports', 1),
    preferences: z.array(z.string()).openapi({ description: 'Those that you had not chosen', example: ['currency'] }),
  })
  .openapi('ImportedExport')
