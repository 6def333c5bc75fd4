import { Refusal } from '../ask.ts'
import { bytes, day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, Empty, PageHead } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'

export type Upload = AnswerOf<'GET /uploads/{id}'>

const PAGE = 50

/** The reader's own files. */
export const filesPage: Page = async ({ reader: r, ask }) => {
  const { files: words } = r.words
  const given = { query: { limit: PAGE, cursor: r.query.get('cursor') } }
  const tried = await ask.try('GET /uploads', given)
  if (!tried.ok) throw new Refusal(tried.problem, tried.retryAfterSeconds)
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead} />
      {r.query.has('deleted') && <p role="status">{words.deleted}</p>}
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
      <AsScript r={r} operations={[['GET /uploads', given]]} />
    </>
  )
  return { title: words.title, body }
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
