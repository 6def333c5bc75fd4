import type { AnswerOf } from '../operations.ts'
import { Amount, Change } from '../parts/amounts.tsx'
import { Card, Tabs } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import { reasonOf } from './returns.tsx'
import { Linked } from './rows.tsx'

type Report = AnswerOf<'GET /portfolio/performance/breakdown'>
type Part = Report['rows'][number]

/** As many rows as the table has. */
const SHOWN = 100

/** Which assets or brokers made the gain. */
export const Breakdown = ({ r, site, report }: { r: Reader; site: Site; report: Report }) => {
  const { reports: words } = r.words
  const items = (['asset', 'broker'] as const).map((key) => ({
    key,
    text: words.divisions[key],
    href: r.here({ by: key === 'asset' ? null : key, done: null }),
  }))
  const columns = [
    { key: 'name', text: words.divisions[report.by] },
    { key: 'value', text: words.value, isEnd: true },
    { key: 'gain', text: words.gain, isEnd: true },
    { key: 'contribution', text: words.contribution, isEnd: true, kind: 'wide' },
    { key: 'twr', text: words.twr, isEnd: true, kind: 'wide' },
    { key: 'mwr', text: words.mwr, isEnd: true, kind: 'wide' },
  ]
  const tabs = <Tabs label={words.dividedBy} items={items} current={report.by} />
  return (
    <Card title={words.whatMadeIt} id="breakdown" aside={tabs}>
      <Table
        r={r}
        caption={words.whatMadeIt}
        columns={columns}
        foot={<Row r={r} site={site} by={report.by} part={report.total} />}
      >
        {report.rows.slice(0, SHOWN).map((part) => (
          <Row r={r} site={site} by={report.by} part={part} />
        ))}
      </Table>
      {report.rows.length > SHOWN && <p class="quiet small">{words.restInCsv}</p>}
    </Card>
  )
}

type RowProps = { r: Reader; site: Site; by: Report['by']; part: Part }

const Row = ({ r, site, by, part }: RowProps) => (
  <tr>
    <th scope="row">
      <Name r={r} site={site} by={by} part={part} />
    </th>
    <td class="end">
      <Amount r={r} of={part.end_value} />
    </td>
    <td class="end">
      <Amount r={r} of={part.gain.total} signed />
    </td>
    <td class="end wide">
      <Change r={r} of={part.contribution} />
    </td>
    <td class="end wide" {...titled(reasonOf(r, part.twr_reason))}>
      <Change r={r} of={part.twr} />
    </td>
    <td class="end wide" {...titled(reasonOf(r, part.mwr_reason))}>
      <Change r={r} of={part.mwr} />
    </td>
  </tr>
)

const titled = (title: string) => (title === '' ? {} : { title })

const Name = ({ r, site, by, part: { key, label } }: RowProps) => {
  const { reports: words } = r.words
  if (key === 'cash') return <>{words.cash}</>
  if (key === 'total') return <>{words.together}</>
  if (key === 'between') return <>{words.between}</>
  return (
    <Linked r={r} site={site} path={by === 'asset' ? `/assets/${key}` : `/brokers/${key}`}>
      {label}
    </Linked>
  )
}
