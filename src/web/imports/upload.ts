import { type Form, formOf, typed } from '../form.ts'
import { readUpload, type Upload } from '../upload.ts'
import type { Received, Receiver } from '../visit.ts'
import { sameReport } from './received.action.ts'
import type { Waiting } from './received.tsx'

/** Passes report files on as they arrive: to the broker that was chosen or that is made for them, else to wait for theirs. */
export const uploadReport: Receiver = async (visit) => {
  const { ask, request, reader: r } = visit
  const { form, stream } = await readUpload(request)
  const chosen = form.get('broker') || 'auto'
  if (chosen === 'auto') return receive(visit, stream)
  const refuse = async (again: ReturnType<typeof typed>) => {
    await stream.body.cancel()
    return { again }
  }
  const name = form.get('/name').trim()
  if (chosen === 'new' && name === '')
    return refuse(typed(form, { faults: [{ name: '/name', detail: r.words.imports.missingName }] }))
  const made = chosen === 'new' ? await ask.try('POST /brokers', { body: { name } }) : undefined
  if (made && !made.ok) return refuse(typed(form, { problem: made.problem }))
  const broker = made ? made.body.id : Number(chosen)
  const tried = await ask.try('POST /brokers/import/upload', { query: { broker_id: broker }, stream })
  if (tried.ok) return { to: `/imports/${tried.body.id}` }
  const same = sameReport(tried.problem)
  return same === undefined
    ? { again: typed(withBroker(String(broker)), { problem: tried.problem }) }
    : { to: `/imports/${same}?same` }
}

/** Stores files that wait; leads straight to the review where it is certain whose they are. */
async function receive({ ask, reader: r }: Received, stream: Upload['stream']): ReturnType<Receiver> {
  const tried = await ask.try('POST /brokers/import/received', { stream })
  if (!tried.ok) return { again: typed(withBroker('auto'), { problem: tried.problem }) }
  const { files, refused } = tried.body
  if (refused.length > 0) {
    const detail = (one: (typeof refused)[number]) => r.words.imports.notTaken(one.filename, r.say(one.problem.detail))
    return { again: typed(withBroker('auto'), { faults: refused.map((one) => ({ name: '', detail: detail(one) })) }) }
  }
  const broker = certain(files)
  if (broker === undefined) return { to: '/imports#waiting' }
  const body = { broker_id: broker, file_ids: files.map(({ id }) => id) }
  const made = await ask.try('POST /brokers/import/received/report', { body })
  return { to: made.ok ? `/imports/${made.body.id}` : '/imports#waiting' }
}

/** The broker where the same importer reads the files already, where it is one for all of them. */
function certain(files: readonly Waiting[]): number | undefined {
  const fits = files.map(({ brokers, broker_name }) => (brokers.length === 1 && broker_name !== null ? brokers[0] : undefined))
  const [first] = fits
  const isOne = fits.every(
    (fit) => fit?.broker_id === first?.broker_id && (fit?.because === 'importer' || fit?.because === 'reports'),
  )
  return isOne ? first?.broker_id : undefined
}

/** A file cannot be put into a form again; its broker can. */
function withBroker(broker: string): Form {
  return formOf(new URLSearchParams({ broker }))
}
