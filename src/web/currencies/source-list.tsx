import { count, instant } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Badge, Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { ProviderNames } from './chain.tsx'

type States = AnswerOf<'GET /fx/currencies/sync'>
/** Pairs of a source that are listed. */
const SHOWN = 20

/** Each source of rates with its last success and failure. */
export const SourceList = ({ r, states, names }: { r: Reader; states: States; names: ProviderNames }) => {
  const { currencies: words } = r.words
  const groups = [...Map.groupBy(states, ({ provider }) => provider)]
  return (
    <Card title={words.sources} id="sources">
      {groups.length === 0 ? (
        <p class="quiet">{words.sourcesNone}</p>
      ) : (
        <ul class="fx">
          {groups.map(([provider, some]) => (
            <Source r={r} name={names(provider)} states={some} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Source = ({ r, name, states }: { r: Reader; name: string; states: States }) => {
  const { currencies: words } = r.words
  const last = states
    .flatMap(({ last_success }) => last_success ?? [])
    .sort()
    .at(-1)
  const error = states.find(({ last_error }) => last_error !== null)?.last_error
  return (
    <li>
      <h3>
        {name} <Badge tone={error ? 'warn' : 'ok'}>{error ? words.failing : words.working}</Badge>
      </h3>
      <p class="small">{last ? `${words.lastFetched}${r.words.common.colon}${instant(r, last)}` : words.neverFetched}</p>
      {error && <p class="small quiet">{error}</p>}
      <details class="small">
        <summary>{words.seriesOf(states.length, count(r, states.length))}</summary>
        <ul class="acts">
          {states.slice(0, SHOWN).map(({ base, quote }) => (
            <li>
              <a href={r.to(`/currencies/${base}-${quote}`)}>
                {base}/{quote}
              </a>
            </li>
          ))}
        </ul>
        {states.length > SHOWN && <p class="quiet">{r.words.common.more(count(r, states.length - SHOWN))}</p>}
      </details>
    </li>
  )
}
