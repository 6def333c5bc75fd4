import type { FormView } from '../form.ts'
import { Button, Field, idOf, Select } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Broker } from './report.ts'

type Props = {
  r: Reader
  fields: FormView
  /** Those that the reader may write. */
  brokers: readonly Pick<Broker, 'id' | 'name'>[]
  title?: string
  /** Whether a new broker can be named here. */
  hasNew?: boolean
}

/** A place for report files. The fields stand before the files: the files are passed on as they arrive. */
export function UploadForm({ r, fields, brokers, title, hasNew }: Props) {
  const { imports: words } = r.words
  const named = brokers.map(({ id, name }) => ({ value: String(id), text: name }))
  const options = [
    { value: 'auto', text: words.autoBroker },
    ...named,
    ...(hasNew ? [{ value: 'new', text: words.newBroker }] : []),
  ]
  return (
    <form method="post" action={r.to('/imports')} enctype="multipart/form-data" class="card upload" data-files="">
      {title && <h2>{title}</h2>}
      {options.length === 1 ? (
        <input type="hidden" name="broker" value="auto" />
      ) : (
        <div class="fields">
          <Select
            {...{ r, fields, name: 'broker', label: words.broker, options, value: r.query.get('broker_id') ?? 'auto' }}
            help={words.autoBrokerHelp}
          />
          {hasNew && (
            <div data-shown="broker=new">
              <Field
                {...{ r, fields, name: '/name', label: words.newBrokerName, value: words.newBrokerStandard, maxlength: 100 }}
                help={words.newBrokerHelp}
              />
            </div>
          )}
        </div>
      )}
      <div class="field files">
        <label for={idOf('file')}>{words.file}</label>
        <input id={idOf('file')} type="file" name="file" multiple required aria-describedby="file-help" />
        <p class="help" id="file-help">
          {words.fileHelp} <a href={r.to('/imports/formats')}>{words.formats}</a>
        </p>
      </div>
      <div>
        <Button kind="primary">{words.upload}</Button>
      </div>
    </form>
  )
}
