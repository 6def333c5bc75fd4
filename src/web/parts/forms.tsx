import type { Child } from 'hono/jsx'
import type { FormView } from '../form.ts'
import type { Reader } from '../reader.ts'
import { classes } from './classes.ts'

type FormProps = {
  r: Reader
  /** A path of ours; default: this page. */
  to?: string
  fields?: FormView
  /** Of what is changed, so that nobody else's change is lost. */
  revision?: number
  id?: string
  kind?: string
  /** For files. */
  isMultipart?: boolean
  children: Child
}

/** A form that changes something: with a key by which it counts once however often it is sent, and a summary of what is wrong with it. */
export const Form = ({ r, to, fields, revision, id, kind, isMultipart, children }: FormProps) => (
  <form
    method="post"
    action={to === undefined ? r.here({}) : r.to(to)}
    {...classes(kind)}
    {...(id ? { id } : {})}
    {...(isMultipart ? { enctype: 'multipart/form-data' } : {})}
    data-guard={r.words.form.unsaved}
  >
    <input type="hidden" name="key" value={crypto.randomUUID()} />
    {revision !== undefined && <input type="hidden" name="revision" value={String(revision)} />}
    {fields && <Faults r={r} fields={fields} />}
    {children}
  </form>
)

/** Everything that is wrong with a form, each with a link to its field. */
export function Faults({ r, fields }: { r: Reader; fields: FormView }) {
  if (fields.faults.length === 0) return null
  return (
    <div class="verdict bad" role="alert">
      <div>
        <h2>{r.words.form.wrong(fields.faults.length)}</h2>
        <ul>
          {fields.faults.map(({ name, detail }) => (
            <li>{name === '' ? detail : <a href={`#${idOf(name)}`}>{detail}</a>}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The id of a field's element. */
export function idOf(name: string): string {
  return `f${name.replace(/[^\w-]/g, '-')}`
}

type FieldProps = {
  r: Reader
  fields: FormView
  /** A JSON pointer into the body of the operation. */
  name: string
  label: string
  value?: string
  type?: 'text' | 'email' | 'password' | 'date' | 'number' | 'url' | 'search' | 'time'
  help?: string
  autocomplete?: string
  isRequired?: boolean
  isOptional?: boolean
  inputmode?: 'decimal' | 'numeric'
  autofocus?: boolean
  /** Suggestions: the id of a `<datalist>`. */
  list?: string
  maxlength?: number
  /** In a table, whose heads say to the eye what a field is. */
  isLabelHidden?: boolean
}

/** One line of text, with its label, its help and what is wrong with it. */
export function Field({ r, fields, name, label, value, type = 'text', help, ...rest }: FieldProps) {
  const fault = fields.fault(name)
  const typed = type === 'password' ? '' : fields.value(name, value ?? '')
  const { isRequired, isOptional, isLabelHidden, ...given } = rest
  const attributes = Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined && one !== false))
  return (
    <div {...classes('field', fault !== undefined && 'wrong')}>
      <Label r={r} name={name} label={label} isOptional={isOptional} isHidden={isLabelHidden} />
      <input
        id={idOf(name)}
        name={name}
        type={type}
        value={typed}
        {...attributes}
        {...(isRequired ? { required: true } : {})}
        {...described(name, fault, help)}
      />
      <Notes name={name} fault={fault} help={help} />
    </div>
  )
}

type FileFieldProps = Pick<FieldProps, 'r' | 'fields' | 'name' | 'label' | 'help'> & { readonly accept: string }

/** Takes one file. The form has it as `file`, whatever the pointer of the field. */
export function FileField({ r, fields, name, label, help, accept }: FileFieldProps) {
  const fault = fields.fault(name)
  return (
    <div {...classes('field', fault !== undefined && 'wrong')}>
      <Label r={r} name={name} label={label} />
      <input id={idOf(name)} type="file" name="file" accept={accept} required {...described(name, fault, help)} />
      <Notes name={name} fault={fault} help={help} />
    </div>
  )
}

type LabelProps = { r: Reader; name: string; label: string } & { [K in 'isOptional' | 'isHidden']?: boolean | undefined }

const Label = ({ r, name, label, isOptional, isHidden }: LabelProps) => (
  <label for={idOf(name)} {...classes(isHidden && 'sr')}>
    {label}
    {isOptional && <span class="quiet"> {r.words.common.optional}</span>}
  </label>
)

function described(name: string, fault: string | undefined, help: string | undefined) {
  const ids = [fault ? `${idOf(name)}-fault` : '', help ? `${idOf(name)}-help` : ''].filter((id) => id !== '')
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(fault && { 'aria-invalid': 'true' as const }),
  }
}

const Notes = ({ name, fault, help }: { name: string; fault: string | undefined; help: string | undefined }) => (
  <>
    {fault && (
      <p class="fault" id={`${idOf(name)}-fault`}>
        {fault}
      </p>
    )}
    {help && (
      <p class="help" id={`${idOf(name)}-help`}>
        {help}
      </p>
    )}
  </>
)

export type Option = { readonly value: string; readonly text: string }
type SelectProps = {
  r: Reader
  fields: FormView
  name: string
  label: string
  options: readonly Option[]
  value?: string
  help?: string
  isOptional?: boolean
  /** One must be chosen, and none is before that. */
  isRequired?: boolean
}

/** One of a few. With `isOptional` none of them, too. */
export function Select({ r, fields, name, label, options, value, help, isOptional, isRequired }: SelectProps) {
  const fault = fields.fault(name)
  const chosen = fields.value(name, value ?? '')
  return (
    <div {...classes('field', fault !== undefined && 'wrong')}>
      <Label r={r} name={name} label={label} isOptional={isOptional} />
      <select id={idOf(name)} name={name} {...(isRequired ? { required: true } : {})} {...described(name, fault, help)}>
        {(isOptional || isRequired) && <option value="">{r.words.form.choose}</option>}
        {options.map((one) => (
          <option value={one.value} {...(one.value === chosen ? { selected: true } : {})}>
            {one.text}
          </option>
        ))}
      </select>
      <Notes name={name} fault={fault} help={help} />
    </div>
  )
}

type AreaProps = {
  r: Reader
  fields: FormView
  name: string
  label: string
  value?: string
  help?: string
  rows?: number
  isOptional?: boolean
}

/** Several lines of text. */
export function Area({ r, fields, name, label, value, help, rows = 3, isOptional }: AreaProps) {
  const fault = fields.fault(name)
  return (
    <div {...classes('field', fault !== undefined && 'wrong')}>
      <Label r={r} name={name} label={label} isOptional={isOptional} />
      <textarea id={idOf(name)} name={name} rows={rows} {...described(name, fault, help)}>
        {fields.value(name, value ?? '')}
      </textarea>
      <Notes name={name} fault={fault} help={help} />
    </div>
  )
}

type TickProps = { fields: FormView; name: string; label: Child; isTicked?: boolean; value?: string; help?: string }

/** Yes or no: sends `value` when it is ticked. */
export function Tick({ fields, name, label, isTicked, value = 'true', help }: TickProps) {
  const on = fields.isTicked(name, value, isTicked)
  return (
    <div class="field tick">
      <label>
        <input
          type="checkbox"
          name={name}
          value={value}
          {...(on ? { checked: true } : {})}
          {...described(name, undefined, help)}
        />
        <span>{label}</span>
      </label>
      <Notes name={name} fault={fields.fault(name)} help={help} />
    </div>
  )
}

type ButtonProps = {
  children: Child
  name?: string
  value?: string
  kind?: 'primary' | 'plain' | 'danger' | 'small'
  to?: string
}

/** Sends its form. `to`: to another address than the form's. */
export const Button = ({ children, name, value, kind = 'plain', to }: ButtonProps) => (
  <button
    type="submit"
    class={`button ${kind}`}
    {...(name ? { name } : {})}
    {...(value !== undefined ? { value } : {})}
    {...(to ? { formaction: to } : {})}
  >
    {children}
  </button>
)
