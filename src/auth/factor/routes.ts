import { empty, json, jsonBody, problems } from '../../http/openapi.ts'
import { clientOf } from '../../http/proxy.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { PasswordProof } from '../schema.ts'
import { CodeRequest, Enrolment, FactorProofRequest, RecoveryCodes, SecondFactor } from './schema.ts'
import { confirmSecondFactor, disableSecondFactor, enrolSecondFactor, getSecondFactor, renewRecoveryCodes } from './service.ts'

const getSecondFactorRoute = userRoute({
  operationId: 'getSecondFactor',
  tags: ['auth'],
  method: 'get',
  path: '/auth/second-factor',
  summary: 'Read the state of the own second factor',
  description: 'Whether sign-in by password needs a code, and how many recovery codes are left.',
  responses: { 200: json(SecondFactor, 'The state') },
})

const enrolSecondFactorRoute = userRoute({
  operationId: 'enrolSecondFactor',
  tags: ['auth'],
  method: 'post',
  path: '/auth/second-factor',
  summary: 'Begin a second factor',
  description:
    'A secret for an authenticator app (TOTP: SHA-1, six digits, 30 s). In use once `/auth/second-factor/confirm` had a code of it. `auth/second-factor-on` (409), `auth/wrong-password` (422).',
  request: { body: jsonBody(PasswordProof) },
  responses: { 200: json(Enrolment, 'The secret, shown this once'), ...problems(409, 422, 429, 503) },
})

const confirmSecondFactorRoute = userRoute({
  operationId: 'confirmSecondFactor',
  tags: ['auth'],
  method: 'post',
  path: '/auth/second-factor/confirm',
  summary: 'Put the second factor to use',
  description: '`auth/second-factor-off`, `auth/second-factor-on` (409), `auth/wrong-code` (422).',
  request: { body: jsonBody(CodeRequest) },
  responses: { 200: json(RecoveryCodes, 'In use; ten codes for when it is lost'), ...problems(409, 422) },
})

const renewRecoveryCodesRoute = userRoute({
  operationId: 'renewRecoveryCodes',
  tags: ['auth'],
  method: 'post',
  path: '/auth/second-factor/recovery-codes',
  summary: 'Make new recovery codes',
  description: 'Those before count no more. `auth/second-factor-off` (409), `auth/wrong-password`, `auth/wrong-code` (422).',
  request: { body: jsonBody(FactorProofRequest) },
  responses: { 200: json(RecoveryCodes, 'Ten new ones'), ...problems(409, 422, 429, 503) },
})

const disableSecondFactorRoute = userRoute({
  operationId: 'disableSecondFactor',
  tags: ['auth'],
  method: 'delete',
  path: '/auth/second-factor',
  summary: 'Take the own second factor away',
  description: '`auth/second-factor-off` (409), `auth/wrong-password`, `auth/wrong-code` (422).',
  request: { body: jsonBody(FactorProofRequest) },
  responses: { 204: empty('The password alone signs in'), ...problems(409, 422, 429, 503) },
})

export function secondFactorRoutes() {
  const router = createRouter()
  router.openapi(getSecondFactorRoute, async (c) => {
    const { enabledAt, recoveryCodesLeft } = await getSecondFactor(c.var.ctx)
    return c.json({ enabled: enabledAt !== null, enabled_at: enabledAt, recovery_codes_left: recoveryCodesLeft }, 200)
  })
  router.openapi(enrolSecondFactorRoute, async (c) => {
    const { password } = c.req.valid('json')
    const { secret, uri, qrSvg } = await enrolSecondFactor(c.var.ctx, { password, address: clientOf(c).address })
    return c.json({ secret, uri, qr_svg: qrSvg }, 200)
  })
  router.openapi(confirmSecondFactorRoute, async (c) =>
    c.json({ recovery_codes: await confirmSecondFactor(c.var.ctx, c.req.valid('json').code) }, 200),
  )
  router.openapi(renewRecoveryCodesRoute, async (c) => {
    const { recovery_code: recoveryCode, ...proof } = c.req.valid('json')
    const codes = await renewRecoveryCodes(c.var.ctx, { ...proof, recoveryCode, address: clientOf(c).address })
    return c.json({ recovery_codes: codes }, 200)
  })
  router.openapi(disableSecondFactorRoute, async (c) => {
    const { recovery_code: recoveryCode, ...proof } = c.req.valid('json')
    await disableSecondFactor(c.var.ctx, { ...proof, recoveryCode, address: clientOf(c).address })
    return c.body(null, 204)
  })
  return router
}
