import { count, day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Day } from '../parts/amounts.tsx'
import { Badge, Card, Empty } from '../parts/basics.tsx'
import { Button } from '../parts/forms.tsx'
import { Said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import { Chain, type ProviderNames } from './chain.tsx'

type Coverage = AnswerOf<'GET /fx/coverage'>
type PairProps = { r: Reader; one: Coverage[number]; names: ProviderNames }

/** Each pair that the reader's portfolio needs: how old its newest rate is, which days lack one, and what brings them. */
export const PairList = ({ r, coverage, names }: { r: Reader; coverage: Coverage; names: ProviderNames }) => {
  const { currencies: words } = r.words
  return (
    <Card title={words.pairs} id="pairs">
      {coverage.length === 0 ? (
        <Empty title={words.pairsNone}>
          <p class="quiet">{words.pairsNoneHelp}</p>
        </Empty>
      ) : (
        <ul class="fx">
          {[...coverage]
            .sort((a, b) => Number(a.complete) - Number(b.complete))
            .map((one) => (
              <Pair r={r} one={one} names={names} />
            ))}
        </ul>
      )}
    </Card>
  )
}

const Pair = ({ r, one, names }: PairProps) => {
  const { currencies: words } = r.words
  return (
    <li>
      <h3>
        <a href={r.to(`/currencies/${one.currency}-${one.to}`)}>
          {one.currency} → {one.to}
        </a>{' '}
        <Badge tone={one.complete ? 'ok' : 'warn'}>
          {one.complete ? words.complete : words.missing(one.gap_days, count(r, one.gap_days))}
        </Badge>
      </h3>
      <p>
        {words.newest}
        {r.words.common.colon}
        <Newest r={r} date={one.held_to} />
        <span class="sub">
          {words.neededSince} <Day r={r} of={one.needed_from} />
          {one.needed_to !== null && (
            <>
              {' '}
              {words.neededUntil} <Day r={r} of={one.needed_to} />
            </>
          )}
        </span>
      </p>
      {one.route && <Chain steps={one.route.chain_steps} names={names} />}
      {!one.complete && <Missing r={r} one={one} />}
    </li>
  )
}

const DAY_MS = 86_400_000

const Newest = ({ r, date }: { r: Reader; date: string | null }) => {
  const { currencies: words } = r.words
  if (date === null) return words.noRate
  const age = Math.max(0, Math.round((Date.parse(r.today) - Date.parse(date)) / DAY_MS))
  return (
    <>
      <Day r={r} of={date} /> <span class="quiet">({words.ago(age, count(r, age))})</span>
    </>
  )
}

const Missing = ({ r, one }: Omit<PairProps, 'names'>) => {
  const { currencies: words } = r.words
  return (
    <>
      <p class="quiet small">
        <Said r={r} text={one.detail} />
      </p>
      <details class="small">
        <summary>{words.whichDays}</summary>
        <ul>
          {one.gaps.map(({ from, to }) => (
            <li class="num">{words.span(day(r, from), day(r, to))}</li>
          ))}
        </ul>
        {one.gap_count > one.gaps.length && <p class="quiet">{words.moreGaps(count(r, one.gap_count))}</p>}
      </details>
      <div class="acts">
        {one.remedy && one.remedy.figures !== 'missing' && (
          <form method="post" action={r.to('/currencies')}>
            <input type="hidden" name="do" value="mend" />
            <Button kind="small" name="currency" value={one.currency}>
              {textOf(r, one.remedy.operation_id)}
            </Button>
          </form>
        )}
        <a class="button small" href={r.to(`/currencies/${one.currency}-${one.to}`)}>
          {words.byHand}
        </a>
      </div>
    </>
  )
}

function textOf({ words }: Reader, operation: string): string {
  if (operation === 'putFxRates') return words.parts.proposed.putFxRates
  return operation === 'syncFxCurrencies' ? words.currencies.fetch : words.currencies.addRoute
}
