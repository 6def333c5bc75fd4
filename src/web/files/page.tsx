import { Refusal } from '../ask.ts'
import { bytes, day } from '../figures.ts'
import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Bar } from '../parts/amounts.tsx'
import { Card, Empty, PageHead } from '../parts/basics.tsx'
import { Button, Faults, idOf } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'

export type Upload = AnswerOf<'GET /uploads/{id}'>

const PAGE = 50

/** The reader's own files. */
export const filesPage: Page = async ({ reader: r, ask, fields }) => {
  const { files: words } = r.words
  const given = { query: { limit: PAGE, cursor: r.query.get('cursor') } }
  const [tried, usage] = await Promise.all([ask.try('GET /uploads', given), ask('GET /uploads/usage')])
  if (!tried.ok) throw new Refusal(tried.problem, tried.retryAfterSeconds)
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead} />
      {r.query.has('deleted') && <p role="status">{words.deleted}</p>}
      <Put r={r} fields={fields} usage={usage} />
      <Card>
        {tried.body.length === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneHelp}</p>
          </Empty>
        ) : (
          <FileTable r={r} files={tried.body} />
        )}
        <Pager r={r} next={nextCursor(tried.headers)} />
      </Card>
      <AsScript r={r} operations={[['GET /uploads', given], ['GET /uploads/usage']]} />
    </>
  )
  return { title: words.title, body }
}

type PutProps = { r: Reader; fields: FormView; usage: AnswerOf<'GET /uploads/usage'> }

/** A place for one more file. */
const Put = ({ r, fields, usage }: PutProps) => {
  const { files: words } = r.words
  return (
    <form method="post" action={r.to('/files')} enctype="multipart/form-data" class="card" data-files="">
      <Faults r={r} fields={fields} />
      <div class="field">
        <label for={idOf('/file')}>{words.choose}</label>
        <input id={idOf('/file')} type="file" name="file" required aria-describedby="file-help" />
        <p class="help" id="file-help">
          {words.chooseHelp}
        </p>
      </div>
      <Room r={r} usage={usage} />
      <p>
        <Button kind="primary">{words.upload}</Button>
      </p>
    </form>
  )
}

/** How full the reader's room is. */
const Room = ({ r, usage }: { r: Reader; usage: AnswerOf<'GET /uploads/usage'> }) => {
  const { files: words } = r.words
  return (
    <p class="quiet small">
      <Bar share={usage.used / usage.quota} /> {words.room(bytes(r, usage.used), bytes(r, usage.quota))}{' '}
      {words.largest(bytes(r, usage.largest))}
    </p>
  )
}

const FileTable = ({ r, files }: { r: Reader; files: readonly Upload[] }) => {
  const { files: words } = r.words
  const columns = [
    { key: 'name', text: words.name },
    { key: 'size', text: words.size, isEnd: true },
    { key: 'day', text: words.day, isEnd: true, kind: 'wide' },
  ]
  return (
    <Table r={r} caption={words.list} columns={columns}>
      {files.map((file) => (
        <tr>
          <th scope="row">
            <span class="broker-name">
              {isImage(file) && <img class="broker-icon" src={file.url} alt="" width="32" height="32" loading="lazy" />}
              <span>
                <a href={r.to(`/files/${file.id}`)}>{file.filename}</a>
                {file.description && <span class="sub">{file.description}</span>}
              </span>
            </span>
          </th>
          <td class="end num">{bytes(r, file.size)}</td>
          <td class="end wide num">{day(r, file.created_at.slice(0, 10))}</td>
        </tr>
      ))}
    </Table>
  )
}

/** What a page may show by its own address. */
export function isImage({ content_type }: Upload): boolean {
  return content_type.startsWith('image/')
}
