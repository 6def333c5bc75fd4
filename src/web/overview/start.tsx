import { mayEdit } from '../imports/report.ts'
import { UploadForm } from '../imports/upload-form.tsx'
import type { AnswerOf } from '../operations.ts'
import { Icon, PageHead } from '../parts/basics.tsx'
import { classes } from '../parts/classes.ts'
import { AsScript, type Call } from '../parts/script.tsx'
import type { View, Visit } from '../visit.ts'

type Step = {
  readonly text: string
  readonly help: string
  readonly isDone: boolean
  readonly ways: readonly [path: string, text: string][]
}

/** What stands where there are no transactions yet: three steps, ticked off by what is there. */
export async function startView({ reader: r, ask, site, fields }: Visit, brokers: AnswerOf<'GET /brokers'>): Promise<View> {
  const given = { query: { limit: 1 } }
  const files = await ask('GET /brokers/import/files', given)
  const { overview: words } = r.words
  const [broker] = brokers
  const steps: readonly Step[] = [
    { text: words.stepBroker, help: words.stepBrokerHelp, isDone: brokers.length > 0, ways: [['/brokers/new', words.addBroker]] },
    {
      ...{ text: words.stepTransactions, help: words.stepTransactionsHelp, isDone: false },
      ways: [
        files.length > 0 ? ['/imports', words.continueImport] : ['/imports/new', words.importFile],
        ['/transactions/new', words.addTransaction],
      ],
    },
    { text: words.stepPrices, help: words.stepPricesHelp, isDone: false, ways: [] },
  ]
  const current = broker === undefined ? 0 : 1
  const calls: readonly Call[] = [['GET /brokers'], ['GET /brokers/import/files', given]]
  const body = (
    <>
      <PageHead r={r} title={words.title} />
      <UploadForm r={r} fields={fields} brokers={brokers.filter(mayEdit)} title={r.words.imports.startTitle} />
      <section class="card" aria-labelledby="start">
        <h2 id="start">{words.start}</h2>
        <ol class="start">
          {steps.map(({ text, help, isDone, ways }, index) => (
            <li {...classes(isDone && 'done')} {...(index === current ? { 'aria-current': 'step' as const } : {})}>
              {isDone ? <Icon name="check" label={words.stepDone} /> : <span class="badge">{index + 1}</span>}
              <div>
                <h3>{text}</h3>
                <p>{help}</p>
                {index <= current && !isDone && (
                  <p class="actions">
                    {ways
                      .filter(([path]) => site.hasPage(path))
                      .map(([path, way]) => (
                        <a class="button" href={r.to(path)}>
                          {way}
                        </a>
                      ))}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
        {brokers.length === 0 && (
          <p>
            <a href={r.to('/demo')}>{r.words.demo.title}</a>
          </p>
        )}
      </section>
      <AsScript r={r} operations={calls} />
    </>
  )
  return { title: words.title, body }
}
