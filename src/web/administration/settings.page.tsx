import { count } from '../figures.ts'
import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { ActionBar } from '../parts/basics.tsx'
import { Area, Button, Field, Form, Select, Tick } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { AdminHead, requireAdministrator } from './head.tsx'

export type Setting = AnswerOf<'GET /settings/{key}'>

/** Every setting of the service with what it may be. */
export const settingsPage: Page = async ({ reader: r, ask, fields }) => {
  requireAdministrator(r)
  const { administration: words } = r.words
  const settings = await ask('GET /settings')
  const saved = Number(r.query.get('saved') ?? Number.NaN)
  const body = (
    <>
      <AdminHead r={r} current="settings" lead={words.settingsLead} />
      {!Number.isNaN(saved) && !fields.wasSent && (
        <p role="status">{saved === 0 ? words.settingsSame : words.settingsSaved(saved, count(r, saved))}</p>
      )}
      <Form r={r} fields={fields} to="/administration/settings">
        <div class="card settings">
          {settings.map((setting) => (
            <SettingField r={r} fields={fields} setting={setting} />
          ))}
        </div>
        <ActionBar>
          <Button kind="primary">{words.save}</Button>
        </ActionBar>
      </Form>
      <AsScript r={r} operations={[['GET /settings']]} />
    </>
  )
  return { title: words.settings, body, here: '/administration' }
}

const SettingField = ({ r, fields, setting }: { r: Reader; fields: FormView; setting: Setting }) => {
  const { administration: words } = r.words
  const { key, type, value, choices } = setting
  const name = `/${key}`
  const label = labelOf(r, setting)
  const help = helpOf(r, setting)
  if (type === 'boolean') return <Tick fields={fields} name={name} label={label} help={help} isTicked={value === true} />
  if (choices !== null) {
    const options = choices.map((one) => ({ value: one, text: one }))
    return <Select r={r} fields={fields} name={name} label={label} help={help} options={options} value={String(value)} />
  }
  if (Array.isArray(value))
    return (
      <Area r={r} fields={fields} name={name} label={label} help={`${help} ${words.settingLines}`} value={value.join('\n')} />
    )
  const isNumber = type === 'number' || type === 'integer'
  return (
    <Field
      r={r}
      fields={fields}
      name={name}
      label={label}
      help={help}
      value={isNumber ? plain(r, Number(value)) : String(value)}
      {...(isNumber ? { inputmode: 'decimal' as const } : {})}
    />
  )
}

/** Its name with its unit; a setting without a name of its own is called by its key. */
function labelOf(r: Reader, { key, unit, updated_at }: Setting): string {
  const { administration: words } = r.words
  const name = words.settingNames[key] ?? key.replaceAll('_', ' ')
  const units = unit === null ? '' : (words.settingUnits[unit] ?? unit)
  const named = name.toLowerCase().includes(units.toLowerCase()) ? name : `${name}, ${units}`
  return updated_at === null ? named : `${named} (${words.settingChanged})`
}

function helpOf(r: Reader, setting: Setting): string {
  const { administration: words } = r.words
  const { description, minimum, maximum, type } = setting
  const bounds = minimum === null || maximum === null ? '' : words.settingBounds(plain(r, minimum), plain(r, maximum))
  const empty = type === 'boolean' || setting.choices !== null || Array.isArray(setting.value) ? '' : words.settingEmpty
  return [r.say(description.replaceAll('`', '')), words.settingDefault(textOf(r, setting.default)), bounds, empty]
    .filter((one) => one !== '')
    .join(' ')
}

function textOf(r: Reader, value: Setting['value']): string {
  const { administration: words } = r.words
  if (typeof value === 'boolean') return value ? words.on : words.off
  if (typeof value === 'number') return plain(r, value)
  const text = Array.isArray(value) ? value.join(', ') : value
  return text === '' ? words.nothing : text
}

/** Without separators of thousands, so that it can be read only one way when it is sent. */
function plain(r: Reader, value: number): string {
  return r.formats.number({ useGrouping: false, maximumFractionDigits: 10 }).format(value)
}
