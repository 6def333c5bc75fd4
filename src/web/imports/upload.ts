import { type Form, formOf, typed } from '../form.ts'
import { readUpload } from '../upload.ts'
import type { Receiver } from '../visit.ts'

/** Passes report files on as they arrive, to the broker that was chosen or that is made for them. */
export const uploadReport: Receiver = async (visit) => {
  const { ask, request, reader: r } = visit
  const { imports: words } = r.words
  const { form, stream } = await readUpload(request)
  const refuse = async (again: ReturnType<typeof typed>) => {
    await stream.body.cancel()
    return { again }
  }
  const chosen = form.get('broker')
  const name = form.get('/name').trim()
  if (chosen === '') return refuse(typed(form, { faults: [{ name: 'broker', detail: words.missingBroker }] }))
  if (chosen === 'new' && name === '') return refuse(typed(form, { faults: [{ name: '/name', detail: words.missingName }] }))
  const made = chosen === 'new' ? await ask.try('POST /brokers', { body: { name } }) : undefined
  if (made && !made.ok) return refuse(typed(form, { problem: made.problem }))
  const broker = made ? made.body.id : Number(chosen)
  const tried = await ask.try('POST /brokers/import/upload', { query: { broker_id: broker }, stream })
  if (tried.ok) return { to: `/imports/${tried.body.id}` }
  const same = (tried.problem as Readonly<Record<string, unknown>>)['id']
  if (tried.problem.code === 'import/duplicate-file' && typeof same === 'string') return { to: `/imports/${same}?same` }
  return { again: typed(withBroker(broker), { problem: tried.problem }) }
}

/** A file cannot be put into a form again; the broker, made meanwhile, can. */
function withBroker(broker: number): Form {
  return formOf(new URLSearchParams({ broker: String(broker) }))
}
