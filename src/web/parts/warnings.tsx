import type { Given } from '../ask.ts'
import { count } from '../figures.ts'
import type { Reader } from '../reader.ts'
import { type Remedy, type WarnedOperation, type Warning, warningKey } from '../remedy.ts'
import type { Site } from '../visit.ts'
import type { Words } from '../words/index.ts'
import { Badge, type BadgeTone } from './basics.tsx'
import { Said } from './said.tsx'

type WarningsProps = {
  r: Reader
  site: Site
  /** The operation that warned, with what it was given: its remedies are read from it again. */
  of: readonly [operation: WarnedOperation, given?: Given]
  warnings: readonly Warning[]
  title?: string
}

/** Pages that may be shown without cash. */
const WITHOUT_CASH = new Set(['/', '/reports/performance'])
const SHOWN = 4
/** Whose sentences name quantities. */
const WITH_UNITS: ReadonlySet<string> = new Set(['split-not-booked', 'contract-expired', 'lot-unknown'])
const TONES: Readonly<Record<Warning['severity'], BadgeTone>> = { error: 'bad', warning: 'warn', info: 'plain' }

/** The warnings of a report, worst first, each with what it says and with what mends it, if anything does. */
export const Warnings = (props: WarningsProps) => {
  const { r, warnings, title = r.words.parts.warnings } = props
  if (warnings.length === 0) return null
  const rest = warnings.slice(SHOWN)
  return (
    <section class="card warnings" aria-labelledby="warnings">
      <header class="card-head">
        <h2 id="warnings">{title}</h2>
      </header>
      {r.query.has('done') && <p role="status">{r.words.parts.done}</p>}
      <ul>
        {warnings.slice(0, SHOWN).map((warning) => (
          <Line {...props} warning={warning} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>{r.words.common.more(count(r, rest.length))}</summary>
          <ul>
            {rest.slice(0, 100).map((warning) => (
              <Line {...props} warning={warning} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const Line = (props: WarningsProps & { warning: Warning }) => {
  const { r, warning } = props
  return (
    <li>
      <Badge tone={TONES[warning.severity]}>{r.words.parts.severities[warning.severity]}</Badge>
      <p>
        <Said r={r} text={warning.detail} hasFigures={!WITH_UNITS.has(warning.code)} />
      </p>
      {warning.remedy && <Mend {...props} remedy={warning.remedy} />}
    </li>
  )
}

const Mend = ({
  r,
  site,
  of: [operation, given = {}],
  warning,
  remedy,
}: WarningsProps & { warning: Warning; remedy: Remedy }) => {
  const text = textOf(r, remedy)
  if (text === undefined) return null
  if (remedy.method === 'GET') return <Look r={r} site={site} remedy={remedy} text={text} />
  if (remedy.figures === 'missing') return <Enter r={r} site={site} warning={warning} text={text} />
  const { params, query } = given
  return (
    <form method="post" action={r.to('/remedy')}>
      <input type="hidden" name="report" value={operation} />
      <input type="hidden" name="given" value={JSON.stringify({ params, query })} />
      <input type="hidden" name="warning" value={warningKey(warning)} />
      <input type="hidden" name="next" value={r.here({ done: null }).slice(r.to('').length)} />
      <button type="submit" class="button small">
        {text}
      </button>
    </form>
  )
}

function textOf(r: Reader, { operation_id, figures }: Remedy): string | undefined {
  const { remedies, proposed }: Pick<Words['parts'], 'remedies' | 'proposed'> = r.words.parts
  const texts: Readonly<Record<string, string>> = figures === 'proposed' ? { ...remedies, ...proposed } : remedies
  return texts[operation_id]
}

/** The page on which closes or rates are entered by hand. */
const Enter = ({ r, site, warning, text }: { r: Reader; site: Site; warning: Warning; text: string }) => {
  const { pair, asset_id, to, affects } = warning
  const prices = asset_id === null ? '/assets/prices' : `/assets/${asset_id}/closes`
  const rates = pair === null ? '/currencies' : `/currencies/${pair.replace('/', '-')}`
  const path = affects.pairs.length === 0 ? prices : rates
  if (!site.hasPage(path)) return null
  return (
    <a class="button small" href={r.to(path, path === prices && asset_id !== null ? { date: to } : {})}>
      {text}
    </a>
  )
}

/** What only a person can mend: the page that shows it. */
const Look = ({ r, site, remedy, text }: { r: Reader; site: Site; remedy: Remedy; text: string }) => {
  if (remedy.operation_id === 'getPerformance')
    return WITHOUT_CASH.has(r.path) ? (
      <a class="button small" href={r.here({ scope: 'assets', done: null })}>
        {text}
      </a>
    ) : null
  if (!site.hasPage('/transactions')) return null
  const { searchParams } = new URL(remedy.path, 'http://localhost')
  const query = Object.fromEntries(['broker_ids', 'asset_ids', 'to'].map((name) => [name, searchParams.getAll(name)]))
  return (
    <a class="button small" href={r.to('/transactions', query)}>
      {text}
    </a>
  )
}
