import { z } from '@hono/zod-openapi'
import { normaliseCurrency } from '../shared/currency.ts'
import { COST_BASIS_METHODS, THEMES } from './preferences.ts'

const USERNAME_FAULT = 'Must be 3 to 50 of the characters A-Z, a-z, 0-9, dot, underscore and hyphen.'

export const usernameInput = z
  .string()
  .max(50, { error: USERNAME_FAULT, abort: true })
  .regex(/^[A-Za-z0-9._-]{3,50}$/, USERNAME_FAULT)
  .openapi({ description: 'Unique without regard to case', example: 'olga' })

export const emailInput = z
  .email('Must be an e-mail address.')
  .max(254, 'Must be at most 254 characters long.')
  .openapi({ description: 'Unique without regard to case', example: 'olga@example.org' })

export const newPasswordInput = z
  .string()
  .min(8, 'Must be at least 8 characters long.')
  .max(256, 'Must be at most 256 characters long.')
  .refine((text) => text.isWellFormed(), 'Must be valid Unicode.')
  .openapi({
    format: 'password',
    description: 'Not a common one, and without the username or e-mail address in it',
    example: 'correct-horse-battery-9',
  })

export const givenPassword = z.string().max(256, 'Must be at most 256 characters long.').openapi({
  format: 'password',
  example: 'correct-horse-battery-9',
})

/** Six digits, spaces between them or not. */
export const codeInput = z
  .string()
  .max(20, 'Must be the six digits of the authenticator app.')
  .overwrite((text) => text.replaceAll(' ', ''))
  .regex(/^\d{6}$/, 'Must be the six digits of the authenticator app.')
  .openapi({ description: 'Of the authenticator app; counts once', example: '492039' })

/** The second factor of who has one. */
export const givenCode = {
  code: codeInput.optional(),
  recovery_code: z.string().max(64).optional().openapi({ description: 'In place of `code`; each counts once' }),
}

export const User = z
  .object({
    id: z.int().openapi({ example: 1 }),
    username: z.string().openapi({ example: 'olga' }),
    email: z.string().openapi({ example: 'olga@example.org' }),
    is_active: z.boolean().openapi({ description: 'Disabled users cannot sign in', example: true }),
    is_superuser: z.boolean().openapi({ description: 'May administer users, settings and backups', example: false }),
    created_at: z.iso.datetime().openapi({ example: '2026-06-30T08:15:00.000Z' }),
  })
  .openapi('User')

const Theme = z.enum(THEMES).openapi('Theme', { example: 'auto' })

const CostBasisMethod = z.enum(COST_BASIS_METHODS).openapi('CostBasisMethod', {
  description: 'Which lots a sale consumes; S104: the United Kingdom’s share pool',
  example: 'FIFO',
})

export const Preferences = z
  .object({
    language: z.string().openapi({ description: 'BCP 47', example: 'it' }),
    currency: z.string().openapi({ description: 'ISO 4217; the currency of reports', example: 'CHF' }),
    theme: Theme,
    format_region: z.string().nullable().openapi({
      description: 'ISO 3166: whose way of writing numbers and days is used; `null`: that of the language',
      example: 'CH',
    }),
    hide_amounts: z.boolean().openapi({ description: 'Pages show no amounts until one wants to see them', example: false }),
    shortcuts: z.boolean().openapi({ description: 'Pages can be used by keys', example: true }),
    cost_basis_method: CostBasisMethod,
  })
  .openapi('Preferences', { description: 'What holds for the user: their choice, else the default of the service' })

export const OwnUser = z
  .object({
    ...User.shape,
    preferences: Preferences,
    has_password: z.boolean().openapi({ example: true }),
    oidc_linked: z.boolean().openapi({ description: 'Whether sign-in at the provider leads here', example: false }),
    second_factor: z.boolean().openapi({ description: 'Whether sign-in by password needs a code', example: false }),
    session_expires_at: z.iso.datetime().nullable().openapi({
      description: 'When this session or token ends if nothing more is done in it; null: not by itself',
      example: '2026-07-01T08:15:00.000Z',
    }),
  })
  .openapi('OwnUser')

export const SessionAnswer = z
  .object({ user: User, message: z.string().openapi({ example: 'Signed in as olga.' }) })
  .openapi('SessionAnswer')

export const LogoutAnswer = z.object({ message: z.string().openapi({ example: 'Signed out.' }) }).openapi('LogoutAnswer')

export const RegisterRequest = z
  .strictObject({
    username: usernameInput,
    email: emailInput,
    password: newPasswordInput,
    setup_code: z
      .string()
      .max(256)
      .optional()
      .openapi({ description: 'The first registration needs it where the service was given a `SETUP_CODE`' }),
  })
  .openapi('RegisterRequest')

export const LoginRequest = z
  .strictObject({
    username: z
      .string()
      .max(254, 'Must be at most 254 characters long.')
      .openapi({ description: 'Username or e-mail address, without regard to case', example: 'olga' }),
    password: givenPassword,
    ...givenCode,
  })
  .openapi('LoginRequest')

export const ChangeOwnUserRequest = z
  .strictObject({
    username: usernameInput.optional(),
    email: emailInput.optional(),
    password: givenPassword.optional().openapi({ description: 'Needed for another e-mail address' }),
  })
  .refine((body) => body.username !== undefined || body.email !== undefined, 'Give username, email or both.')
  .openapi('ChangeOwnUserRequest', {
    minProperties: 1,
    example: { email: 'olga@example.net', password: 'correct-horse-battery-9' },
  })

export const ChangeOwnPasswordRequest = z
  .strictObject({ current_password: givenPassword, new_password: newPasswordInput })
  .openapi('ChangeOwnPasswordRequest')

const ThemeChoice = z
  .enum(THEMES, `Must be one of ${THEMES.join(', ')}.`)
  .nullable()
  .openapi('ThemeChoice', {
    type: ['string', 'null'],
    enum: [...THEMES, null],
    description: '`null`: the default, auto',
    example: 'dark',
  })

const CostBasisMethodChoice = z
  .enum(COST_BASIS_METHODS, `Must be one of ${COST_BASIS_METHODS.join(', ')}.`)
  .nullable()
  .openapi('CostBasisMethodChoice', {
    type: ['string', 'null'],
    enum: [...COST_BASIS_METHODS, null],
    description: '`null`: the default, FIFO',
    example: 'FIFO',
  })

export const ChangePreferencesRequest = z
  .strictObject({
    language: z
      .string()
      .max(100)
      .nullable()
      .optional()
      .openapi({ description: 'BCP 47; `null`: the default of the service', example: 'it' }),
    currency: z
      .string()
      .max(100)
      .overwrite(normaliseCurrency)
      .nullable()
      .optional()
      .openapi({ description: 'ISO 4217; `null`: the default of the service', example: 'CHF' }),
    theme: ThemeChoice.optional(),
    format_region: z
      .string()
      .max(2)
      .nullable()
      .optional()
      .openapi({ description: 'ISO 3166; `null`: that of the language', example: 'CH' }),
    hide_amounts: z.boolean().nullable().optional().openapi({ description: '`null`: the default, false', example: true }),
    shortcuts: z.boolean().nullable().optional().openapi({ description: '`null`: the default, true', example: false }),
    cost_basis_method: CostBasisMethodChoice.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'Give at least one preference.')
  .openapi('ChangePreferencesRequest', { minProperties: 1, example: { language: 'it', currency: 'CHF' } })

export const PasswordProof = z.strictObject({ password: givenPassword }).openapi('PasswordProof')
