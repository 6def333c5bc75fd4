import { z } from '@hono/zod-openapi'
import { boundedRecord } from '../http/size.ts'
import { definitionOf, SETTING_KEYS, type SettingKey } from './definitions.ts'

const SettingValue = z.union([z.number(), z.boolean(), z.string(), z.array(z.string())]).openapi('SettingValue', {
  description: 'A number, a flag, a text or a list of texts, as `type` of the setting says',
  example: 24,
})

const SettingType = z
  .enum(['number', 'integer', 'boolean', 'choice', 'currency', 'language', 'timezone', 'cron', 'times', 'ranges'])
  .openapi('SettingType', {
    description: '`times`: a list of times of the day, HH:MM; `ranges`: of addresses and ranges of them',
    example: 'number',
  })

export const Setting = z
  .object({
    key: z.string().openapi({ example: 'session_ttl_hours' }),
    value: SettingValue,
    type: SettingType,
    default: SettingValue,
    minimum: z.number().nullable().openapi({ example: 0.1 }),
    maximum: z.number().nullable().openapi({ example: 8760 }),
    unit: z.string().nullable().openapi({ example: 'hours' }),
    choices: z.array(z.string()).nullable().openapi({ description: 'Of a `choice`: what it may be', example: null }),
    description: z.string().openapi({ example: 'How long a session lasts after login; acts at the next login.' }),
    updated_at: z.iso
      .datetime()
      .nullable()
      .openapi({ description: '`null` while it has its default', example: '2026-06-30T08:15:00.000Z' }),
    updated_by: z.int().nullable().openapi({ description: 'Id of the user who set it', example: 1 }),
  })
  .openapi('Setting')

/** Checked by the service, which knows every setting and names all faults at once; documented here key by key. */
export const ChangeSettingsRequest = boundedRecord(z.string().max(100), z.unknown(), 200).openapi('ChangeSettingsRequest', {
  type: 'object',
  properties: Object.fromEntries(SETTING_KEYS.map((key) => [key, documented(key)])),
  additionalProperties: false,
  example: { session_ttl_hours: 48, registration_enabled: false, fx_sync_times: ['06:30', '16:30'], backup_schedule: null },
})

export const SettingParams = z.object({
  key: z
    .string()
    .openapi({ param: { name: 'key', in: 'path' }, description: 'The key of the setting', example: 'session_ttl_hours' }),
})

function documented(key: SettingKey) {
  const { type, minimum, maximum, choices, description } = definitionOf(key)
  const bounds = minimum === null || maximum === null ? {} : { minimum, maximum }
  if (type === 'number' || type === 'integer' || type === 'boolean')
    return { type: [type, 'null' as const] as [typeof type, 'null'], ...bounds, description }
  if (type === 'times' || type === 'ranges') {
    const [maxLength, maxItems] = type === 'times' ? [5, 24] : [50, 100]
    return { type: ['array', 'null'] as ['array', 'null'], items: { type: 'string' as const, maxLength }, maxItems, description }
  }
  return {
    type: ['string', 'null'] as ['string', 'null'],
    description,
    ...(choices === null ? { maxLength: 100 } : { enum: [...choices, null] }),
  }
}
