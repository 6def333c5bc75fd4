import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Badge, Card } from '../parts/basics.tsx'
import { Button, Form, idOf } from '../parts/forms.tsx'
import { said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import type { Broker } from './report.ts'

export type Waiting = AnswerOf<'GET /brokers/import/received'>[number]
type Brokers = readonly Pick<Broker, 'id' | 'name'>[]
type Props = { r: Reader; fields: FormView; waiting: readonly Waiting[]; brokers: Brokers }

/** Files whose broker is not said yet, each with the one that it seems to be of. */
export function WaitingFiles({ r, fields, waiting, brokers }: Props) {
  const { imports: words } = r.words
  if (waiting.length === 0) return null
  return (
    <Card title={words.waiting} id="waiting">
      <Form r={r} to="/imports/received" kind="stacked">
        <p class="help">{words.waitingHelp}</p>
        <ul class="received">
          {waiting.map((file) => (
            <WaitingFile r={r} fields={fields} file={file} brokers={brokers} />
          ))}
        </ul>
        <p class="buttons">
          <Button kind="primary" name="do" value="import">
            {words.waitingImport(waiting.length)}
          </Button>
          <Button name="do" value="review">
            {words.waitingReview}
          </Button>
        </p>
      </Form>
    </Card>
  )
}

export const placeField = (id: string) => `broker/${id}`

function WaitingFile({ r, fields, file, brokers }: { r: Reader; fields: FormView; file: Waiting; brokers: Brokers }) {
  const { imports: words } = r.words
  const name = placeField(file.id)
  const fault = fields.fault(name)
  const sure = file.brokers[0]?.because
  return (
    <li class={fault === undefined ? '' : 'wrong'}>
      <div>
        <a class="name" href={r.to(`/files/${file.id}`)}>
          {file.filename}
        </a>
        <span class="sub">
          {file.plugin_name ? (
            <>
              <Badge tone="accent">{file.plugin_name}</Badge> {sure !== undefined && words.waitingBecause[sure]}
            </>
          ) : (
            <Badge tone="warn">{words.waitingUnknown}</Badge>
          )}
        </span>
        {file.plugin_name === null && <Unknown r={r} file={file} />}
        {file.same && (
          <p class="help">
            {words.waitingSame} <a href={r.to(`/imports/${file.same.report_id}`)}>{words.waitingSameSee}</a>
          </p>
        )}
      </div>
      <div class="field">
        <Places r={r} name={name} file={file} brokers={brokers} chosen={fields.value(name, proposal(file))} fault={fault} />
        {fault && (
          <p class="fault" id={`${idOf(name)}-fault`}>
            {said(r, fault)}
          </p>
        )}
      </div>
    </li>
  )
}

/** What can be done with a file that no importer knows. */
const Unknown = ({ r, file }: { r: Reader; file: Waiting }) => (
  <p class="help">
    {file.problem !== null && file.problem.code !== 'import/no-plugin'
      ? said(r, file.problem.detail)
      : r.words.imports.waitingColumns}{' '}
    <a href={r.to('/imports/formats')}>{r.words.imports.formats}</a>
  </p>
)

/** The likeliest broker, else a new one by the name that the file gives. */
function proposal({ brokers: [first], broker_name: name }: Waiting): string {
  if (first !== undefined) return String(first.broker_id)
  return name === null ? '' : `new:${name}`
}

type PlacesProps = { r: Reader; name: string; file: Waiting; brokers: Brokers; chosen: string; fault: string | undefined }

function Places({ r, name, file, brokers, chosen, fault }: PlacesProps) {
  const { imports: words } = r.words
  const fitting = file.brokers.flatMap(({ broker_id: id }) => brokers.find((one) => one.id === id) ?? [])
  const others = brokers.filter((one) => !fitting.includes(one))
  const fresh = file.broker_name ?? words.newBrokerStandard
  const options = [
    { value: '', text: words.waitingLater },
    ...[...fitting, ...others].map((one) => ({ value: String(one.id), text: one.name })),
    { value: `new:${fresh}`, text: words.waitingNew(fresh) },
    { value: 'delete', text: words.waitingDelete },
  ]
  return (
    <select
      id={idOf(name)}
      name={name}
      aria-label={words.waitingBroker(file.filename)}
      {...(fault ? { 'aria-describedby': `${idOf(name)}-fault`, 'aria-invalid': 'true' as const } : {})}
    >
      {options.map(({ value, text }) => (
        <option value={value} {...(value === chosen ? { selected: true } : {})}>
          {text}
        </option>
      ))}
    </select>
  )
}
