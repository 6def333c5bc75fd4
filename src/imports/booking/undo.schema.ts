import { z } from '@hono/zod-openapi'
import { Problem } from '../../http/problem.ts'
import { openingFields } from '../openings/opening.schema.ts'
import { Changes, OtherChanges } from '../preview/changes.schema.ts'
import { Report } from '../schema.ts'

export const UndoRequest = z
  .strictObject({
    force: z.boolean().optional().openapi({ description: 'Remove lines that were changed since, too', example: false }),
    dry_run: z
      .boolean()
      .optional()
      .openapi({ description: 'Say everything that would happen, also where it would be refused; keep nothing', example: false }),
  })
  .openapi('UndoRequest', { example: {} })

export const UndoAnswer = z
  .object({
    ...Report.shape,
    transactions_removed: z.int().openapi({ example: 8 }),
    assets_removed: z.int().openapi({ description: 'Assets that the import made and nothing else uses', example: 1 }),
    changes: Changes,
    other_changes: OtherChanges,
    ...openingFields,
    dry_run: z.boolean().openapi({ example: false }),
    refused: Problem.nullable().openapi({
      description: 'Of a dry run: the problem that the undo would be answered with; the figures are those of one that is allowed',
      example: null,
    }),
  })
  .openapi('UndoAnswer')
