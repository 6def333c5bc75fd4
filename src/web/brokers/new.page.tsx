import { Card, Crumbs, PageHead } from '../parts/basics.tsx'
import { Button, Field, Form } from '../parts/forms.tsx'
import type { Page } from '../visit.ts'
import { BrokerFields, readChoices } from './fields.tsx'
import { archivedOfName, NameInArchive } from './taken.tsx'

/** A form whose name is enough. */
export const newBrokerPage: Page = async ({ reader: r, ask, fields }) => {
  const [choices, archived] = await Promise.all([readChoices(ask, r), archivedOfName(ask, fields)])
  const { brokers: words } = r.words
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/brokers') }]} />
      <PageHead r={r} title={words.newTitle} lead={words.newLead} />
      <NameInArchive r={r} broker={archived} />
      <Card>
        <Form r={r} fields={fields}>
          <Field r={r} fields={fields} name="/name" label={words.name} maxlength={100} isRequired autofocus />
          <details {...(fields.wasSent ? { open: true } : {})}>
            <summary>{words.more}</summary>
            <div class="stacked within">
              <BrokerFields r={r} fields={fields} choices={choices} />
            </div>
          </details>
          <p>
            <Button kind="primary">{words.newSubmit}</Button>
          </p>
        </Form>
      </Card>
    </>
  )
  return { title: words.newTitle, body }
}
