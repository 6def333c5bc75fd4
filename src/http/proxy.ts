import { isInRanges, isIP } from '../shared/address.ts'
import type { HttpContext } from './route.ts'

/** Who is at the other end, seen through the proxies that we trust. */
export type Client = { readonly address: string; readonly secure: boolean; readonly host: string }

/** Reads `X-Forwarded-For/-Proto/-Host`, but only when the connection comes from a trusted proxy. */
export function clientOf(c: HttpContext): Client {
  const trusted = c.get('deps').config.trustedProxies
  const peer = peerOf(c) ?? '127.0.0.1'
  const url = new URL(c.req.url)
  const direct = { address: peer, secure: url.protocol === 'https:', host: c.req.header('host') ?? url.host }
  if (!isInRanges(peer, trusted)) return direct
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plainAddress(hop.trim()))
  const address =
    hops.reverse().find((hop) => isIP(hop) !== 0 && !isInRanges(hop, trusted)) ?? hops.find((hop) => isIP(hop) !== 0) ?? peer
  const proto = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  return {
    address,
    secure: proto === undefined ? direct.secure : proto === 'https',
    host: c.req.header('x-forwarded-host')?.split(',')[0]?.trim() || direct.host,
  }
}

/** What a header says, where the other end of the socket is a trusted proxy; nothing where it is anybody else, or not known. */
export function trustedHeader(c: HttpContext, name: string): string | undefined {
  const peer = peerOf(c)
  return peer !== undefined && isInRanges(peer, c.get('deps').config.trustedProxies) ? c.req.header(name) : undefined
}

function peerOf(c: HttpContext): string | undefined {
  const address = c.env?.server?.requestIP(c.req.raw)?.address
  return address === undefined ? undefined : plainAddress(address)
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
