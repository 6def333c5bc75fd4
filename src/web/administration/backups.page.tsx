import { AppError } from '../../shared/errors.ts'
import { Refusal } from '../ask.ts'
import { bytes, instant } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, Crumbs } from '../parts/basics.tsx'
import { Button, Field, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { AdminHead, requireAdministrator } from './head.tsx'

type Backup = AnswerOf<'GET /backup'>[number]
const PAGE = 50
const MAX_PAGE = 200

/** The archives that are there. */
export const backupsPage: Page = async ({ reader: r, ask, fields }) => {
  requireAdministrator(r)
  const { administration: words } = r.words
  const given = { query: { limit: PAGE, cursor: r.query.get('cursor') } }
  const tried = await ask.try('GET /backup', given)
  if (!tried.ok) throw new Refusal(tried.problem, tried.retryAfterSeconds)
  const done = r.query.get('done')
  const body = (
    <>
      <AdminHead r={r} current="backups" lead={words.backupsLead} />
      {done === 'made' && <p role="status">{words.made}</p>}
      {done === 'deleted' && <p role="status">{words.backupDeleted}</p>}
      <Form r={r} fields={fields} to="/administration/backups">
        <p>
          <Button kind="primary">{words.make}</Button>
        </p>
      </Form>
      <Card>
        {tried.body.length === 0 ? <p class="quiet">{words.backupsNone}</p> : <BackupTable r={r} backups={tried.body} />}
        <Pager r={r} next={nextCursor(tried.headers)} />
      </Card>
      <AsScript r={r} operations={[['GET /backup', given]]} />
    </>
  )
  return { title: words.backups, body, here: '/administration' }
}

const BackupTable = ({ r, backups }: { r: Reader; backups: readonly Backup[] }) => {
  const { administration: words } = r.words
  const columns = [
    { key: 'when', text: words.when },
    { key: 'size', text: words.size, isEnd: true },
    { key: 'kind', text: words.kind, kind: 'wide' },
  ]
  return (
    <Table r={r} caption={words.backupsList} columns={columns}>
      {backups.map((backup) => (
        <tr>
          <th scope="row">
            <a href={r.to(`/administration/backups/${backup.id}`)}>{instant(r, backup.created_at)}</a>
          </th>
          <td class="end num">{bytes(r, backup.size)}</td>
          <td class="wide">{kindOf(r, backup)}</td>
        </tr>
      ))}
    </Table>
  )
}

function kindOf(r: Reader, { scheduled, encrypted }: Backup): string {
  const { administration: words } = r.words
  return [scheduled ? words.scheduled : words.byHand, encrypted ? words.encrypted : words.plain].join(', ')
}

/** One archive and what can be done with it. Throws `backup/not-found`. */
export const backupPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  requireAdministrator(r)
  const { administration: words } = r.words
  const backups = await ask('GET /backup', { query: { limit: MAX_PAGE } })
  const backup = backups.find(({ id }) => id === params['id'])
  if (!backup) throw new AppError('not-found', 'backup/not-found', words.gone)
  const title = words.backupTitle(instant(r, backup.created_at))
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.backups, href: r.to('/administration/backups') }]} />
      <AdminHead r={r} current="backups" title={title} />
      {r.query.get('done') === 'whole' && !visit.fields.wasSent && <p role="status">{words.whole}</p>}
      <Card>
        <p>
          {backup.filename} · {bytes(r, backup.size)} · {kindOf(r, backup)}
        </p>
        <p class="ways">
          <a class="button" href={r.to(`/api/v1/backup/${backup.id}/content`)} download="">
            {words.download}
          </a>
        </p>
      </Card>
      <div class="columns even">
        <Restore {...visit} />
        <div class="stacked">
          <Small {...visit} does="verify" help={words.verifyHelp} submit={words.verify} />
          <Small {...visit} does="delete" help={words.deleteBackupHelp} submit={words.deleteBackup} />
        </div>
      </div>
    </>
  )
  return { title, body, here: '/administration' }
}

const Restore = (visit: Visit) => {
  const { reader: r } = visit
  const { administration: words } = r.words
  const given = { r, fields: fieldsOf(visit, 'restore') }
  return (
    <Card title={words.restoreTitle} id="restore">
      <Form {...given}>
        <input type="hidden" name="do" value="restore" />
        <p>{words.restoreHelp}</p>
        <Field
          {...given}
          name="/password"
          label={words.restoreProof}
          type="password"
          autocomplete="current-password"
          isRequired
        />
        <p>
          <Button kind="danger">{words.restore}</Button>
        </p>
      </Form>
    </Card>
  )
}

const Small = (visit: Visit & { does: 'verify' | 'delete'; help: string; submit: string }) => {
  const { reader: r, does, help, submit } = visit
  return (
    <Card>
      <Form r={r} fields={fieldsOf(visit, does)}>
        <p>{help}</p>
        <p>
          <Button name="do" value={does} kind={does === 'delete' ? 'danger' : 'plain'}>
            {submit}
          </Button>
        </p>
      </Form>
    </Card>
  )
}
