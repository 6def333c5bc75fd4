import { AppError } from '../../shared/errors.ts'
import { Card, Crumbs, PageHead } from '../parts/basics.tsx'
import { Area, Button, Field, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { validDay } from '../period.ts'
import { fieldsOf } from '../submit.ts'
import type { Page } from '../visit.ts'
import { assetId, mayWrite } from './read.ts'

/** Closes of one asset, typed or pasted. Throws `asset/not-yours`. */
export const closesPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { catalogue: words } = r.words
  const asset = await ask('GET /assets/{id}', { params: { id: assetId(visit) } })
  if (!(await mayWrite(ask, asset.id))) throw new AppError('forbidden', 'asset/not-yours', words.notYours)
  const path = `/assets/${asset.id}`
  const [one, many] = [fieldsOf(visit, 'one'), fieldsOf(visit, 'many')]
  const body = (
    <>
      <Crumbs
        r={r}
        items={[
          { text: words.title, href: r.to('/assets') },
          { text: asset.name, href: r.to(path) },
        ]}
      />
      <PageHead r={r} title={words.enterCloses} lead={words.closesLead(asset.currency)} />
      <Card title={words.oneClose} id="one">
        <Form r={r} fields={one} to={`${path}/closes`}>
          <input type="hidden" name="do" value="one" />
          <div class="fields">
            <Field
              r={r}
              fields={one}
              name="/0/date"
              label={words.day}
              type="date"
              value={validDay(r.query.get('date') ?? '') ?? r.today}
              isRequired
            />
            <Field r={r} fields={one} name="/0/close" label={words.close} inputmode="decimal" isRequired />
            <Field r={r} fields={one} name="/0/currency" label={words.currency} value={asset.currency} maxlength={3} />
          </div>
          <p>
            <Button kind="primary">{words.saveClose}</Button>
          </p>
        </Form>
      </Card>
      <Card title={words.pasteTitle} id="paste">
        <Form r={r} fields={many} to={`${path}/closes`}>
          <input type="hidden" name="do" value="many" />
          <Area r={r} fields={many} name="csv" label={words.csv} rows={10} help={words.csvHelp} />
          <p>
            <Button kind="primary">{words.saveCloses}</Button>
          </p>
        </Form>
      </Card>
      <AsScript
        r={r}
        operations={[
          ['GET /assets/{id}', { params: { id: asset.id } }],
          ['GET /assets/{id}/prices', { params: { id: asset.id } }],
        ]}
      />
    </>
  )
  return { title: `${words.enterCloses} – ${asset.name}`, body }
}
