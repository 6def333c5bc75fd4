import type { Ask } from '../ask.ts'
import type { FieldKind, FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Area, Field, Select } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Asset } from './read.ts'

export const ASSET_KINDS: Readonly<Record<string, FieldKind>> = {
  '/name': 'text',
  '/symbol': 'text',
  '/type': 'text',
  '/currency': 'text',
  '/isin': 'text?',
  '/exchange': 'text?',
  '/country': 'text?',
  '/sector': 'text?',
  '/price_quantity': 'number',
  '/website': 'text?',
  '/description': 'text?',
}

export type AssetChoices = {
  readonly types: AnswerOf<'GET /utilities/asset-types'>
  readonly currencies: AnswerOf<'GET /utilities/currencies'>
  readonly sectors: AnswerOf<'GET /utilities/sectors'>
  readonly countries: AnswerOf<'GET /utilities/countries'>
}

/** What the fields of an asset may be chosen from. */
export async function readAssetChoices(ask: Ask, { language }: Reader): Promise<AssetChoices> {
  const query = { language }
  const [types, currencies, sectors, countries] = await Promise.all([
    ask('GET /utilities/asset-types', { query }),
    ask('GET /utilities/currencies', { query }),
    ask('GET /utilities/sectors', { query }),
    ask('GET /utilities/countries', { query }),
  ])
  return { types, currencies, sectors, countries }
}

type FieldsProps = { r: Reader; fields: FormView; choices: AssetChoices; asset?: Asset }

/** The fields of an asset, new or as it is. */
export const AssetFields = ({ r, fields, choices, asset }: FieldsProps) => {
  const { catalogue: words } = r.words
  const { types, currencies } = choices
  const type = asset?.type ?? (fields.value('/type') || r.query.get('type') || 'STOCK')
  return (
    <>
      <Field
        r={r}
        fields={fields}
        name="/name"
        label={words.name}
        value={asset?.name ?? r.query.get('name') ?? ''}
        maxlength={200}
        isRequired
      />
      <div class="fields">
        <Field
          r={r}
          fields={fields}
          name="/symbol"
          label={words.symbol}
          value={asset?.symbol ?? r.query.get('symbol') ?? ''}
          help={words.symbolHelp}
          maxlength={60}
          isRequired
        />
        <Select
          r={r}
          fields={fields}
          name="/type"
          label={words.type}
          value={type}
          options={types.map(({ code, name }) => ({ value: code, text: name }))}
        />
        <Select
          r={r}
          fields={fields}
          name="/currency"
          label={words.currency}
          value={asset?.currency ?? r.currency}
          help={words.currencyHelp}
          options={currencies.map(({ code, name }) => ({ value: code, text: `${code} – ${name}` }))}
        />
        <Field r={r} fields={fields} name="/isin" label="ISIN" value={asset?.isin ?? ''} maxlength={40} isOptional />
      </div>
      <Rest r={r} fields={fields} choices={choices} {...(asset ? { asset } : {})} />
    </>
  )
}

/** What few need. */
const Rest = ({ r, fields, choices, asset }: FieldsProps) => {
  const { catalogue: words } = r.words
  const named = (list: readonly { readonly code: string; readonly name: string }[]) =>
    list.map(({ code, name }) => ({ value: code, text: name }))
  const given = { r, fields, isOptional: true } as const
  return (
    <details {...(fields.faults.length > 0 ? { open: true } : {})}>
      <summary>{words.moreFields}</summary>
      <div class="fields">
        <Field {...given} name="/exchange" label={words.exchange} value={asset?.exchange ?? ''} help={words.exchangeHelp} />
        <Select
          {...given}
          name="/country"
          label={words.country}
          value={asset?.country ?? ''}
          options={named(choices.countries)}
        />
        <Select {...given} name="/sector" label={words.sector} value={asset?.sector ?? ''} options={named(choices.sectors)} />
        <Field
          {...given}
          name="/price_quantity"
          label={words.priceQuantity}
          value={asset?.price_quantity ?? ''}
          help={words.priceQuantityHelp}
          inputmode="decimal"
        />
        <Field {...given} name="/website" label={words.website} value={asset?.website ?? ''} type="url" />
      </div>
      <Area {...given} name="/description" label={words.note} value={asset?.description ?? ''} />
    </details>
  )
}
