import { Bars } from '../charts/bars.tsx'
import { day, money } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import { YearGrid } from './year-grid.tsx'

type Report = AnswerOf<'GET /portfolio/income'>

/** As many months as are drawn before those that are expected, and of those. */
const DRAWN = 12

/** The last months as bars, and the next ones as they are expected, drawn differently. */
export const Calendar = ({ r, report }: { r: Reader; report: Report }) => {
  const { reports: words } = r.words
  const paid = new Map(report.months.map(({ month, gross }) => [month, gross]))
  const expected = new Map(report.forecast.map(({ month, gross }) => [month, gross]))
  const last = report.to.slice(0, 7)
  const past = Array.from({ length: DRAWN }, (_, index) => monthAfter(last, index - DRAWN + 1))
  const first = report.from.slice(0, 7)
  const next = expected.size === 0 ? [] : Array.from({ length: DRAWN }, (_, index) => monthAfter(last, index + 1))
  const bars = [...past.filter((month) => month >= first), ...next].map((month) => {
    const isExpected = month > last
    const gross = (isExpected ? expected : paid).get(month) ?? '0'
    const said = `${nameOf(r, month)}${r.words.common.colon}${money(r, gross, r.currency)}`
    return {
      text: day(r, month, { month: 'narrow' }),
      title: isExpected ? `${said}, ${words.expected}` : said,
      value: Number(gross),
      isExpected,
    }
  })
  return (
    <Card title={words.calendar} id="calendar" aside={<span class="quiet small">{words.calendarHelp}</span>}>
      <Bars r={r} label={words.calendarLabel} bars={bars}>
        <Expected r={r} forecast={report.forecast} />
      </Bars>
    </Card>
  )
}

const Expected = ({ r, forecast }: { r: Reader; forecast: Report['forecast'] }) => {
  const { reports: words } = r.words
  const columns = [
    { key: 'month', text: words.month },
    { key: 'gross', text: words.grossExpected, isEnd: true },
  ]
  return (
    <Table r={r} caption={words.grossExpected} columns={columns}>
      {forecast.map(({ month, gross }) => (
        <tr>
          <th scope="row">{nameOf(r, month)}</th>
          <td class="end">
            <Amount r={r} of={gross} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** What was received, by month and year. */
export const IncomeGrid = ({ r, report }: { r: Reader; report: Report }) => (
  <YearGrid
    r={r}
    id="years"
    title={r.words.reports.receivedByYear}
    years={report.years.map(({ year, net }) => ({ year, whole: <Amount r={r} of={net} whole /> }))}
    months={new Map(report.months.map(({ month, net }) => [month, <Amount r={r} of={net} whole />]))}
    aside={<span class="quiet small">{r.words.reports.wholeUnits}</span>}
  />
)

const nameOf = (r: Reader, month: string) => day(r, month, { month: 'short', year: 'numeric' })

function monthAfter(first: string, months: number): string {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}
