import { z } from '@hono/zod-openapi'
import { emailInput, newPasswordInput, usernameInput } from '../auth/schema.ts'
import { flagQuery, idParam, pageQuery } from '../http/query.ts'

const isActive = z.boolean('Must be true or false.').openapi({ description: 'Disabled users cannot sign in', example: true })
const isSuperuser = z
  .boolean('Must be true or false.')
  .openapi({ description: 'May administer users, settings and backups', example: false })

export const DirectoryUser = z
  .object({
    id: z.int().openapi({ example: 2 }),
    username: z.string().openapi({ example: 'vera' }),
    email: z.string().nullable().openapi({ description: 'Shown to superusers, else null', example: 'vera@example.org' }),
    is_active: z.boolean().nullable().openapi({ description: 'Shown to superusers, else null', example: true }),
    is_superuser: z.boolean().nullable().openapi({ description: 'Shown to superusers, else null', example: false }),
    created_at: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'Shown to superusers, else null', example: '2026-06-30T08:15:00.000Z' }),
  })
  .openapi('DirectoryUser')

export const CreateUserRequest = z
  .strictObject({
    username: usernameInput,
    email: emailInput,
    password: newPasswordInput,
    is_active: isActive.optional(),
    is_superuser: isSuperuser.optional(),
  })
  .openapi('CreateUserRequest')

const newOwners = z
  .array(
    z
      .strictObject({
        broker_id: z.int().positive().openapi({ example: 7 }),
        user_id: z.int().positive().openapi({ example: 1 }),
      })
      .openapi('NewOwner'),
  )
  .max(1000)
  .openapi({ description: 'Who becomes OWNER of brokers of which the user is the last OWNER who can sign in' })

export const ChangeUserRequest = z
  .strictObject({
    username: usernameInput.optional(),
    email: emailInput.optional(),
    is_active: isActive.optional(),
    is_superuser: isSuperuser.optional(),
    new_owners: newOwners.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'Give at least one field.')
  .openapi('ChangeUserRequest', { minProperties: 1, example: { is_active: false } })

export const DeleteUserRequest = z.strictObject({ new_owners: newOwners.optional() }).openapi('DeleteUserRequest')

export const SetPasswordRequest = z.strictObject({ password: newPasswordInput }).openapi('SetPasswordRequest')

export const UserParams = z.object({ id: idParam('id', 'The user', 2) })

export const ListUsersQuery = z.strictObject({
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .openapi({ description: 'Part of the username; superusers also find parts of the e-mail address', example: 'ver' }),
  inactive: flagQuery('Also disabled users; superusers only'),
  ...pageQuery,
})
