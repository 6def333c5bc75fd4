import type { BlockList } from 'node:net'

/** What is no public host (IANA special-purpose registries, RFC 6890): private, reserved, local, multicast and documentation ranges. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '3fff::/20']
const GLOBAL_V6 = ['2000::/3']
/** Hold an IPv4 address: its position in groups of 16 bits. */
const CARRIERS: readonly (readonly [range: readonly string[], group: number])[] = [
  [['::ffff:0:0/96'], 6],
  [['64:ff9b::/96'], 6],
  [['2002::/16'], 1],
]

const lists = new WeakMap<readonly string[], BlockList>()

/** `node:net` brings the streams of Node along: loaded with the first address that has to be looked at, not at start. */
function net(): typeof import('node:net') {
  return process.getBuiltinModule('node:net')
}

/** 4, 6, or 0 for what is no IP address. */
export function isIP(text: string): number {
  return net().isIP(text)
}

/** Whether `host` (as `URL.hostname` gives it) is an address rather than a name. */
export function isAddress(host: string): boolean {
  return isIP(bare(host)) !== 0 || host.includes(':')
}

/** Whether a text is an address or a range such as `10.0.0.0/8`. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** Whether an address is in one of the ranges (`10.0.0.0/8`, `::1`). The lists of ranges are made once: pass the same array. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const family = isIP(address)
  return family !== 0 && listOf(ranges).check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whether an IPv4 or IPv6 address, with or without brackets, is one of a public host. IPv6 forms that carry an IPv4 address (mapped,
 * NAT64, 6to4) are judged by it.
 */
export function isPublicAddress(address: string): boolean {
  const plain = bare(address)
  const family = isIP(plain)
  if (family === 4) return !isInRanges(plain, SPECIAL_V4)
  if (family !== 6) return false
  const carrier = CARRIERS.find(([range]) => isInRanges(plain, range))
  if (carrier) return isPublicAddress(carriedBy(plain, carrier[1]))
  return isInRanges(plain, GLOBAL_V6) && !isInRanges(plain, SPECIAL_V6)
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
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

/** The IPv4 address in two groups of an IPv6 address. */
function carriedBy(address: string, group: number): string {
  const [, left = '', right = ''] = /^\[(.*?)(?:::(.*))?\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  const groups = [left, right].map((half) => half.split(':').filter((part) => part !== ''))
  const [before = [], after = []] = groups
  const gap = Array<string>(8 - before.length - after.length).fill('0')
  const [high = 0, low = 0] = [...before, ...gap, ...after].slice(group, group + 2).map((part) => Number.parseInt(part, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
