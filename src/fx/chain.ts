/** What a chain of steps must be before it can be registered. Pure. */
import { isCurrency } from '../shared/currency.ts'
import { replacementOf } from '../shared/currency-notice.ts'
import type { Fault } from '../shared/errors.ts'
import { type Catalogue, legOf, MANUAL, publishes } from './catalogue.ts'
import { routeKey } from './discovery.ts'
import type { ChainStep } from './graph.ts'

/** Steps of one route (interface specification, section 8). */
export const MAX_STEPS = 4
/** Uses of one provider in one route (rule B). */
const MAX_USES = 2

/** Every fault of a chain of 1 to 4 steps, each at its step. */
export function chainFaults(catalogue: Catalogue, steps: readonly ChainStep[]): Fault[] {
  const faults = steps.flatMap((step, index) => stepFaults(catalogue, steps, step, index))
  return faults.length > 0 ? faults : steps.flatMap((step, index) => placeFaults(steps, step, index))
}

/** The chain in the other direction. */
export function reversed(steps: readonly ChainStep[]): ChainStep[] {
  return steps.map(({ from, to, provider }) => ({ from: to, to: from, provider })).toReversed()
}

/** One text for a chain and its reverse: what makes two routes the same one. */
export function canonicalKey(steps: readonly ChainStep[]): string {
  const [from, to] = [steps[0]?.from ?? '', steps.at(-1)?.to ?? '']
  return routeKey(from < to ? steps : reversed(steps))
}

function stepFaults(catalogue: Catalogue, steps: readonly ChainStep[], step: ChainStep, index: number): Fault[] {
  const at = `/chain_steps/${index}`
  const faults: Fault[] = []
  const known = step.provider === MANUAL || catalogue.byCode.has(step.provider)
  for (const end of ['from', 'to'] as const)
    if (!isCurrency(step[end])) faults.push({ pointer: `${at}/${end}`, detail: notACurrency(step[end]) })
  if (!known)
    faults.push({ pointer: `${at}/provider`, detail: `There is no provider ${step.provider}; GET /fx/providers lists them.` })
  if (faults.length > 0) return faults
  if (step.from === step.to) return [{ pointer: `${at}/to`, detail: `A step leads to another currency than ${step.from}.` }]
  if (step.provider === MANUAL) {
    if (steps.length === 1) return []
    return [
      { pointer: `${at}/provider`, detail: 'A route with MANUAL has one step: rates entered by hand are no part of a chain.' },
    ]
  }
  if (publishes(catalogue, legOf(step))) return []
  return [{ pointer: at, detail: `${step.provider} has no rate between ${step.from} and ${step.to}, in neither direction.` }]
}

function placeFaults(steps: readonly ChainStep[], step: ChainStep, index: number): Fault[] {
  const at = `/chain_steps/${index}`
  const before = steps.slice(0, index)
  const previous = before.at(-1)
  const faults: Fault[] = []
  if (previous && previous.to !== step.from)
    faults.push({
      pointer: `${at}/from`,
      detail: `The step before ends at ${previous.to}, so this one cannot start from ${step.from}.`,
    })
  if (before.some((one) => one.from === step.to || one.to === step.to))
    faults.push({ pointer: `${at}/to`, detail: `${step.to} is in the route already; a currency may appear once.` })
  if (before.filter((one) => one.provider === step.provider).length >= MAX_USES)
    faults.push({ pointer: `${at}/provider`, detail: `${step.provider} is used ${MAX_USES} times already, which is the most.` })
  return faults
}

function notACurrency(text: string): string {
  return `${text} is no ISO 4217 currency code such as EUR, in upper case.${replacementOf(text)}`
}
