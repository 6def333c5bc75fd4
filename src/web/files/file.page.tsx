import { bytes, instant } from '../figures.ts'
import { Card, Crumbs, PageHead } from '../parts/basics.tsx'
import { Area, Button, Field, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { isImage, type Upload } from './page.tsx'

/** One file: what it is, its name, and the way to its end. */
export const filePage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  const { files: words } = r.words
  const id = params['id'] ?? ''
  const file = await ask('GET /uploads/{id}', { params: { id } })
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/files') }]} />
      <PageHead r={r} title={file.filename} />
      {r.query.has('saved') && !visit.fields.wasSent && <p role="status">{words.saved}</p>}
      <div class="columns even">
        <About {...visit} file={file} />
        <div class="stacked">
          <Change {...visit} file={file} />
          <Away {...visit} file={file} />
        </div>
      </div>
      <AsScript r={r} operations={[['GET /uploads/{id}', { params: { id } }]]} />
    </>
  )
  return { title: file.filename, body }
}

const About = ({ reader: r, file }: Visit & { file: Upload }) => {
  const { files: words } = r.words
  return (
    <Card>
      {isImage(file) && <img class="preview" src={file.url} alt={words.preview(file.filename)} />}
      <dl class="facts">
        <dt>{words.type}</dt>
        <dd>{file.content_type}</dd>
        <dt>{words.size}</dt>
        <dd>{bytes(r, file.size)}</dd>
        <dt>{words.day}</dt>
        <dd>{instant(r, file.created_at)}</dd>
      </dl>
      <p class="ways">
        <a class="button" href={file.url}>
          {words.open}
        </a>
        <a class="button" href={`${file.url}?download=true`} download="">
          {words.download}
        </a>
      </p>
    </Card>
  )
}

const Change = (visit: Visit & { file: Upload }) => {
  const { reader: r, file } = visit
  const { files: words } = r.words
  const given = { r, fields: fieldsOf(visit, 'change') }
  return (
    <Card title={words.change} id="change">
      <Form {...given} to={`/files/${file.id}`}>
        <input type="hidden" name="do" value="change" />
        <Field
          {...given}
          name="/filename"
          label={words.name}
          value={file.filename}
          help={words.nameHelp}
          maxlength={255}
          isRequired
        />
        <Area {...given} name="/description" label={words.description} value={file.description ?? ''} isOptional />
        <p>
          <Button kind="primary">{words.save}</Button>
        </p>
      </Form>
    </Card>
  )
}

const Away = (visit: Visit & { file: Upload }) => {
  const { reader: r, file } = visit
  const { files: words } = r.words
  return (
    <Card>
      <Form r={r} fields={fieldsOf(visit, 'delete')} to={`/files/${file.id}`}>
        <p>{words.deleteHelp}</p>
        <p>
          <Button name="do" value="delete" kind="danger">
            {words.delete}
          </Button>
        </p>
      </Form>
    </Card>
  )
}
