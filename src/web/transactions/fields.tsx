import type { FormView } from '../form.ts'
import { Area, Field, type Option, Select } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Visit } from '../visit.ts'
import { choiceOf, currencyOf } from './body.ts'
import { type Asset, findAsset } from './find-asset.ts'
import { NewAsset } from './new-asset.tsx'
import { type Box, shapeOf } from './shapes.ts'
import type { World } from './world.ts'

export type Values = Readonly<Partial<Record<Box, string>>>

export type FieldsGiven = {
  readonly visit: Visit
  readonly world: World
  readonly type: string
  readonly values: Values
  readonly suggested: readonly Asset[]
  /** The broker is chosen with a new line only. */
  readonly isNew: boolean
}

/** The fields of a type: those that nearly every line of it has, and the others behind one press. */
export const LineFields = (given: FieldsGiven) => {
  const { visit, type, isNew } = given
  const { reader: r, fields } = visit
  const { main, more } = shapeOf(type)
  const shown = (boxes: readonly Box[]) => boxes.filter((box) => isNew || box !== 'broker_id')
  const isOpen = more.some((box) => fields.fault(`/${box}`) !== undefined)
  return (
    <>
      <div class="fields">
        {shown(main).map((box) => (
          <BoxField {...given} box={box} />
        ))}
      </div>
      <details {...(isOpen ? { open: true } : {})}>
        <summary>{r.words.transactions.moreFields}</summary>
        <div class="fields">
          {shown(more).map((box) => (
            <BoxField {...given} box={box} />
          ))}
        </div>
      </details>
      <Suggestions id="assets" assets={given.suggested} />
    </>
  )
}

const BoxField = (given: FieldsGiven & { box: Box }) => {
  const { visit, box, values, type, world } = given
  const { reader: r, fields } = visit
  const { transactions: words } = r.words
  const plain = { r, fields, name: `/${box}`, label: words.boxes[box], value: values[box] ?? '' }
  if (box === 'asset_id') return <OwnAsset {...given} value={plain.value} />
  if (box === 'broker_id') return <Select {...plain} options={brokerOptions(world)} />
  if (box === 'way') return <Select {...plain} name="way" options={waysOf(r, type)} />
  if (box === 'description') return <Area {...plain} rows={2} isOptional />
  if (box === 'date') return <Field {...plain} type="date" isRequired />
  if (box === 'settled_on') return <Field {...plain} type="date" isOptional />
  const help = words.helps[box as keyof typeof words.helps]
  const isNumber = NUMBERS.has(box)
  return (
    <Field
      {...plain}
      isOptional={!isNeeded(type, box)}
      {...(isNumber ? { inputmode: 'decimal' as const } : {})}
      {...(help !== undefined ? { help } : {})}
      autocomplete="off"
    />
  )
}

const OwnAsset = ({ visit, world, isNew, value }: FieldsGiven & { value: string }) => {
  const { reader: r, fields } = visit
  const currency = fields.value('/currency') || (currencyOf(world, fields.value('/broker_id')) ?? r.currency)
  return (
    <>
      <AssetField visit={visit} name="/asset_id" label={r.words.transactions.asset} value={value} isFirst />
      {isNew && <NewAsset visit={visit} currency={currency} />}
    </>
  )
}

const NUMBERS: ReadonlySet<Box> = new Set(['quantity', 'price', 'fees', 'taxes', 'amount', 'cost_basis', 'fx_rate'])
const isNeeded = (type: string, box: Box) =>
  (box === 'quantity' && (type === 'BUY' || type === 'SELL')) ||
  (box === 'amount' && (type === 'DEPOSIT' || type === 'WITHDRAWAL'))

function waysOf(r: Reader, type: string): Option[] {
  const { ways } = r.words.transactions
  const isCost = type === 'FEE' || type === 'TAX'
  const texts = type === 'ADJUSTMENT' ? ways.units : isCost ? ways.costs : ways.cash
  const order = isCost ? (['out', 'in'] as const) : (['in', 'out'] as const)
  return order.map((value) => ({ value, text: texts[value] }))
}

export function brokerOptions({ brokers }: World): Option[] {
  return brokers
    .filter((one) => one.role !== 'VIEWER' && !one.archived)
    .map(({ id, name }) => ({ value: String(id), text: name }))
}

type AssetProps = { visit: Visit; name: string; label: string; value: string; isFirst?: boolean; isOptional?: boolean }

/** An asset by its name, symbol or ISIN; of what fits several one is chosen. */
export async function AssetField({ visit, name, label, value, isFirst, isOptional }: AssetProps) {
  const { reader: r, fields, ask } = visit
  const { transactions: words } = r.words
  const text = fields.value(name, value)
  const isUnclear = fields.fault(name) === words.whichAsset(text.trim())
  const found = isUnclear ? await findAsset(ask, text) : undefined
  return (
    <div class="field">
      <Field
        r={r}
        fields={fields}
        name={name}
        label={label}
        value={value}
        help={words.assetHelp}
        list="assets"
        autocomplete="off"
        maxlength={200}
        {...(isFirst ? { autofocus: true } : {})}
        {...(isOptional ? { isOptional } : {})}
      />
      {found?.kind === 'several' && <Candidates fields={fields} name={name} assets={found.assets} legend={words.whichOne} />}
    </div>
  )
}

const Candidates = (props: { fields: FormView; name: string; assets: readonly Asset[]; legend: string }) => {
  const { fields, name, assets, legend } = props
  return (
    <fieldset class="boxes">
      <legend>{legend}</legend>
      {assets.map(({ id, name: title, symbol, isin, currency }) => (
        <label>
          <input
            type="radio"
            name={choiceOf(name)}
            value={String(id)}
            {...(fields.value(choiceOf(name)) === String(id) ? { checked: true } : {})}
          />
          {[title, symbol, isin, currency].filter(Boolean).join(' · ')}
        </label>
      ))}
    </fieldset>
  )
}

/** Names that a browser offers while somebody types; `data-per`: the units that a price is for. */
export const Suggestions = ({ id, assets }: { id: string; assets: readonly Asset[] }) => (
  <datalist id={id}>
    {assets.map(({ name, symbol, price_quantity }) => (
      <option value={name} label={symbol} {...(price_quantity === '1' ? {} : { 'data-per': price_quantity })} />
    ))}
  </datalist>
)
