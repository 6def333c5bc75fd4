import { z } from '@hono/zod-openapi'
import { codeInput, givenCode, givenPassword } from '../schema.ts'

export const SecondFactor = z
  .object({
    enabled: z.boolean().openapi({ example: true }),
    enabled_at: z.iso.datetime().nullable().openapi({ example: '2026-06-30T08:15:00.000Z' }),
    recovery_codes_left: z.int().openapi({ example: 10 }),
  })
  .openapi('SecondFactor')

export const Enrolment = z
  .object({
    secret: z.string().openapi({ description: 'Base32; shown this once', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    uri: z.string().openapi({ description: 'What authenticator apps read', example: 'otpauth://totp/Holdfast:olga?secret=…' }),
    qr_svg: z.string().openapi({ description: 'The same as a picture', example: '<svg …>' }),
  })
  .openapi('SecondFactorEnrolment')

export const CodeRequest = z.strictObject({ code: codeInput }).openapi('CodeRequest')

export const FactorProofRequest = z
  .strictObject({ password: givenPassword, ...givenCode })
  .refine((body) => (body.code === undefined) !== (body.recovery_code === undefined), 'Give code or recovery_code.')
  .openapi('FactorProofRequest', { example: { password: 'correct-horse-battery-9', code: '492039' } })

export const RecoveryCodes = z
  .object({
    recovery_codes: z
      .array(z.string())
      .openapi({ description: 'Shown this once; each counts once', example: ['k3vq-7tzb-mm2x-wq5c'] }),
  })
  .openapi('RecoveryCodes')
