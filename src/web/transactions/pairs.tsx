import { Area, Field, Select } from '../parts/forms.tsx'
import type { Visit } from '../visit.ts'
import { AssetField, brokerOptions, Suggestions, type Values } from './fields.tsx'
import type { Asset } from './find-asset.ts'
import type { World } from './world.ts'

/** The types that one form makes several legs of. */
export const PAIRS: ReadonlySet<string> = new Set(['TRANSFER', 'FX_CONVERSION', 'EXCHANGE'])

type Given = {
  readonly visit: Visit
  readonly world: World
  readonly type: string
  readonly values: Values
  readonly suggested: readonly Asset[]
}

export const PairFields = (given: Given) => {
  const { visit, type, values, suggested } = given
  const { reader: r, fields } = visit
  const { boxes } = r.words.transactions
  return (
    <>
      <div class="fields">
        <Field r={r} fields={fields} name="/create/0/date" label={boxes.date} type="date" value={values.date ?? ''} isRequired />
        {type === 'TRANSFER' ? <Ends {...given} /> : <AtBroker {...given} />}
      </div>
      {type === 'TRANSFER' && <Moved {...given} />}
      {type === 'FX_CONVERSION' && <Converted {...given} />}
      {type === 'EXCHANGE' && <Exchanged {...given} />}
      <Area r={r} fields={fields} name="/create/0/description" label={boxes.description} rows={2} isOptional />
      <Suggestions id="assets" assets={suggested} />
    </>
  )
}

const AtBroker = ({ visit: { reader: r, fields }, world, values }: Given) => (
  <Select
    r={r}
    fields={fields}
    name="/create/0/broker_id"
    label={r.words.transactions.broker}
    options={brokerOptions(world)}
    value={values.broker_id ?? ''}
  />
)

/** From where to where a transfer goes. */
const Ends = ({ visit: { reader: r, fields }, world, values }: Given) => {
  const { transactions: words } = r.words
  const ends = [{ value: '', text: words.outside }, ...brokerOptions(world)]
  const other = ends.find(({ value }) => value !== '' && value !== values.broker_id)?.value ?? ''
  return (
    <>
      <Select
        r={r}
        fields={fields}
        name="/create/0/broker_id"
        label={words.fromBroker}
        options={ends}
        value={values.broker_id ?? ''}
      />
      <Select r={r} fields={fields} name="/create/1/broker_id" label={words.toBroker} options={ends} value={other} />
    </>
  )
}

type NumberProps = { visit: Visit; name: string; label: string; help?: string; isOptional?: boolean }
const NumberField = ({ visit: { reader: r, fields }, name, label, help, isOptional }: NumberProps) => (
  <Field
    r={r}
    fields={fields}
    name={name}
    label={label}
    inputmode="decimal"
    autocomplete="off"
    {...(help ? { help } : {})}
    {...(isOptional ? { isOptional } : {})}
  />
)

const CurrencyField = ({ visit: { reader: r, fields }, name, isOptional }: Omit<NumberProps, 'label'>) => (
  <Field
    r={r}
    fields={fields}
    name={name}
    label={r.words.transactions.boxes.currency}
    autocomplete="off"
    maxlength={4}
    {...(isOptional ? { isOptional } : { isRequired: true })}
  />
)

const Moved = ({ visit, values }: Given) => {
  const { transactions: words } = visit.reader.words
  return (
    <>
      <fieldset class="leg">
        <legend>{words.moveAsset}</legend>
        <div class="fields">
          <AssetField visit={visit} name="/create/0/asset_id" label={words.asset} value={values.asset_id ?? ''} isOptional />
          <NumberField visit={visit} name="/create/0/quantity" label={words.quantity} isOptional />
          <NumberField
            visit={visit}
            name="/create/0/cost_basis"
            label={words.costBasis}
            help={words.costBasisFromOutside}
            isOptional
          />
        </div>
      </fieldset>
      <fieldset class="leg">
        <legend>{words.moveCash}</legend>
        <div class="fields">
          <NumberField visit={visit} name="/create/0/amount" label={words.amount} isOptional />
          <CurrencyField visit={visit} name="/create/0/currency" isOptional />
        </div>
      </fieldset>
    </>
  )
}

const Converted = ({ visit }: Given) => {
  const { transactions: words } = visit.reader.words
  return (
    <>
      <fieldset class="leg">
        <legend>{words.paid}</legend>
        <div class="fields">
          <NumberField visit={visit} name="/create/0/amount" label={words.amount} />
          <CurrencyField visit={visit} name="/create/0/currency" />
          <NumberField visit={visit} name="/create/0/fees" label={words.ofWhichFees} isOptional />
        </div>
      </fieldset>
      <fieldset class="leg">
        <legend>{words.received}</legend>
        <div class="fields">
          <NumberField visit={visit} name="/create/1/amount" label={words.amount} />
          <CurrencyField visit={visit} name="/create/1/currency" />
        </div>
      </fieldset>
    </>
  )
}

const Exchanged = ({ visit, values }: Given) => {
  const { transactions: words } = visit.reader.words
  const legs = [
    { slot: 0, legend: words.goesOut, value: values.asset_id ?? '' },
    { slot: 1, legend: words.comesIn, value: '' },
    { slot: 2, legend: words.comesInToo, value: '' },
  ]
  return (
    <>
      {legs.map(({ slot, legend, value }) => (
        <fieldset class="leg">
          <legend>{legend}</legend>
          <div class="fields">
            <AssetField
              visit={visit}
              name={`/create/${slot}/asset_id`}
              label={words.asset}
              value={value}
              isOptional={slot === 2}
            />
            <NumberField visit={visit} name={`/create/${slot}/quantity`} label={words.quantity} isOptional={slot === 2} />
            {slot > 0 && (
              <NumberField
                visit={visit}
                name={`/create/${slot}/cost_share`}
                label={words.costShare}
                help={words.costShareHelp}
                isOptional
              />
            )}
          </div>
        </fieldset>
      ))}
    </>
  )
}
