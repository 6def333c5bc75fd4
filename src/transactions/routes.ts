import { z } from '@hono/zod-openapi'
import { expectedRevision, revisionTag } from '../http/etag.ts'
import { setLocation } from '../http/location.ts'
import { empty, json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { BatchRequest, BatchResult } from './batch.schema.ts'
import { answerLine, answerList } from './list.answer.ts'
import { TransactionExpansion, TransactionParams, TransactionQuery } from './list.schema.ts'
import { Transaction, TransactionCreate, TransactionPatch, TransactionWritten } from './schema.ts'
import { applyBatch, changeTransaction, createTransaction, removeTransaction } from './service.ts'
import { warningsOf, warningsOfLine } from './warnings.wire.ts'
import { batchOf, batchToWire, inputOf, patchOf, toWire } from './wire.ts'

const tags = ['transactions']

const listTransactionsRoute = userRoute({
  operationId: 'listTransactions',
  tags,
  method: 'get',
  path: '/transactions',
  summary: 'List transactions',
  description:
    'Of every broker that you can see, newest first. Follow the `Link` header for the next page. In CSV, free texts that a spreadsheet would run as a formula get an apostrophe in front.',
  request: { query: TransactionQuery },
  responses: {
    200: {
      description: 'The lines',
      content: { 'application/json': { schema: z.array(Transaction) }, 'text/csv': { schema: { type: 'string' as const } } },
    },
    ...problems(422),
  },
})

const getTransactionRoute = userRoute({
  operationId: 'getTransaction',
  tags,
  method: 'get',
  path: '/transactions/{id}',
  summary: 'Read one transaction',
  description: 'Needs VIEWER at its broker. Answers an `ETag` for `If-Match`.',
  request: { params: TransactionParams, query: TransactionExpansion },
  responses: { 200: json(Transaction, 'The line'), ...problems(404, 422) },
})

const createTransactionRoute = userRoute({
  operationId: 'createTransaction',
  tags,
  method: 'post',
  path: '/transactions',
  summary: 'Add a transaction',
  description:
    'Needs EDITOR. The rule of each type is in `GET /utilities/transaction-types`. `transaction/amount-mismatch` (422) when price, quantity and amount do not fit; `transaction/overdraft` and `transaction/short` (409) when a day would end below zero at a broker that does not allow it; `transaction/exists` (409) for an `external_id` that is there. A SELL or an outgoing TRANSFER may say in `lots` which lots it takes: `transaction/lot-unknown` (422) for one that is not there by then, `transaction/lot-too-small` (409) for one of which other transactions name too much; reports take lots without names by their method, and warn `lot-unknown` where that leaves a named lot short.',
  request: { body: jsonBody(TransactionCreate) },
  responses: { 201: json(TransactionWritten, 'The new line'), ...problems(400, 403, 404, 409, 415, 422) },
})

const applyBatchRoute = userRoute({
  operationId: 'applyTransactionBatch',
  'x-cost': 'heavy',
  tags,
  method: 'post',
  path: '/transactions/batch',
  'x-idempotent': true,
  summary: 'Add, change and remove many transactions, all or nothing',
  description:
    'Up to 10,000 items at several brokers. Items with the same `group` key become a group. A fault names its item (`/create/17/amount`) and nothing is stored. Needs EDITOR at every broker.',
  request: { body: jsonBody(BatchRequest, { kib: 16 * 1024, values: 1_000_000 }) },
  responses: { 200: json(BatchResult, 'What was done'), ...problems(400, 403, 404, 409, 412, 415, 422) },
})

const changeTransactionRoute = userRoute({
  operationId: 'changeTransaction',
  tags,
  method: 'patch',
  path: '/transactions/{id}',
  summary: 'Change a transaction',
  description:
    'JSON merge patch. Needs EDITOR. The legs of a group must still fit: change several in one batch. `If-Match` is honoured.',
  request: { params: TransactionParams, body: jsonBody(TransactionPatch) },
  responses: { 200: json(TransactionWritten, 'The line'), ...problems(400, 403, 404, 409, 412, 415, 422) },
})

const removeTransactionRoute = userRoute({
  operationId: 'deleteTransaction',
  tags,
  method: 'delete',
  path: '/transactions/{id}',
  summary: 'Remove a transaction, with its group',
  description: 'Needs EDITOR at every broker of the group. `If-Match` is honoured.',
  request: { params: TransactionParams },
  responses: { 204: empty('Removed'), ...problems(403, 404, 409, 412) },
})

export function transactionRoutes() {
  const router = createRouter()
  router.openapi(listTransactionsRoute, async (c) => await answerList(c, c.req.valid('query')))
  router.openapi(getTransactionRoute, async (c) => await answerLine(c, c.req.valid('param').id, c.req.valid('query').expand))
  router.openapi(createTransactionRoute, async (c) => {
    const line = await createTransaction(c.var.ctx, inputOf(c.req.valid('json')))
    setLocation(c, `/transactions/${line.id}`)
    c.header('ETag', revisionTag(line.revision))
    return c.json({ ...toWire(line), warnings: warningsOfLine(line) }, 201)
  })
  router.openapi(applyBatchRoute, async (c) => {
    const body = c.req.valid('json')
    return c.json({ ...batchToWire(await applyBatch(c.var.ctx, batchOf(body)), body.dry_run), warnings: warningsOf(body) }, 200)
  })
  router.openapi(changeTransactionRoute, async (c) => {
    const patch = patchOf(c.req.valid('json'))
    const line = await changeTransaction(c.var.ctx, { id: c.req.valid('param').id, revision: expectedRevision(c), patch })
    c.header('ETag', revisionTag(line.revision))
    return c.json({ ...toWire(line), warnings: warningsOfLine(line) }, 200)
  })
  router.openapi(removeTransactionRoute, async (c) => {
    await removeTransaction(c.var.ctx, { id: c.req.valid('param').id, revision: expectedRevision(c) })
    return c.body(null, 204)
  })
  return router
}
