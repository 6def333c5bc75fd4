import type { z } from '@hono/zod-openapi'
import { invalid } from '../../shared/errors.ts'
import type { UploadReportQuery } from '../schema.ts'
import { choiceFields } from './choices.schema.ts'
import type { GivenChoices } from './choices.ts'

/** The fields of an upload's form beside its files. */
export const UPLOAD_FIELDS = { account_map: { maxLength: 50_000 } } as const

/** What an upload says of its import: in the query, and `account_map` as JSON in the form. Throws `request/invalid` (422). */
export function givenAtUpload(
  { short, opening, positions, duplicates, prices }: Omit<z.output<typeof UploadReportQuery>, 'broker_id' | 'import'>,
  fields: Readonly<Record<string, string>>,
): GivenChoices {
  const given = { short, opening, positions, duplicates, prices }
  const text = fields['account_map']
  return text === undefined ? given : { ...given, accountMap: accountMapOf(text) }
}

function accountMapOf(text: string): GivenChoices['accountMap'] {
  const checked = choiceFields.account_map.safeParse(parsed(text))
  if (checked.success) return checked.data
  throw invalid('request/invalid', '/account_map', 'Must be a JSON object from each account of the file to the id of a broker.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
