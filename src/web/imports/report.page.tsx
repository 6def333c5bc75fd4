import type { Ask } from '../ask.ts'
import { count } from '../figures.ts'
import { Badge, Card, Verdict } from '../parts/basics.tsx'
import { Said } from '../parts/said.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Page, View, Visit } from '../visit.ts'
import { Accounting } from './accounting.tsx'
import { FailedReport } from './failed.tsx'
import { PAGE } from './notes.tsx'
import { type Broker, findReport, IMPORT, mayEdit, PARSE, type Report, tryImport, UNDO } from './report.ts'
import { Result } from './result.tsx'
import { fromOf, Problems, ReportHead, Review, showOf } from './review.tsx'
import { RunningJob } from './running.tsx'

/** One report: to be reviewed, running, imported, or not readable. */
export const reportPage: Page = async (visit) => {
  const { ask, params, reader: r } = visit
  const found = await findReport(ask, params['id'] ?? '')
  const view = await viewOf(visit, found)
  const note = r.query.has('same') || r.query.has('undone') ? <Note {...visit} /> : null
  return {
    ...view,
    body: (
      <>
        {note}
        <Problems r={r} fields={visit.fields} />
        {view.body}
        <AsScript
          r={r}
          operations={OPERATIONS.map(([operation, body]) => [
            operation,
            { params: { id: found.report.id }, ...(body && { body }) },
          ])}
        />
      </>
    ),
  }
}

/** What this page requests. */
const OPERATIONS = [
  ['GET /brokers/import/files/{id}', undefined],
  [PARSE, {}],
  [IMPORT, { dry_run: true }],
] as const

type Found = { readonly report: Report; readonly broker: Broker }

async function viewOf(visit: Visit, found: Found): Promise<View> {
  const { reader: r } = visit
  const { report, broker } = found
  const title = report.filename
  const names = await readerNames(visit.ask)
  const running = r.query.get('import')
  if (running !== null) {
    const job = await visit.ask('GET /jobs/{id}', { params: { id: running } })
    if (job.state !== 'succeeded') return { title, body: <RunningJob r={r} found={found} job={job} /> }
  }
  if (report.status === 'imported') return { title, body: await resultOf(visit, found, names) }
  if (!mayEdit(broker)) return { title, body: <ForViewers {...found} r={r} names={names} /> }
  return { title, body: await reviewOf(visit, found, names) }
}

async function readerNames(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const plugins = await ask('GET /brokers/import/plugins')
  return new Map(plugins.map(({ code, name }) => [code, name]))
}

async function reviewOf(visit: Visit, found: Found, names: ReadonlyMap<string, string>) {
  const { ask, reader: r, site, fields } = visit
  const { broker, report } = found
  const show = showOf(r)
  const from = fromOf(r)
  const body = {
    limit: show === 'all' || show === 'duplicates' ? PAGE + 1 : 0,
    offset: from,
    list: show === 'duplicates' ? 'duplicates' : 'noted-first',
    ...(show === 'ignored' && { ignored_offset: from }),
  }
  const parsed = await ask.try(PARSE, { params: { id: report.id }, body })
  const brokers = await ask('GET /brokers')
  const writable = brokers.filter(mayEdit)
  if (!parsed.ok) {
    const given = { r, found, fields, names, lines: await linesOf(visit, report.id) }
    return <FailedReport {...given} problem={parsed.problem} />
  }
  if (parsed.body.report.status === 'failed') {
    const given = { r, found: { ...found, report: parsed.body.report }, fields, names, lines: await linesOf(visit, report.id) }
    return <FailedReport {...given} preview={parsed.body} />
  }
  const trying = await tryImport(ask, report.id, r.query.get('job'))
  const given = { r, site, fields, broker, trying, names, brokers: writable }
  return <Review {...given} preview={parsed.body} />
}

/** How the file begins; nothing of one that cannot be opened. */
async function linesOf({ ask }: Visit, id: string) {
  const tried = await ask.try('GET /brokers/import/files/{id}/lines', { params: { id } })
  return tried.ok ? tried.body : undefined
}

async function resultOf({ ask, reader: r, site }: Visit, { report, broker }: Found, names: ReadonlyMap<string, string>) {
  const { id } = report
  const query = { report_id: id, broker_ids: [broker.id, ...report.other_brokers] }
  const undone = mayEdit(broker) ? await ask.try(UNDO, { params: { id }, body: { dry_run: true } }) : undefined
  const given = { r, site, report, broker, reader: names.get(report.plugin ?? '') }
  return (
    <Result
      {...given}
      stored={await ask.count('GET /transactions', { query })}
      undone={undone?.ok ? undone.body : undefined}
      summary={await ask('GET /brokers/{id}/summary', { params: { id: broker.id } })}
    />
  )
}

/** What came before this page. */
function Note({ reader: r }: Visit) {
  const { imports: words } = r.words
  const isSame = r.query.has('same')
  return (
    <Verdict tone={isSame ? 'warn' : 'ok'} title={isSame ? words.sameFile : words.undone}>
      <p>{isSame ? words.sameFileHelp : words.undoneHelp}</p>
    </Verdict>
  )
}

const TONES = { uploaded: 'warn', parsed: 'warn', imported: 'ok', failed: 'bad' } as const

/** Who may only read sees what it is and how far it has come. */
function ForViewers({ r, report, broker, names }: Found & { r: Visit['reader']; names: ReadonlyMap<string, string> }) {
  const { imports: words } = r.words
  return (
    <>
      <ReportHead r={r} report={report} broker={broker} reader={names.get(report.plugin ?? '')} />
      <Card>
        <p>
          <Badge tone={TONES[report.status]}>{words.status[report.status]}</Badge>
        </p>
        {report.problem && (
          <p>
            <Said r={r} text={report.problem.detail} />
          </p>
        )}
        <p class="help">{words.viewerHelp}</p>
        <p class="help">{words.files(report.parts_total, count(r, report.parts_total))}</p>
      </Card>
      {report.counts && <Accounting r={r} rows={report.counts} />}
    </>
  )
}
