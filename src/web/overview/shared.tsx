import type { AnswerOf } from '../operations.ts'
import { PageHead } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { View, Visit } from '../visit.ts'

/** What stands where all brokers with transactions are those of others, and none of them is in the reader's totals. */
export function sharedView({ reader: r }: Visit, brokers: AnswerOf<'GET /brokers'>): View {
  const { overview: words, brokers: broker } = r.words
  const body = (
    <>
      <PageHead r={r} title={words.title} />
      <section class="card" aria-labelledby="shared">
        <h2 id="shared">{words.shared}</h2>
        <p>{words.sharedHelp}</p>
        <ul class="list">
          {brokers
            .filter(({ transaction_count }) => transaction_count > 0)
            .map(({ id, name, role }) => (
              <li>
                <a href={r.to('/', { broker_ids: id })}>{name}</a>
                <span class="sub">{broker.may[role]}</span>
                <Form r={r} to={`/brokers/${id}/members`}>
                  <Button name="do" value="include">
                    {broker.include}
                  </Button>
                </Form>
              </li>
            ))}
        </ul>
      </section>
      <AsScript r={r} operations={[['GET /brokers']]} />
    </>
  )
  return { title: words.title, body }
}
