import type { z } from '@hono/zod-openapi'
import { MAX_BROKERS } from '../listed.ts'
import type { Placed } from './fits.ts'
import type { ReceivedAnswer, ReceivedReport } from './received.schema.ts'
import type { NotReceived } from './received.service.ts'

export function receivedToWire(one: Placed): z.infer<typeof ReceivedReport> {
  return {
    id: one.id,
    filename: one.filename,
    size: one.size,
    content_type: one.contentType,
    received_at: one.receivedAt,
    files: one.files,
    plugin: one.reader?.code ?? null,
    plugin_name: one.reader?.name ?? null,
    problem: one.problem === null ? null : { code: one.problem.code, detail: one.problem.detail },
    broker_name: one.brokerName,
    brokers: one.fits.slice(0, MAX_BROKERS).map(({ brokerId, because }) => ({ broker_id: brokerId, because })),
    same: one.same === null ? null : { report_id: one.same.id, broker_id: one.same.brokerId },
  }
}

export function answerToWire({
  files,
  refused,
}: {
  readonly files: readonly Placed[]
  readonly refused: readonly NotReceived[]
}): z.infer<typeof ReceivedAnswer> {
  return {
    files: files.map(receivedToWire),
    refused: refused.map(({ filename, problem: { code, detail } }) => ({ filename, problem: { code, detail } })),
  }
}
