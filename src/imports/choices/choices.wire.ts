import type { z } from '@hono/zod-openapi'
import type { StoredChoices } from '../choices.repository.ts'
import type { ImportRequest } from '../schema.ts'
import type { ReportChoices } from './choices.schema.ts'
import type { Choices, GivenChoices } from './choices.ts'

const WIRE_NAMES = {
  plugin: 'plugin',
  options: 'options',
  assetMap: 'asset_map',
  accountMap: 'account_map',
  exclude: 'exclude',
  duplicates: 'duplicates',
  short: 'short',
  opening: 'opening',
  positions: 'positions',
  prices: 'prices',
} as const satisfies Record<keyof Choices, keyof z.infer<typeof ReportChoices>>

export function givenChoices(body: Omit<z.infer<typeof ImportRequest>, 'dry_run'>): GivenChoices {
  return {
    plugin: body.plugin,
    options: body.options,
    assetMap: body.asset_map,
    accountMap: body.account_map,
    exclude: body.exclude,
    duplicates: body.duplicates,
    short: body.short,
    opening: body.opening,
    positions: body.positions,
    prices: body.prices,
  }
}

export function choicesToWire({ choices, leftOut }: StoredChoices): z.infer<typeof ReportChoices> {
  return {
    plugin: choices.plugin ?? null,
    options: choices.options === undefined ? null : { ...choices.options },
    asset_map: choices.assetMap === undefined ? null : { ...choices.assetMap },
    account_map: choices.accountMap === undefined ? null : { ...choices.accountMap },
    exclude: choices.exclude === undefined ? null : [...choices.exclude],
    duplicates: choices.duplicates ?? null,
    short: choices.short ?? null,
    opening: choices.opening ?? null,
    positions: choices.positions ?? null,
    prices: choices.prices ?? null,
    left_out: leftOut.map((name) => WIRE_NAMES[name]),
  }
}
