import { z } from '@hono/zod-openapi'
import { boundedRecord } from '../../http/size.ts'
import { MAX_BROKERS } from '../listed.ts'
import { OpeningChoice, PositionsChoice } from '../openings/opening.schema.ts'

const plugin = z.string().max(60).openapi({
  description: 'Code of an import plugin; `auto` = the one that recognises the file best',
  default: 'auto',
  example: 'degiro',
})
const MAX_OPTIONS = 50
/** More than a file has assets. */
const MAX_MAPPED = 50_000
const MAX_ACCOUNTS = 1_000
const options = boundedRecord(z.string().max(100), z.unknown(), MAX_OPTIONS).openapi('ImportOptions', {
  maxProperties: MAX_OPTIONS,
  description: 'Options of the plugin, see GET /brokers/import/plugins',
  example: { mapping: { columns: { date: 'Booking day', amount: 'Value' }, decimal: 'comma' } },
})

const AssetChoice = z.union([z.int().positive(), z.enum(['create', 'skip'])]).openapi('AssetChoice', { example: 3 })

export const ShortChoice = z.enum(['refuse', 'leave-out', 'allow']).openapi('ShortChoice', {
  description:
    'Rows that take out what is not there, where the broker forbids that: `refuse` all (409 with every one of them), `leave-out` those rows and what then becomes short, `allow` them for this import; later writes are refused only where they make it worse. Without it: see `opening`',
  example: 'refuse',
})

export const DuplicatesChoice = z
  .enum(['skip', 'import'])
  .openapi({ description: 'What becomes of certain duplicates', default: 'skip', example: 'skip' })

const members = {
  plugin,
  options,
  asset_map: boundedRecord(z.string().max(300), AssetChoice, MAX_MAPPED).openapi('AssetMap', {
    maxProperties: MAX_MAPPED,
    description: 'Per asset `ref`: the id of an asset, `create` or `skip`',
    example: { US0378331005: 3 },
  }),
  account_map: boundedRecord(z.string().max(200), z.int().positive(), MAX_ACCOUNTS).openapi('AccountMap', {
    maxProperties: MAX_ACCOUNTS,
    description: `Per account as the file names it: the id of the broker that its lines go to, at most ${MAX_BROKERS} brokers. Needs EDITOR at each; lines of other accounts, and of none, go to the broker of the report`,
    example: { 'Depot 2': 4 },
  }),
  exclude: z
    .array(z.string().max(300))
    .max(100_000)
    .openapi({ description: 'Keys of transactions to leave out; a group goes whole', example: ['7'] }),
  duplicates: DuplicatesChoice,
  short: ShortChoice,
  opening: OpeningChoice,
  positions: PositionsChoice,
  prices: z.boolean().openapi({
    description: 'Whether closes that the file carries are stored for days that have none; undo takes them away again',
    default: true,
    example: true,
  }),
}

const given = <S extends z.ZodType>(schema: S) => schema.nullable().optional()

/**
 * What parse and import take: what is absent is as it is stored with the report, null takes that back. Whoever adds a member adds it to `Choices`,
 * `ReportChoices` and `choices.wire.ts`, too.
 */
export const choiceFields = {
  plugin: given(members.plugin),
  options: given(members.options),
  asset_map: given(members.asset_map),
  account_map: given(members.account_map),
  exclude: given(members.exclude),
  duplicates: given(members.duplicates),
  short: given(members.short),
  opening: given(members.opening),
  positions: given(members.positions),
  prices: given(members.prices),
}

export const ReportChoices = z
  .object({
    plugin: members.plugin.nullable(),
    options: members.options.nullable(),
    asset_map: members.asset_map.nullable().openapi({ description: 'Without assets that only strangers use' }),
    account_map: members.account_map.nullable().openapi({ description: 'Without brokers that you cannot see' }),
    exclude: members.exclude.nullable(),
    duplicates: members.duplicates.nullable(),
    short: members.short.nullable(),
    opening: members.opening.nullable(),
    positions: members.positions.nullable(),
    prices: members.prices.nullable(),
    left_out: z
      .array(z.string())
      .openapi({ description: 'Members that were used once and are too long to be stored (256 KiB together)', example: [] }),
  })
  .openapi('ReportChoices', {
    description: 'What was chosen for the report: the defaults of the next parse and import; null = not chosen',
  })
