import { z } from 'zod'
import { isRange } from './shared/address.ts'
import { flag, list } from './variables.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** What `private` in TRUSTED_PROXIES stands for, beside loopback. */
const PRIVATE_RANGES = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10']
/** Headers that say something else already: none of them can name a user. */
const BROWSERS_SEND =
  /^(accept|access-control|authorization|connection|content|cookie|forwarded|from|host|idempotency|if|last-event|origin|prefer|priority|range|referer|sec|te|transfer|upgrade|user-agent|via|x-request-id)(-|$)|^x-forwarded-(for|host|port|proto|scheme)$/

/** Which proxies are in front, and what is believed of them. */
export const PROXY_VARIABLES = {
  TRUSTED_PROXIES: list
    .pipe(
      z.array(
        z
          .string()
          .refine(
            (text) => text === 'private' || isRange(text),
            'must be addresses or ranges such as 10.0.0.0/8, or the word private, separated by commas',
          ),
      ),
    )
    .transform((ranges) => ranges.flatMap((range) => (range === 'private' ? [...LOOPBACK, ...PRIVATE_RANGES] : [range])))
    .default(LOOPBACK),
  AUTH_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header, such as Remote-User')
    .transform((name) => name.toLowerCase())
    .refine(
      (name) => !BROWSERS_SEND.test(name),
      'must be a header that no browser and no proxy sends for another reason, such as Remote-User',
    )
    .optional(),
  AUTH_HEADER_CREATE: flag.default(false),
}
