import { currentActivity, type Span, shownText } from '../activity.ts'
import type { Config } from '../config.ts'
import type { EndedSpan, OpenSpan, SpanKind, Tracer } from '../context.ts'
import type { Log } from '../log.ts'
import { VERSION } from '../shared/version.ts'

/** Numbers of opentelemetry/proto/trace/v1. */
const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2
/** https://www.w3.org/TR/trace-context/#traceparent-header; the last bit says whether the trace is recorded. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const NOTHING = /^0+$/
const SEND_EVERY_MILLISECONDS = 5_000
const SEND_AT = 512
/** What comes while the collector does not answer is left out beyond this. */
const MOST_WAITING = 4_096
const LONGEST_SEND_MILLISECONDS = 10_000
const COMPLAIN_EVERY_MILLISECONDS = 600_000

type Attributes = EndedSpan['attributes']
type Sent = {
  readonly span: Span
  readonly kind: SpanKind
  readonly name: string
  readonly began: number
  readonly ended: number
  readonly attributes: Attributes
  readonly isFault: boolean
}
type Options = Pick<Config, 'otlpEndpoint' | 'otlpHeaders' | 'serviceName'>
export type Tracing = {
  readonly tracer: Tracer
  readonly fetch: (inner: typeof fetch) => typeof fetch
  readonly close: () => Promise<void>
}

/**
 * Sends spans to an OpenTelemetry collector as OTLP over HTTP in JSON, some seconds after they ended. A collector that does not answer costs nothing
 * but the spans. Instants are those of `performance.now()`, in milliseconds.
 */
export function startTracing(options: Options, log: Pick<Log, 'warn'>, send: typeof fetch = globalThis.fetch): Tracing {
  const batch = createBatch(options, log, send)
  const begin: Tracer['begin'] = ({ kind, traceparent, parent }) => open(batch.add, kind, spanBelow(traceparent, parent))
  return { tracer: { begin }, fetch: (inner) => tracedFetch(inner, begin), close: batch.close }
}

function spanBelow(traceparent: string | undefined, parent: Span | undefined): Span & { readonly isRecorded: boolean } {
  const [, traceId = '', parentId = '', flags = '01'] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const isGiven = traceId !== '' && !NOTHING.test(traceId) && !NOTHING.test(parentId)
  return {
    traceId: isGiven ? traceId : (parent?.traceId ?? hex(16)),
    spanId: hex(8),
    parentId: isGiven ? parentId : parent?.spanId,
    isRecorded: !isGiven || (Number.parseInt(flags, 16) & 1) === 1,
  }
}

function open(add: (sent: Sent) => void, kind: SpanKind, { isRecorded, ...span }: ReturnType<typeof spanBelow>): OpenSpan {
  const began = performance.now()
  return {
    span,
    traceparent: `00-${span.traceId}-${span.spanId}-${isRecorded ? '01' : '00'}`,
    end: ({ name, attributes, isFault = false, activity }) => {
      if (!isRecorded) return
      add({ span, kind, name, began, ended: performance.now(), attributes, isFault })
      for (const [text, group] of activity?.statements ?? []) {
        const statement = shownText(text)
        const words = { 'db.system.name': 'sqlite', 'db.query.text': statement, 'holdfast.count': group.count }
        const ofGroup = { ...words, 'holdfast.milliseconds': group.milliseconds }
        const below = { traceId: span.traceId, spanId: hex(8), parentId: span.spanId }
        const { began, ended } = group
        add({ span: below, kind: 'client', name: titleOf(statement), began, ended, attributes: ofGroup, isFault: false })
      }
    },
  }
}

/** `select broker` of `select * from "broker" where ...`. */
function titleOf(statement: string): string {
  const [verb = ''] = statement.split(' ')
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(statement)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}

/** Of the address only the host: the rest may hold a key. */
function tracedFetch(inner: typeof fetch, begin: Tracer['begin']): typeof fetch {
  const traced = async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const isRequest = input instanceof Request
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined))
    const span = begin({ kind: 'client', parent: currentActivity()?.span })
    headers.set('traceparent', span.traceparent)
    const method = init?.method ?? (isRequest ? input.method : 'GET')
    const attributes = { 'http.request.method': method, 'server.address': new URL(isRequest ? input.url : input).hostname }
    try {
      const response = await inner(input, { ...init, headers })
      const status = { 'http.response.status_code': response.status }
      span.end({ name: method, attributes: { ...attributes, ...status }, isFault: response.status >= 400 })
      return response
    } catch (error) {
      span.end({ name: method, attributes, isFault: true })
      throw error
    }
  }
  return Object.assign(traced, { preconnect: inner.preconnect })
}

function createBatch({ otlpEndpoint, otlpHeaders, serviceName }: Options, log: Pick<Log, 'warn'>, send: typeof fetch) {
  const url = `${otlpEndpoint?.replace(/\/+$/, '')}/v1/traces`
  const headers = { ...otlpHeaders, 'Content-Type': 'application/json' }
  let waiting: Sent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = Promise.resolve()
  let complained = Number.NEGATIVE_INFINITY
  const post = async (spans: readonly Sent[]) => {
    try {
      const signal = AbortSignal.timeout(LONGEST_SEND_MILLISECONDS)
      const body = JSON.stringify(messageOf(spans, serviceName))
      const answer = await send(url, { method: 'POST', headers, body, signal })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answers ${answer.status}`)
    } catch (error) {
      if (performance.now() - complained < COMPLAIN_EVERY_MILLISECONDS) return
      complained = performance.now()
      log.warn('traces cannot be sent', { error, spans: spans.length })
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const spans = waiting
    waiting = []
    if (spans.length > 0) sending = sending.then(() => post(spans))
    return sending
  }
  return {
    add: (sent: Sent) => {
      if (waiting.length < MOST_WAITING) waiting.push(sent)
      if (waiting.length === SEND_AT) void flush()
      timer ??= setTimeout(() => void flush(), SEND_EVERY_MILLISECONDS)
      timer.unref()
    },
    close: flush,
  }
}

/** ExportTraceServiceRequest of opentelemetry/proto/collector/trace/v1, in the JSON of OTLP: ids in hex, 64-bit numbers as texts. */
function messageOf(spans: readonly Sent[], serviceName: string) {
  const resource = {
    attributes: attributesOf({ 'service.name': serviceName, 'service.version': VERSION, 'process.pid': process.pid }),
  }
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'holdfast', version: VERSION }, spans: spans.map(spanOf) }] }],
  }
}

function spanOf({ span, kind, name, began, ended, attributes, isFault }: Sent) {
  const { traceId, spanId, parentId } = span
  return {
    ...{ traceId, spanId, ...(parentId === undefined ? {} : { parentSpanId: parentId }), name, kind: KINDS[kind] },
    ...{ startTimeUnixNano: nanoseconds(began), endTimeUnixNano: nanoseconds(ended), attributes: attributesOf(attributes) },
    ...(isFault ? { status: { code: STATUS_ERROR } } : {}),
  }
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => {
    if (typeof value === 'string') return { key, value: { stringValue: value } }
    return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }
  })
}

function nanoseconds(instant: number): string {
  return String(BigInt(Math.round((performance.timeOrigin + instant) * 1_000)) * 1_000n)
}

function hex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')
}
