import type { BlockList } from 'node:net'
import { isIP, net } from '../shared/address.ts'
import type { HttpContext } from './route.ts'

/** Who is at the other end, seen through the proxies that we trust. */
export type Client = { readonly address: string; readonly secure: boolean; readonly host: string }

const lists = new WeakMap<readonly string[], BlockList>()

/** Reads `X-Forwarded-For/-Proto/-Host`, but only when the connection comes from a trusted proxy. */
export function clientOf(c: HttpContext): Client {
  const trusted = c.var.deps.config.trustedProxies
  const peer = plainAddress(c.env?.server?.requestIP(c.req.raw)?.address ?? '127.0.0.1')
  const url = new URL(c.req.url)
  const direct = { address: peer, secure: url.protocol === 'https:', host: c.req.header('host') ?? url.host }
  if (!isTrusted(peer, trusted)) return direct
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plainAddress(hop.trim()))
  const address =
    hops.reverse().find((hop) => isIP(hop) !== 0 && !isTrusted(hop, trusted)) ?? hops.find((hop) => isIP(hop) !== 0) ?? peer
  const proto = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase()
  return {
    address,
    secure: proto === undefined ? direct.secure : proto === 'https',
    host: c.req.header('x-forwarded-host')?.split(',')[0]?.trim() || direct.host,
  }
}

/** Whether an address is in one of the ranges (`10.0.0.0/8`, `::1`). */
export function isTrusted(address: string, ranges: readonly string[]): boolean {
  const family = isIP(address)
  return family !== 0 && listOf(ranges).check(address, family === 6 ? 'ipv6' : 'ipv4')
}

function listOf(ranges: readonly string[]): BlockList {
  const known = lists.get(ranges)
  if (known) return known
  const list = new (net().BlockList)()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address)
    if (family === 0) continue
    if (bits === undefined) list.addAddress(address, family === 6 ? 'ipv6' : 'ipv4')
    else list.addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  }
  lists.set(ranges, list)
  return list
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
