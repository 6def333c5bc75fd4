import type { Query } from '../ask.ts'
import { day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import type { Reader } from '../reader.ts'
import { hasScopes, type Scope } from '../scope.ts'

type Brokers = AnswerOf<'GET /brokers'>
type ScopeProps = { r: Reader; scope: Scope; brokers: Brokers; hasDay?: boolean }

const NONE = { broker_ids: null, owned: null, cursor: null, done: null }

/** Whose portfolio the page shows: all brokers, the reader's share of them, or one; and of which day, with `hasDay`. */
export const ScopeChoice = ({ r, scope, brokers, hasDay }: ScopeProps) => {
  const { parts } = r.words
  if (!hasScopes(brokers) && !hasDay) return null
  const isAll = scope.broker === undefined && !scope.isOwn
  const isShared = brokers.some(({ member_count }) => member_count > 1)
  return (
    <details class="pick scope">
      <summary>
        {nameOf(r, scope, brokers)}
        {scope.asOf && `, ${day(r, scope.asOf)}`}
      </summary>
      <div>
        {hasScopes(brokers) && (
          <ul class="list">
            <Choice r={r} query={{}} isHere={isAll} text={parts.allBrokers} />
            {isShared && (
              <Choice r={r} query={{ owned: true }} isHere={scope.isOwn && scope.broker === undefined} text={parts.myShare} />
            )}
            {brokers.length > 1 &&
              brokers.map(({ id, name }) => (
                <Choice r={r} query={{ broker_ids: id }} isHere={scope.broker === id && !scope.isOwn} text={name} />
              ))}
          </ul>
        )}
        {hasDay && <DayForm r={r} asOf={scope.asOf} />}
      </div>
    </details>
  )
}

const Choice = ({ r, query, isHere, text }: { r: Reader; query: Query; isHere: boolean; text: string }) => (
  <li>
    <a href={r.here({ ...NONE, ...query })} {...(isHere ? { 'aria-current': 'true' as const } : {})}>
      {text}
    </a>
  </li>
)

function nameOf(r: Reader, { broker, isOwn }: Scope, brokers: Brokers): string {
  const name = brokers.find(({ id }) => id === broker)?.name
  if (name === undefined) return isOwn ? r.words.parts.myShare : r.words.parts.allBrokers
  return isOwn ? `${name} (${r.words.parts.myShare})` : name
}

/** The portfolio as it was at the end of any day. */
const DayForm = ({ r, asOf }: { r: Reader; asOf: string | undefined }) => {
  const { parts } = r.words
  const others = [...r.query].filter(([name]) => !['as_of', 'cursor', 'done'].includes(name))
  return (
    <form method="get" action={r.to(r.path)} class="inline">
      {others.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <div class="field">
        <label for="as-of">{parts.onThisDay}</label>
        <input id="as-of" type="date" name="as_of" value={asOf ?? r.today} max={r.today} />
      </div>
      <button type="submit" class="button">
        {parts.show}
      </button>
      {asOf && (
        <a class="button" href={r.here({ as_of: null })}>
          {r.words.common.today}
        </a>
      )}
    </form>
  )
}
