import { bodyOf, type FieldFault, type FieldKind, type Form } from '../form.ts'
import type { Visit } from '../visit.ts'
import { assetIn, currencyOf, type NamedAsset } from './body.ts'
import { signed } from './shapes.ts'
import type { World } from './world.ts'

type Leg = Record<string, unknown>
type Made = { readonly create: readonly Leg[]; readonly faults: readonly FieldFault[] }
type Given = { readonly visit: Visit; readonly world: World; readonly form: Form; readonly type: string }

/** The key by which the legs become one group. */
const GROUP = 'pair'
const LEG_KINDS: Readonly<Record<string, FieldKind>> = {
  quantity: 'number',
  amount: 'number',
  currency: 'text',
  fees: 'number',
  cost_basis: 'number',
  cost_share: 'number',
}

/** The legs of a group from the one form that describes them. Throws `Refusal`. */
export async function pairOf(visit: Visit, world: World, form: Form, type: string): Promise<Made> {
  const given = { visit, world, form, type }
  const { legs, faults } = await readLegs(given)
  if (faults.length > 0) return { create: [], faults }
  if (type === 'TRANSFER') return { create: transferLegs(given, legs), faults }
  if (type === 'FX_CONVERSION') return { create: conversionLegs(given, legs), faults }
  return { create: exchangeLegs(given, legs), faults }
}

const SLOTS = [0, 1, 2] as const

/** What was typed of each leg, with its asset. */
async function readLegs({ visit, form }: Given): Promise<{ legs: readonly Leg[]; faults: readonly FieldFault[] }> {
  const kinds = Object.fromEntries(
    SLOTS.flatMap((slot) => Object.entries(LEG_KINDS).map(([name, kind]) => [`/create/${slot}/${name}`, kind] as const)),
  )
  const { body, faults } = bodyOf(form, kinds, visit.reader)
  const typed = (body['create'] ?? []) as (Leg | undefined)[]
  const found: FieldFault[] = []
  const legs: Leg[] = []
  for (const slot of SLOTS) {
    const asset = await assetIn(visit, form, `/create/${slot}/asset_id`, true)
    if (asset && 'faults' in asset) found.push(...asset.faults)
    legs.push({ ...typed[slot], ...(asset && !('faults' in asset) ? named(asset) : {}) })
  }
  return { legs, faults: [...faults, ...found] }
}

const named = ({ id, currency }: NamedAsset): Leg => ({ asset_id: id, assetCurrency: currency })

/** What all legs share. */
function base({ form, type }: Given): Leg {
  const note = form.get('/create/0/description').trim()
  return { type, date: form.get('/create/0/date'), ...(note !== '' && { description: note }) }
}

/** Out of one broker and into another; where one of them is missing, from or to outside. */
function transferLegs(given: Given, [moved = {}]: readonly Leg[]): Leg[] {
  const { form, world, visit } = given
  const [from, to] = [form.get('/create/0/broker_id'), form.get('/create/1/broker_id')]
  const { assetCurrency, currency, cost_basis: cost, quantity, amount, ...rest } = moved
  const hasMoney = amount !== undefined || (cost !== undefined && from === '')
  const money = hasMoney ? (currency ?? assetCurrency ?? currencyOf(world, from || to) ?? visit.reader.currency) : undefined
  const leg = (broker: string, direction: 'in' | 'out'): Leg => ({
    ...base(given),
    ...rest,
    broker_id: Number(broker),
    ...(typeof quantity === 'string' && { quantity: signed(quantity, direction) }),
    ...(typeof amount === 'string' && { amount: signed(amount, direction) }),
    ...(money !== undefined && { currency: money }),
    ...(from === '' && cost !== undefined && { cost_basis: cost }),
    ...(from !== '' && to !== '' && { group: GROUP }),
  })
  return [...(from === '' ? [] : [leg(from, 'out')]), ...(to === '' ? [] : [leg(to, 'in')])]
}

function conversionLegs(given: Given, [paid = {}, received = {}]: readonly Leg[]): Leg[] {
  const common = { ...base(given), broker_id: Number(given.form.get('/create/0/broker_id')), group: GROUP }
  return [
    { ...common, ...paid, ...(typeof paid['amount'] === 'string' && { amount: signed(paid['amount'], 'out') }) },
    { ...common, ...received },
  ]
}

/** What goes, and what comes for it: one asset, or with a spin-off two. */
function exchangeLegs(given: Given, legs: readonly Leg[]): Leg[] {
  const common = { ...base(given), broker_id: Number(given.form.get('/create/0/broker_id')), group: GROUP }
  return legs
    .map(({ assetCurrency: _, quantity, ...leg }, slot) => ({
      ...common,
      ...leg,
      ...(typeof quantity === 'string' && { quantity: signed(quantity, slot === 0 ? 'out' : 'in') }),
    }))
    .filter((leg, slot) => slot < 2 || 'asset_id' in leg || 'quantity' in leg)
}
