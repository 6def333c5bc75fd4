import { Card, Crumbs, PageHead } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Page } from '../visit.ts'
import { AssetFields, readAssetChoices } from './fields.tsx'

/** An asset that is not in the catalogue yet. */
export const newAssetPage: Page = async ({ reader: r, ask, fields }) => {
  const { catalogue: words } = r.words
  const choices = await readAssetChoices(ask, r)
  const there = fields.problem?.code === 'asset/exists' ? fields.problem : undefined
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/assets') }]} />
      <PageHead r={r} title={words.add} />
      <Card>
        <Form r={r} fields={fields} to="/assets/new">
          {there && (
            <p>
              <a href={r.to(`/assets/${String('id' in there ? there['id'] : '')}`)}>{words.toThere}</a>
            </p>
          )}
          <AssetFields r={r} fields={fields} choices={choices} />
          <p>
            <Button kind="primary">{words.add}</Button>
          </p>
        </Form>
      </Card>
      <AsScript r={r} operations={[['GET /utilities/asset-types'], ['GET /utilities/currencies']]} />
    </>
  )
  return { title: words.add, body }
}
