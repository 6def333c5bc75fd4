import type { Ask } from '../ask.ts'
import type { FieldKind, FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Area, Field, Select, Tick } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'

type Broker = AnswerOf<'GET /brokers/{id}'>

/** What is chosen from in the form of a broker. */
export type Choices = {
  readonly plugins: AnswerOf<'GET /brokers/import/plugins'>
  readonly pictures: AnswerOf<'GET /uploads'>
  readonly currencies: AnswerOf<'GET /utilities/currencies'>
}

const MAX_FILES = 200

export async function readChoices(ask: Ask, { language }: Reader): Promise<Choices> {
  const [plugins, files, currencies] = await Promise.all([
    ask('GET /brokers/import/plugins'),
    ask('GET /uploads', { query: { limit: MAX_FILES } }),
    ask('GET /utilities/currencies', { query: { language } }),
  ])
  return { plugins, currencies, pictures: files.filter((file) => file.content_type.startsWith('image/')) }
}

/** How the fields below become the body of an operation; an empty one clears what it was. */
export const BROKER_KINDS: Readonly<Record<string, FieldKind>> = {
  '/name': 'text',
  '/description': 'text?',
  '/website': 'text?',
  '/currency': 'text?',
  '/import_plugin': 'text?',
  '/icon': 'text?',
  '/cash': 'text',
  '/allow_cash_overdraft': 'flag',
  '/allow_asset_shorting': 'flag',
}

type Props = { r: Reader; fields: FormView; choices: Choices; broker?: Broker }

/** Everything of a broker but its name. */
export const BrokerFields = ({ r, fields, choices, broker }: Props) => {
  const { brokers: words } = r.words
  const given = { r, fields }
  const { currencies } = choices
  return (
    <>
      <div class="fields">
        <Field
          {...given}
          name="/currency"
          label={words.currency}
          value={broker?.currency ?? ''}
          help={words.currencyHelp}
          list="currencies"
          maxlength={3}
          isOptional
        />
        <Picked {...given} choices={choices} {...(broker ? { broker } : {})} />
      </div>
      <datalist id="currencies">
        {currencies.map(({ code, name }) => (
          <option value={code}>{name}</option>
        ))}
      </datalist>
      <Tick
        fields={fields}
        name="/allow_cash_overdraft"
        label={words.overdraft}
        help={words.overdraftHelp}
        isTicked={broker?.allow_cash_overdraft ?? false}
      />
      <Tick
        fields={fields}
        name="/allow_asset_shorting"
        label={words.shorting}
        help={words.shortingHelp}
        isTicked={broker?.allow_asset_shorting ?? false}
      />
      <Field {...given} name="/website" label={words.website} type="url" value={broker?.website ?? ''} isOptional />
      <Area {...given} name="/description" label={words.description} value={broker?.description ?? ''} isOptional />
    </>
  )
}

/** What is one of a few. */
const Picked = ({ r, fields, choices, broker }: Props) => {
  const { brokers: words } = r.words
  const given = { r, fields }
  const plugins = choices.plugins.map(({ code, name }) => ({ value: code, text: name }))
  const pictures = choices.pictures.map(({ id, filename }) => ({ value: id, text: filename }))
  const isForeign = broker?.icon && !pictures.some(({ value }) => value === broker.icon)
  const present = isForeign ? [{ value: broker.icon ?? '', text: words.iconPresent }] : []
  const cash = [
    { value: 'tracked', text: words.cashTracked },
    { value: 'not-tracked', text: words.cashNot },
  ]
  return (
    <>
      <Select
        {...given}
        name="/import_plugin"
        label={words.plugin}
        options={[{ value: '', text: words.pluginAny }, ...plugins]}
        value={broker?.import_plugin ?? ''}
        help={words.pluginHelp}
      />
      <Select {...given} name="/cash" label={words.cash} options={cash} value={broker?.cash ?? 'tracked'} help={words.cashHelp} />
      {(pictures.length > 0 || isForeign) && (
        <Select
          {...given}
          name="/icon"
          label={words.icon}
          options={[{ value: '', text: words.iconNone }, ...present, ...pictures]}
          value={broker?.icon ?? ''}
          help={words.iconHelp}
        />
      )}
    </>
  )
}
