import type { AnswerOf } from '../operations.ts'
import { Icon } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

type Step = AnswerOf<'GET /fx/providers/routes'>[number]['chain_steps'][number]
type Providers = AnswerOf<'GET /fx/providers'>

/** What a source of rates is called. */
export type ProviderNames = (code: string) => string

export function providerNames(r: Reader, providers: Providers): ProviderNames {
  const names = new Map(providers.map(({ code, name }) => [code, name]))
  const { fixed, manual } = r.words.currencies
  return (code) => (code === 'MANUAL' ? manual : code === 'FIXED' ? fixed : (names.get(code) ?? code))
}

/** `USD → EUR → CHF`. */
export function chainText(steps: readonly Step[]): string {
  return [steps[0]?.from ?? '', ...steps.map(({ to }) => to)].join(' → ')
}

/** By which a route is known: `USD-EUR:ECB/EUR-CHF:SNB`. */
function chainKey(steps: readonly Step[]): string {
  return steps.map(({ from, to, provider }) => `${from}-${to}:${provider}`).join('/')
}

/** The steps of a key. */
export function stepsOf(key: string): Step[] {
  return key.split('/').map((part) => {
    const [pair = '', provider = ''] = part.split(':')
    const [from = '', to = ''] = pair.split('-')
    return { from, to, provider }
  })
}

/** The same chain in either direction. */
export function isSameChain(a: readonly Step[], b: readonly Step[]): boolean {
  const back = b.map(({ from, to, provider }) => ({ from: to, to: from, provider })).reverse()
  return [b, back].some((one) => chainKey(one) === chainKey(a))
}

/** A route as the currencies on its way, with the source of each step between them. */
export const Chain = ({ steps, names }: { steps: readonly Step[]; names: ProviderNames }) => (
  <ol class="chain">
    <li>
      <b>{steps[0]?.from}</b>
    </li>
    {steps.map(({ to, provider }) => (
      <li>
        <span class="by">{names(provider)}</span>
        <Icon name="next" />
        <b>{to}</b>
      </li>
    ))}
  </ol>
)
