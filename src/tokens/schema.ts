import { z } from '@hono/zod-openapi'
import { givenPassword } from '../auth/schema.ts'
import { idParam } from '../http/query.ts'
import { SCOPES } from '../shared/scopes.ts'

const TokenScope = z.enum(SCOPES, `Must be one of ${SCOPES.join(', ')}.`).openapi('TokenScope', {
  description: '`share`: members of brokers; `admin`: what is for superusers',
  example: 'read',
})

const instant = z.iso.datetime()

export const Token = z
  .object({
    id: z.int().openapi({ example: 3 }),
    name: z.string().openapi({ example: 'Home Assistant' }),
    scopes: z.array(TokenScope),
    broker_ids: z
      .array(z.int())
      .nullable()
      .openapi({ description: '`null`: all your brokers', example: [1] }),
    created_at: instant,
    last_used_at: instant.nullable().openapi({ description: 'To the minute' }),
    expires_at: instant.nullable(),
  })
  .openapi('Token')

export const NewToken = z
  .object({
    ...Token.shape,
    token: z.string().openapi({ description: 'Shown only now', example: 'hf_2ZV0yJpQ8nT5cXw1LrKd9sBfGmA' }),
  })
  .openapi('NewToken')

export const CreateTokenRequest = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'Must not be empty.')
      .max(100, 'Must be at most 100 characters long.')
      .openapi({ example: 'Home Assistant' }),
    scopes: z.array(TokenScope).min(1, 'Give at least one scope.').max(SCOPES.length),
    broker_ids: z
      .array(z.int().positive())
      .min(1, 'Give at least one broker, or leave it out.')
      .max(1000)
      .nullable()
      .optional()
      .openapi({ description: 'Narrows it: of your brokers it sees these alone', example: [1] }),
    expires_at: z.iso
      .datetime({ offset: true, error: 'Must be an instant such as 2027-06-30T00:00:00Z.' })
      .max(40)
      .nullable()
      .optional()
      .openapi({ description: 'When it ends; without: never', example: '2027-06-30T00:00:00Z' }),
    password: givenPassword.optional(),
  })
  .openapi('CreateTokenRequest', { example: { name: 'Home Assistant', scopes: ['read'] } })

export const TokenParams = z.object({ id: idParam('id', 'The token', 3) })
