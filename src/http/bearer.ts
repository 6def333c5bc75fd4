import type { HttpContext } from './route.ts'

/**
 * The token of ours that a request came with: `Authorization: Bearer hf_...`. It alone says who is calling, whatever cookie there is beside it. Any other
 * value of the field is between a browser and a proxy in front, and nothing to us.
 */
export function bearerOf(c: HttpContext): string | undefined {
  const [, token] = /^bearer +(hf_.*)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return token
}
