import type { Ask } from '../ask.ts'
import { count, day } from '../figures.ts'
import type { FormView } from '../form.ts'
import { Badge, Card, Empty, PageHead } from '../parts/basics.tsx'
import { Button, Faults, Field, idOf, Select } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { type Broker, mayEdit, type Report } from './report.ts'

const PER_PAGE = 25

/** A place for files, and every report with what became of it. */
export const importsPage: Page = async ({ ask, reader: r, fields }) => {
  const { imports: words } = r.words
  const brokers = await ask('GET /brokers')
  const { reports, next, total } = await listReports(ask, r)
  const writable = brokers.filter((one) => mayEdit(one) && !one.archived)
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead} />
      <Upload r={r} fields={fields} brokers={writable} />
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
      <AsScript r={r} operations={[['GET /brokers/import/files', { query: { limit: PER_PAGE } }]]} />
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

type Brokers = readonly Pick<Broker, 'id' | 'name'>[]

/** The fields stand before the files: the files are passed on as they arrive. */
function Upload({ r, fields, brokers }: { r: Reader; fields: FormView; brokers: Brokers }) {
  const { imports: words } = r.words
  const [only] = brokers
  const wanted = r.query.get('broker_id') ?? (brokers.length === 1 && only ? String(only.id) : '')
  const options = [...brokers.map(({ id, name }) => ({ value: String(id), text: name })), { value: 'new', text: words.newBroker }]
  const isNew = brokers.length === 0
  return (
    <form method="post" action={r.to('/imports')} enctype="multipart/form-data" class="card upload" data-files="">
      <Faults r={r} fields={fields} />
      <div class="fields">
        <Select
          {...{ r, fields, name: 'broker', label: words.broker, options, value: isNew ? 'new' : wanted }}
          isRequired={brokers.length > 1}
        />
        <div data-shown="broker=new">
          <Field
            {...{ r, fields, name: '/name', label: words.newBrokerName, value: words.newBrokerStandard, maxlength: 100 }}
            {...(isNew ? {} : { help: words.newBrokerHelp })}
          />
        </div>
      </div>
      <div class="field files">
        <label for={idOf('file')}>{words.file}</label>
        <input id={idOf('file')} type="file" name="file" multiple required aria-describedby="file-help" />
        <p class="help" id="file-help">
          {words.fileHelp} <a href={r.to('/imports/formats')}>{words.formats}</a>
        </p>
      </div>
      <div>
        <Button kind="primary">{words.upload}</Button>
      </div>
    </form>
  )
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
