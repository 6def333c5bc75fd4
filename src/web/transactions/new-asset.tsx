import type { FieldFault, Form } from '../form.ts'
import { Field, Select, Tick } from '../parts/forms.tsx'
import type { Visit } from '../visit.ts'
import type { NamedAsset } from './body.ts'

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/i
const SYMBOL = /^[A-Z0-9.-]{1,12}$/
const PREFIX = '/new'

/** Where an asset that somebody names is in no list yet: what else must be known of it, so that it is added with the transaction. */
export const NewAsset = ({ visit, currency }: { visit: Visit; currency: string }) => {
  const { reader: r, fields } = visit
  const { transactions: words, catalogue, parts } = r.words
  const text = fields.value('/asset_id').trim()
  const isUnknown = fields.fault('/asset_id') === words.noAssetYet(text)
  if (text === '' || (!isUnknown && !fields.isTicked('new-asset', 'true'))) return null
  const { cash: _, unknown: __, ...kinds } = parts.kinds
  const options = Object.entries(kinds).map(([value, names]) => ({ value, text: names[0] ?? value }))
  const isFirst = fields.value(`${PREFIX}/type`) === ''
  return (
    <fieldset class="leg whole">
      <legend>{words.newAsset(text)}</legend>
      <Tick fields={isFirst ? { ...fields, isTicked: () => true } : fields} name="new-asset" label={words.newAssetTick} />
      <div class="fields">
        <Field
          r={r}
          fields={fields}
          name={`${PREFIX}/symbol`}
          label={catalogue.symbol}
          value={SYMBOL.test(text) ? text : ''}
          help={catalogue.symbolHelp}
          maxlength={60}
        />
        <Select r={r} fields={fields} name={`${PREFIX}/type`} label={catalogue.type} value="STOCK" options={options} />
        <Field r={r} fields={fields} name={`${PREFIX}/currency`} label={catalogue.currency} value={currency} maxlength={3} />
      </div>
    </fieldset>
  )
}

/** Adds the asset of that name as the form describes it; `undefined` where the form does not ask for it. Throws `Refusal` only for who must sign in. */
export async function addNamed(
  { ask }: Visit,
  form: Form,
  name: string,
): Promise<NamedAsset | { readonly faults: readonly FieldFault[] } | undefined> {
  if (form.get('new-asset') !== 'true') return undefined
  const [symbol, type, currency] = ['symbol', 'type', 'currency'].map((one) => form.get(`${PREFIX}/${one}`).trim())
  const isin = ISIN.test(name) ? { isin: name.toUpperCase() } : {}
  const tried = await ask.try('POST /assets', { body: { name, symbol, type, currency: currency?.toUpperCase(), ...isin } })
  if (tried.ok) return { id: tried.body.id, currency: tried.body.currency }
  const { errors = [], detail } = tried.problem
  const faults = errors.map((one) => ({ name: `${PREFIX}${one.pointer}`, detail: one.detail }))
  return { faults: faults.length > 0 ? faults : [{ name: '/asset_id', detail }] }
}
