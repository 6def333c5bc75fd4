import { bodyOf, type FieldFault, type FieldKind, type Form } from '../form.ts'
import type { Visit } from '../visit.ts'
import { findAsset } from './find-asset.ts'
import { lotsIn } from './lot-fields.ts'
import { addNamed } from './new-asset.tsx'
import { type Box, directionOf, KINDS, shapeOf, signed } from './shapes.ts'
import type { World } from './world.ts'

type Body = Record<string, unknown>
export type Made = { readonly body: Body; readonly faults: readonly FieldFault[] }

/** The body of one line from its form, for a new line (`isNew`) or a change of one. Throws `Refusal`. */
export async function lineOf(visit: Visit, world: World, form: Form, type: string, isNew: boolean): Promise<Made> {
  const { reader: r } = visit
  const shape = shapeOf(type)
  const boxes: readonly Box[] = [...shape.main, ...shape.more]
  const kinds = Object.fromEntries(
    boxes.flatMap((box) => {
      const kind = KINDS[box]
      return kind === undefined ? [] : [[`/${box}`, isNew ? whole(kind) : kind] as const]
    }),
  )
  const { body, faults: misread } = bodyOf(form, kinds, r)
  const { lots, faults: misreadLots } = lotsIn(form, r)
  const faults = [...misread, ...misreadLots]
  const asset = boxes.includes('asset_id') ? await assetIn(visit, form, '/asset_id', isNew) : undefined
  if (asset && 'faults' in asset) return { body, faults: [...faults, ...asset.faults] }
  const rules = world.rules.get(type)
  for (const what of ['quantity', 'amount'] as const) {
    const size = body[what]
    if (typeof size === 'string') body[what] = signed(size, directionOf(rules, what, form.get('way')))
  }
  if (isNew) Object.assign(body, { type, broker_id: Number(form.get('/broker_id')) })
  if (asset) body['asset_id'] = asset.id
  if (lots && (lots.length > 0 || !isNew)) body['lots'] = lots.length > 0 ? lots : null
  if (isNew && body['currency'] === undefined && hasMoney(body, type))
    body['currency'] = asset?.currency ?? currencyOf(world, form.get('/broker_id')) ?? r.currency
  return { body, faults }
}

const whole = (kind: FieldKind): FieldKind => (kind === 'text?' ? 'text' : kind === 'number?' ? 'number' : kind)

function hasMoney(body: Body, type: string): boolean {
  return (
    type === 'BUY' ||
    type === 'SELL' ||
    ['amount', 'fees', 'taxes', 'cost_basis', 'price'].some((name) => body[name] !== undefined)
  )
}

export function currencyOf({ brokers }: World, brokerId: string): string | undefined {
  return brokers.find(({ id }) => String(id) === brokerId)?.currency ?? undefined
}

export type NamedAsset = { readonly id: number | null; readonly currency: string | undefined }

/** The asset that a field names, or a new one where the form says so; `undefined` for an empty one, which clears it where a line is changed. */
export async function assetIn(
  visit: Visit,
  form: Form,
  name: string,
  isNew: boolean,
): Promise<NamedAsset | { readonly faults: readonly FieldFault[] } | undefined> {
  const { ask, reader: r } = visit
  const text = form.get(name).trim()
  const { transactions: words } = r.words
  if (text === '') return isNew ? undefined : { id: null, currency: undefined }
  const found = await findAsset(ask, text, form.get(choiceOf(name)))
  if (found.kind === 'one') return { id: found.asset.id, currency: found.asset.currency }
  if (found.kind === 'several') return { faults: [{ name, detail: words.whichAsset(text) }] }
  const canBeAdded = isNew && name === '/asset_id'
  const added = canBeAdded ? await addNamed(visit, form, text) : undefined
  return added ?? { faults: [{ name, detail: canBeAdded ? words.noAssetYet(text) : words.noSuchAsset(text) }] }
}

/** The field by which one of several assets is chosen. */
export function choiceOf(name: string): string {
  return `choice-of-${name}`
}
