import { AppError } from '../../shared/errors.ts'
import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, Crumbs, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Field, Form, Select } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page } from '../visit.ts'
import { AssetFields, readAssetChoices } from './fields.tsx'
import { type Asset, assetId, mayWrite } from './read.ts'

type Part = { r: Reader; asset: Asset; fields: FormView }
type Providers = AnswerOf<'GET /assets/providers'>

/** What may be changed of an asset, for who may. Throws `asset/not-yours`. */
export const editAssetPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { catalogue: words } = r.words
  const asset = await ask('GET /assets/{id}', { params: { id: assetId(visit) } })
  const [may, choices, providers] = await Promise.all([
    mayWrite(ask, asset.id),
    readAssetChoices(ask, r),
    ask('GET /assets/providers'),
  ])
  if (!may) throw new AppError('forbidden', 'asset/not-yours', words.notYours)
  const fields = fieldsOf(visit, 'asset')
  const path = `/assets/${asset.id}`
  const body = (
    <>
      <Crumbs
        r={r}
        items={[
          { text: words.title, href: r.to('/assets') },
          { text: asset.name, href: r.to(path) },
        ]}
      />
      <PageHead r={r} title={words.edit} />
      {fields.problem?.status === 412 && <Stale r={r} asset={asset} />}
      <Card>
        <Form r={r} fields={fields} revision={asset.revision} to={`${path}/edit`}>
          <input type="hidden" name="do" value="asset" />
          <AssetFields r={r} fields={fields} choices={choices} asset={asset} />
          <p>
            <Button kind="primary">{r.words.common.save}</Button>
          </p>
        </Form>
      </Card>
      <Source r={r} asset={asset} fields={fieldsOf(visit, 'source')} providers={providers} />
      <Away r={r} asset={asset} fields={fieldsOf(visit, 'away')} />
      <AsScript r={r} operations={[['GET /assets/{id}', { params: { id: asset.id } }], ['GET /assets/providers']]} />
    </>
  )
  return { title: `${words.edit} – ${asset.name}`, body }
}

/** What stands there now, beside what was typed. */
const Stale = ({ r, asset }: Omit<Part, 'fields'>) => (
  <Verdict tone="warn" title={r.words.catalogue.stale}>
    <p>{r.words.catalogue.staleHelp}</p>
    <p>
      {[asset.name, asset.symbol, asset.type, asset.currency, asset.isin, asset.exchange]
        .filter((one) => one !== null)
        .join(' · ')}
    </p>
  </Verdict>
)

/** Where its closes come from. */
const Source = ({ r, asset, fields, providers }: Part & { providers: Providers }) => {
  const { catalogue: words } = r.words
  const { price_source: source } = asset
  const hints = providers.map(({ name, identifier }) => `${name}: ${identifier}`)
  return (
    <Card title={words.source} id="source">
      <Form r={r} fields={fields} revision={asset.revision} to={`/assets/${asset.id}/edit`}>
        <input type="hidden" name="do" value="source" />
        <div class="fields">
          <Select
            r={r}
            fields={fields}
            name="/price_source/provider"
            label={words.provider}
            value={source?.provider ?? ''}
            options={providers.map(({ code, name }) => ({ value: code, text: name }))}
            isOptional
          />
          <Field
            r={r}
            fields={fields}
            name="/price_source/identifier"
            label={words.identifier}
            value={source?.identifier ?? ''}
            help={words.identifierHelp}
          />
        </div>
        <details>
          <summary>{words.identifiers}</summary>
          <ul class="small quiet">
            {hints.map((hint) => (
              <li>{hint}</li>
            ))}
          </ul>
        </details>
        <p class="buttons">
          <Button>{words.saveSource}</Button>
        </p>
      </Form>
    </Card>
  )
}

/** The ways to be rid of an asset. */
const Away = ({ r, asset, fields }: Part) => {
  const { catalogue: words } = r.words
  return (
    <Card title={words.away} id="away">
      <p>{words.awayHelp}</p>
      <Form r={r} fields={fields} revision={asset.revision} to={`/assets/${asset.id}/edit`} kind="buttons">
        <input type="hidden" name="do" value="away" />
        <Button name="how" value={asset.archived ? 'unarchive' : 'archive'}>
          {asset.archived ? words.unarchive : words.archive}
        </Button>
        <a class="button" href={r.to(`/assets/${asset.id}/merge`)}>
          {words.merge}
        </a>
        <Button name="how" value="delete" kind="danger">
          {words.remove}
        </Button>
      </Form>
    </Card>
  )
}
