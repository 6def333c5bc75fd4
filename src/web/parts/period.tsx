import { PERIODS, type Period } from '../period.ts'
import type { Reader } from '../reader.ts'
import { type TabItem, Tabs } from './basics.tsx'

/** What the range of a page takes from its address, so that links may take it away. */
const NONE = { period: null, from: null, to: null, cursor: null, done: null }

/** The usual periods as links. `standard`: the one of an address without any. */
export const PeriodTabs = ({ r, period, standard = '1y' }: { r: Reader; period: Period; standard?: Period['key'] }) => {
  const items: TabItem[] = PERIODS.map((key) => ({
    key,
    text: r.words.parts.periods[key],
    href: r.here({ ...NONE, period: key === standard ? null : key }),
  }))
  return <Tabs label={r.words.parts.period} items={items} current={period.key} />
}

/** Any two days, by a form that asks for the page of them. */
export const PeriodForm = ({ r, period }: { r: Reader; period: Period }) => {
  const { parts } = r.words
  const others = [...r.query].filter(([name]) => !(name in NONE))
  return (
    <details class="pick" {...(period.key === 'custom' ? { open: true } : {})}>
      <summary>{parts.periods.custom}</summary>
      <form method="get" action={r.to(r.path)} class="inline">
        {others.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="field">
          <label for="period-from">{parts.from}</label>
          <input id="period-from" type="date" name="from" value={period.from ?? ''} max={r.today} />
        </div>
        <div class="field">
          <label for="period-to">{parts.to}</label>
          <input id="period-to" type="date" name="to" value={period.to ?? r.today} />
        </div>
        <button type="submit" class="button">
          {parts.show}
        </button>
      </form>
    </details>
  )
}

/** The usual periods, and days of one's own. */
export const PeriodControls = (given: { r: Reader; period: Period }) => (
  <>
    <PeriodTabs {...given} />
    <PeriodForm {...given} />
  </>
)
