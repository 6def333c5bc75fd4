import { Card } from '../parts/basics.tsx'
import { Button, Field, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Page, Visit } from '../visit.ts'
import { ProfileHead } from './head.tsx'

/** What belongs to the reader: to take along, or to be gone. */
export const dataPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { profile: words } = r.words
  const own = await ask('GET /auth/me')
  const body = (
    <>
      <ProfileHead r={r} current="data" />
      <Card title={words.exportTitle} id="export">
        <p>{words.exportHelp}</p>
        <p class="ways">
          <a class="button" href={r.to('/api/v1/backup/export')} download="">
            {words.exportAll}
          </a>
          <a class="button" href={r.to('/api/v1/backup/export', { reports: false })} download="">
            {words.exportFew}
          </a>
        </p>
      </Card>
      <Card title={words.bringTitle} id="bring">
        <p>{words.bringHelp}</p>
        <p class="ways">
          <a class="button" href={r.to('/profile/data/import')}>
            {words.bringGo}
          </a>
        </p>
      </Card>
      <Card title={words.deleteTitle} id="delete">
        {own.has_password ? <Away {...visit} /> : <p>{words.deleteNoPassword}</p>}
      </Card>
      <AsScript r={r} operations={[['GET /auth/me']]} />
    </>
  )
  return { title: words.data, body, here: '/profile' }
}

const Away = ({ reader: r, fields }: Visit) => {
  const { profile: words } = r.words
  return (
    <Form r={r} fields={fields}>
      <p>{words.deleteHelp}</p>
      <Field
        r={r}
        fields={fields}
        name="/password"
        label={words.proof}
        type="password"
        help={words.deleteProof}
        autocomplete="current-password"
        isRequired
      />
      <p>
        <Button kind="danger">{words.delete}</Button>
      </p>
    </Form>
  )
}
