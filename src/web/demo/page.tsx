import { isDemoNote } from '../../demo/notes.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Faults, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Page } from '../visit.ts'

type Brokers = AnswerOf<'GET /brokers'>

/** The brokers of the demo among the reader's. */
export function demoBrokers(brokers: Brokers): Brokers {
  return brokers.filter(({ description, role }) => isDemoNote(description) && role === 'OWNER')
}

/** Offers invented data to an empty service, and to remove it. */
export const demoPage: Page = async ({ reader: r, ask, fields }) => {
  const brokers = await ask('GET /brokers')
  const { demo: words } = r.words
  const isThere = demoBrokers(brokers).length > 0
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead} />
      <Faults r={r} fields={fields} />
      {r.query.get('done') === 'left' && <Verdict tone="warn" title={words.left} />}
      <Card>
        {isThere ? (
          <Form r={r}>
            <p>{words.isThere}</p>
            <div>
              <Button kind="danger" name="do" value="remove">
                {words.remove}
              </Button>
            </div>
          </Form>
        ) : brokers.length > 0 ? (
          <p>{words.notEmpty}</p>
        ) : (
          <Form r={r}>
            <p>{words.what}</p>
            <div>
              <Button kind="primary" name="do" value="make">
                {words.make}
              </Button>
            </div>
          </Form>
        )}
      </Card>
      <AsScript r={r} operations={[['GET /brokers']]} />
    </>
  )
  return { title: words.title, body }
}
