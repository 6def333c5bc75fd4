import type { Ask } from '../ask.ts'
import type { AnswerOf } from '../operations.ts'
import type { Reader } from '../reader.ts'

export type Line = AnswerOf<'GET /transactions'>[number]
export type Broker = AnswerOf<'GET /brokers'>[number]
export type TypeRules = AnswerOf<'GET /utilities/transaction-types'>[number]

/** What every page of transactions needs beside the lines: the brokers that the reader sees, and what the types are called. */
export type World = {
  readonly brokers: readonly Broker[]
  readonly rules: ReadonlyMap<string, TypeRules>
  readonly typeName: (code: string) => string
  readonly brokerName: (id: number) => string
  /** Whether the reader may write lines there. */
  readonly mayWrite: (brokerId: number) => boolean
}

/** `brokerIds`: of lines that are to be shown; archived brokers are read where one of them is. Throws `Refusal`. */
export async function readWorld(ask: Ask, r: Reader, brokerIds: Iterable<number> = []): Promise<World> {
  const [open, rules] = await Promise.all([
    ask('GET /brokers'),
    ask('GET /utilities/transaction-types', { query: { language: r.language } }),
  ])
  const isMissing = [...brokerIds].some((id) => !open.some((one) => one.id === id))
  const brokers = isMissing ? [...open, ...(await ask('GET /brokers', { query: { archived: true } }))] : open
  const byCode = new Map(rules.map((one) => [one.code as string, one]))
  const byId = new Map(brokers.map((one) => [one.id, one]))
  return {
    brokers,
    rules: byCode,
    typeName: (code) => byCode.get(code)?.name ?? code,
    brokerName: (id) => byId.get(id)?.name ?? String(id),
    mayWrite: (id) => isWriter(byId.get(id)),
  }
}

export function isWriter(broker: Broker | undefined): boolean {
  return broker !== undefined && broker.role !== 'VIEWER'
}

/** The brokers at which lines may be added now. */
export function writable({ brokers }: World): readonly Broker[] {
  return brokers.filter((one) => isWriter(one) && !one.archived)
}
