import { z } from '@hono/zod-openapi'
import { decimalInput } from '../http/decimal.ts'
import { idParam } from '../http/query.ts'

export const Role = z
  .enum(['OWNER', 'EDITOR', 'VIEWER'], 'Must be OWNER, EDITOR or VIEWER.')
  .openapi('Role', { example: 'VIEWER' })

export const BrokerAccess = z
  .object({
    user_id: z.int().openapi({ example: 2 }),
    broker_id: z.int().openapi({ example: 1 }),
    role: Role,
    share: z.string().openapi({ description: 'The part of the broker that is this person’s, 0 to 1', example: '0.5' }),
    included: z.boolean().openapi({
      description:
        'Whether the broker counts for this person where `broker_ids` is left out; a shared one does not until they include it',
      example: true,
    }),
    username: z.string().openapi({ example: 'vera' }),
    granted_at: z.iso.datetime().openapi({ example: '2026-06-30T08:15:00.000Z' }),
    granted_by: z.int().nullable().openapi({ example: 1 }),
  })
  .openapi('BrokerAccess')

const share = decimalInput.openapi({ description: 'From 0 to 1; over all members at most 1', example: '0.5' })

const brokerAgain = z.int().positive().openapi({ description: 'If given, the same as in the path', example: 1 })

export const GrantAccessRequest = z
  .strictObject({
    user_id: z.int().positive().optional().openapi({ description: 'Either this or `username`', example: 2 }),
    broker_id: brokerAgain.optional(),
    username: z.string().min(1).max(50).optional().openapi({ description: 'Either this or `user_id`', example: 'vera' }),
    role: Role,
    share: share.optional(),
    from_own_share: z
      .boolean('Must be true or false.')
      .optional()
      .openapi({ description: 'Whether it is taken from your own', example: true }),
  })
  .refine((body) => (body.user_id === undefined) !== (body.username === undefined), {
    path: ['user_id'],
    message: 'Give either user_id or username.',
  })
  .openapi('GrantAccessRequest', { example: { user_id: 2, role: 'VIEWER' } })

export const ChangeAccessRequest = z
  .strictObject({
    role: Role.optional(),
    share: share.optional(),
    user_id: z.int().positive().optional().openapi({ description: 'If given, the same as in the path', example: 2 }),
    broker_id: brokerAgain.optional(),
  })
  .refine((body) => body.role !== undefined || body.share !== undefined, 'Give role, share or both.')
  .openapi('ChangeAccessRequest', { example: { role: 'EDITOR' } })

export const IncludeBrokerRequest = z
  .strictObject({ included: z.boolean('Must be true or false.').openapi({ example: true }) })
  .openapi('IncludeBrokerRequest')

export const AccessBrokerParams = z.object({ id: idParam('id', 'The broker') })
export const AccessMemberParams = z.object({ id: idParam('id', 'The broker'), user_id: idParam('user_id', 'The member', 2) })
