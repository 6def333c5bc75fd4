import type { Ask } from '../ask.ts'
import { count, day } from '../figures.ts'
import { Badge, Card, Empty, PageHead } from '../parts/basics.tsx'
import { Faults } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { NewReports } from './new-reports.tsx'
import { WaitingFiles } from './received.tsx'
import { mayEdit, type Report } from './report.ts'
import { UploadForm } from './upload-form.tsx'

const PER_PAGE = 25

/** A place for files, and every report with what became of it. */
export const importsPage: Page = async ({ ask, reader: r, fields }) => {
  const { imports: words } = r.words
  const brokers = await ask('GET /brokers')
  const { reports, next, total } = await listReports(ask, r)
  const waiting = await ask('GET /brokers/import/received')
  const writable = brokers.filter((one) => mayEdit(one) && !one.archived)
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead} />
      <Faults r={r} fields={fields} />
      <NewReports r={r} reports={reports} />
      <WaitingFiles r={r} fields={fields} waiting={waiting} brokers={writable} />
      <UploadForm r={r} fields={fields} brokers={writable} hasNew />
      <Card title={words.reports} id="reports">
        {reports.length === 0 ? (
          <Empty title={words.none}>
            <p class="help">{words.noneHelp}</p>
          </Empty>
        ) : (
          <Reports r={r} reports={reports} names={new Map(brokers.map(({ id, name }) => [id, name]))} />
        )}
        <Pager r={r} next={next} {...(total === undefined ? {} : { total })} />
      </Card>
      <AsScript
        r={r}
        operations={[['GET /brokers/import/files', { query: { limit: PER_PAGE } }], ['GET /brokers/import/received']]}
      />
    </>
  )
  return { title: words.title, body }
}

async function listReports(ask: Ask, r: Reader) {
  const query = { limit: PER_PAGE, count: true, cursor: r.query.get('cursor'), broker_ids: r.query.getAll('broker_ids') }
  const listed = await ask.try('GET /brokers/import/files', { query })
  if (!listed.ok) return { reports: [], next: null, total: undefined }
  const total = Number(listed.headers.get('x-total-count') ?? 0)
  return { reports: listed.body, next: nextCursor(listed.headers), total: total > PER_PAGE ? total : undefined }
}

const TONES = { uploaded: 'warn', parsed: 'warn', imported: 'ok', failed: 'bad' } as const

function Reports({ r, reports, names }: { r: Reader; reports: readonly Report[]; names: ReadonlyMap<number, string> }) {
  const { imports: words } = r.words
  const { columns } = words
  return (
    <Table
      r={r}
      caption={words.reports}
      kind="reports"
      columns={[
        { key: 'file', text: columns.file },
        { key: 'broker', text: columns.broker },
        { key: 'rows', text: columns.rows, isEnd: true },
        { key: 'uploaded', text: columns.uploaded, isEnd: true },
        { key: 'status', text: columns.status, isEnd: true },
      ]}
    >
      {reports.map((report) => (
        <tr>
          <th scope="row">
            <a href={r.to(`/imports/${report.id}`)}>{report.filename}</a>
            {report.period && (
              <span class="sub">
                {day(r, report.period.from)} – {day(r, report.period.to)}
              </span>
            )}
          </th>
          <td class="broker">{names.get(report.broker_id)}</td>
          <td class="end num counted">{report.counts && count(r, report.counts.total)}</td>
          <td class="end when">{day(r, report.uploaded_at.slice(0, 10))}</td>
          <td class="end state">
            <Badge tone={TONES[report.status]}>{words.status[report.status]}</Badge>
          </td>
        </tr>
      ))}
    </Table>
  )
}
