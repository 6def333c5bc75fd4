import { file, problems } from '../../http/openapi.ts'
import { createRouter, type HttpContext } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { type FilterQuery, filterOf } from '../list.answer.ts'
import { beancount } from './beancount.ts'
import { journal } from './journal.ts'
import { PlainTextQuery } from './plain-text.schema.ts'
import { plainText } from './plain-text.ts'
import type { Syntax } from './syntax.ts'

const SAID =
  'One entry for each transaction, oldest first, with declarations of what they name, closes, and rates to the currency of your reports at the end of each month. Lots go first in, first out where a sale names none; what filters leave out is missing from lots, too.'

const getBeancountRoute = userRoute({
  operationId: 'getTransactionsAsBeancount',
  'x-cost': 'heavy',
  tags: ['transactions'],
  method: 'get',
  path: '/transactions.beancount',
  summary: 'Transactions as a Beancount ledger',
  description: `${SAID} Each holding is at what its lots cost without fees, which are an expense.`,
  request: { query: PlainTextQuery },
  responses: { 200: file('The ledger, for `bean-check`', 'text/plain'), ...problems(422) },
})

const getJournalRoute = userRoute({
  operationId: 'getTransactionsAsJournal',
  'x-cost': 'heavy',
  tags: ['transactions'],
  method: 'get',
  path: '/transactions.journal',
  summary: 'Transactions as an hledger journal',
  description: `${SAID} Trades have their price, and their lots in a comment.`,
  request: { query: PlainTextQuery },
  responses: { 200: file('The journal, for `hledger`', 'text/plain'), ...problems(422) },
})

export function plainTextRoutes() {
  const router = createRouter()
  router.openapi(getBeancountRoute, (c) => answer(c, c.req.valid('query'), beancount, 'transactions.beancount'))
  router.openapi(getJournalRoute, (c) => answer(c, c.req.valid('query'), journal, 'transactions.journal'))
  return router
}

function answer(c: HttpContext, query: FilterQuery, syntax: Syntax, filename: string): Response {
  const pieces = plainText(c.var.ctx, filterOf(query), syntax)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = ''
      for (let next = await pieces.next(); ; next = await pieces.next()) {
        if (!next.done) text += next.value
        if (text !== '' && (next.done || text.length > CHUNK_LENGTH)) controller.enqueue(encoder.encode(text))
        if (next.done) return controller.close()
        if (text.length > CHUNK_LENGTH) return
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
  c.header('Content-Disposition', `attachment; filename="${filename}"`)
  return c.body(body, 200, { 'Content-Type': 'text/plain; charset=utf-8' })
}

const CHUNK_LENGTH = 32_768
