import { z } from '@hono/zod-openapi'
import { isOwnPath } from '../../shared/own-path.ts'
import { givenPassword } from '../schema.ts'

const returnTo = z
  .string()
  .max(1000)
  .refine(isOwnPath, 'Must be a path of this site, such as /portfolio.')
  .optional()
  .openapi({ description: 'A path of this site, where the browser goes afterwards', example: '/portfolio' })

export const OidcLoginQuery = z.strictObject({ return_to: returnTo })

export const OidcCallbackQuery = z.looseObject({
  code: z.string().max(4000).optional().openapi({ description: 'Of the provider', example: 'Rg5vJ3kQ' }),
  state: z.string().max(1000).optional().openapi({ description: 'Of the provider', example: 'X2rH9a' }),
})

export const OidcLinkRequest = z
  .strictObject({ password: givenPassword.optional(), return_to: returnTo })
  .openapi('OidcLinkRequest', { example: { password: 'correct-horse-battery-9' } })

export const OidcUnlinkRequest = z.strictObject({ password: givenPassword.optional() }).openapi('OidcUnlinkRequest')

export const OidcDeparture = z
  .object({ authorization_url: z.string().openapi({ example: 'https://auth.example.org/authorize?client_id=holdfast' }) })
  .openapi('OidcDeparture')
