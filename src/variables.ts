import { z } from 'zod'

/** What values of variables of the environment look like. */

export const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'])
  .transform((text) => text === 'true' || text === '1' || text === 'yes')
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be at most 65535')
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
export const webOrigin = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^/?#@*\\]+\/?$/i.test(text) && URL.canParse(text),
    'must be http or https addresses such as https://app.example.org, without a path',
  )
  .transform((text) => new URL(text).origin)
