import { z } from '@hono/zod-openapi'
import { dayQuery } from '../http/query.ts'
import { explained } from '../portfolio/explain/schema.ts'
import { HoldingsReport } from '../portfolio/holdings/schema.ts'
import { PerformanceQuery } from '../portfolio/performance/schema.ts'
import { bounded, fieldsOf, MOST_BESIDE, plainWarnings } from './bounded.ts'
import { explainedFigures } from './explained.ts'
import { page, pageArguments, stated } from './page.schema.ts'
import { tool } from './tool.ts'

const REPORTS = ['holdings', 'gains', 'income', 'performance', 'cash-flows', 'costs'] as const
const MOST_FIGURES = 50
const FIGURES = 10

const { explain: _e, format: _f, benchmark: _b, ...query } = PerformanceQuery.shape
const explanation = explained.explain.unwrap().element.shape
const id = z.int().nullable()
const text = z.string().nullable()

export const EXPLAIN_TOOL = tool({
  name: 'explain_figures',
  title: 'Explain figures',
  description:
    'How figures of a report came about, so that they can be checked by hand: the formula, and the transactions, lots, prices and exchange rates whose amounts add up to the figure. Say the report with the same range, brokers and currency as before, and narrow it by `figure` (a field such as `market_value`, `cost_basis`, `gain`, `net`, `gain.total`), by `asset_id` or by `transaction_id`.',
  query: {
    ...query,
    as_of: dayQuery('Of holdings: at the end of this day; default: today. The others take `from` and `to`'),
  },
  own: z.strictObject({
    report: z.enum(REPORTS).openapi({ description: 'Which report the figure is of' }),
    figure: z.string().min(1).max(60).optional().openapi({ description: 'Only this field' }),
    asset_id: z
      .int()
      .min(1)
      .optional()
      .openapi({ description: 'Only rows of this asset; the figures stay those of the whole report' }),
    transaction_id: z.int().min(1).optional().openapi({ description: 'Only rows of this transaction' }),
    ...pageArguments,
    limit: z.int().min(1).max(MOST_FIGURES).default(FIGURES).openapi({ description: 'At most so many figures' }),
  }),
  output: z.object({
    report: z.enum(REPORTS),
    currency: HoldingsReport.shape.currency,
    method: HoldingsReport.shape.method,
    figures: z.array(
      z.object({
        of: z
          .object({
            list: z.string().openapi({ description: 'The list or object of the report that has the row' }),
            ...{ asset_id: id, symbol: text, broker_id: id, transaction_id: id, lot_id: id },
            ...{ currency: text, month: text, date: text },
          })
          .openapi({ description: 'Which row; null = it has no such field' }),
        figure: explanation.figure,
        value: text.openapi({ description: 'The figure; null = it is not known' }),
        formula: explanation.formula,
        terms: z.array(explanation.terms.element.partial()).openapi({
          description: `At most ${MOST_BESIDE} of \`terms_total\`; their amounts add up to the figure; empty for quotients. What a term does not have is left out`,
        }),
        terms_total: z.int(),
      }),
    ),
    ...stated,
    page,
  }),
  reading: ({ report }) => ({ path: `/portfolio/${report}`, query: { explain: true } }),
  answer: ({ body }, { report, figure, asset_id, transaction_id, offset, limit }) => {
    const { currency, method, complete, warnings, ...rest } = fieldsOf(body)
    const wanted = { figure, assetId: asset_id, transactionId: transaction_id, offset, limit }
    const { figures, page } = explainedFigures(rest, wanted)
    const { fields, cut } = bounded({ report, currency, method, complete, warnings: plainWarnings(warnings), figures }, 'figures')
    return { ...fields, page, cut }
  },
})
