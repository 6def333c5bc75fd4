import type { Child } from 'hono/jsx'
import { count } from '../figures.ts'
import { Day, Quantity } from '../parts/amounts.tsx'
import { Badge, Verdict } from '../parts/basics.tsx'
import { Button } from '../parts/forms.tsx'
import { Said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import type { Broker, Preview, Trying } from './report.ts'

type Props = { r: Reader; preview: Preview; trying: Trying; broker: Broker }

/** What the import would meet, with the ways out as buttons of the review's form. */
export function TrialVerdict({ r, preview, trying, broker }: Props) {
  const { imports: words } = r.words
  const problem = trying.kind === 'known' ? trying.trial.refused : trying.kind === 'refused' ? trying.problem : null
  const isShort = preview.shortages_total > 0
  if (trying.kind === 'running')
    return (
      <Verdict tone="warn" title={words.trying}>
        <p>{words.tryingHelp}</p>
        <p>
          <a class="button small" href={r.here({ job: trying.job })}>
            {words.lookAgain}
          </a>
        </p>
      </Verdict>
    )
  if (!problem && !isShort)
    return (
      <Verdict tone="ok" title={words.ready}>
        <p>{words.readyHelp}</p>
      </Verdict>
    )
  const title = problem ? words.refused : words.shortTitle(preview.shortages_total, count(r, preview.shortages_total))
  return (
    <Verdict tone="warn" title={title}>
      {problem && (
        <p>
          <Said r={r} text={problem.detail} />
        </p>
      )}
      {isShort && <Shortages r={r} preview={preview} />}
      {isShort ? <Ways r={r} preview={preview} broker={broker} /> : <p>{words.refusedHelp}</p>}
    </Verdict>
  )
}

const SHOWN = 5

function Shortages({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  const rest = preview.shortages_total - Math.min(SHOWN, preview.shortages.length)
  return (
    <>
      <p>{words.shortHelp}</p>
      <ul class="shortages">
        {preview.shortages.slice(0, SHOWN).map(({ row, date, name, symbol, isin, asset, currency, missing }) => (
          <li>
            <b>{name ?? symbol ?? isin ?? asset ?? currency}</b>
            {r.words.common.colon}
            <Day r={r} of={date} />, <Quantity r={r} of={missing} /> {currency !== null && `${currency} `}
            {words.shortMissing} <span class="quiet">({`${words.shortRow} ${row}`})</span>
          </li>
        ))}
        {rest > 0 && <li>{words.shortMore(count(r, rest))}</li>}
      </ul>
    </>
  )
}

function Ways({ r, preview, broker }: { r: Reader; preview: Preview; broker: Broker }) {
  const { ways } = r.words.imports
  const chosen = chosenWay(preview)
  return (
    <ul class="ways">
      <li>
        <a class="button small" href={r.to('/imports/new', { broker_id: broker.id })}>
          {ways.earlier}
        </a>
        <span>{ways.earlierHelp}</span>
      </li>
      <Way r={r} isChosen={chosen === 'book'} value="opening:book" help={ways.bookHelp}>
        {ways.book}
      </Way>
      <Way r={r} isChosen={chosen === 'leave-out'} value="short:leave-out" help={ways.leaveOutHelp}>
        {ways.leaveOut}
      </Way>
      <Way r={r} isChosen={chosen === 'allow'} value="short:allow" help={ways.allowHelp}>
        {ways.allow(broker.name)}
      </Way>
    </ul>
  )
}

function Way(props: { r: Reader; isChosen: boolean; value: string; help: string; children: Child }) {
  const { r, isChosen, value, help, children } = props
  return (
    <li>
      {isChosen ? (
        <b class="chosen">
          {children} <Badge tone="accent">{r.words.imports.chosen}</Badge>
        </b>
      ) : (
        <Button kind="small" name="do" value={value}>
          {children}
        </Button>
      )}
      <span>{help}</span>
    </li>
  )
}

/** What the import does with rows that are short: as chosen, else by default, which books for a broker without transactions. */
function chosenWay({ report: { choices }, openings_total: openings }: Preview): 'book' | 'leave-out' | 'allow' | 'refuse' {
  if (choices?.opening) return choices.opening
  if (choices?.short) return choices.short
  return openings > 0 ? 'book' : 'leave-out'
}
