/** Which internet addresses the service may call on behalf of others: public ones only (IANA special-purpose registries, RFC 6890). */

/** `[first, prefix length]`; everything in them is private, reserved, local or otherwise no public host. */
const BLOCKED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Whether `host` (as `URL.hostname` gives it) is an address rather than a name. */
export function isAddress(host: string): boolean {
  return parseV4(host) !== undefined || host.includes(':')
}

/**
 * Whether an IPv4 or IPv6 address, with or without brackets, is one of a public host. Loopback, private, link-local, unique local,
 * multicast, documentation and reserved ranges are not; IPv6 forms that carry an IPv4 address (mapped, NAT64, 6to4) are judged by it.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const four = parseV4(bare)
  if (four !== undefined) return isPublicV4(four)
  const groups = parseV6(bare)
  return groups !== undefined && isPublicV6(groups)
}

function isPublicV4(value: number): boolean {
  return BLOCKED_V4.every(([first, bits]) => {
    const size = 2 ** (32 - bits)
    const start = parseV4(first) ?? 0
    return value < start || value >= start + size
  })
}

function isPublicV6(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = groups
  const low = (groups[6] ?? 0) * 65_536 + (groups[7] ?? 0)
  const leading = (count: number) => groups.slice(0, count).every((group) => group === 0)
  if (leading(5) && groups[5] === 0xffff) return isPublicV4(low)
  if (a === 0x64 && b === 0xff9b) return groups.slice(2, 6).every((group) => group === 0) && isPublicV4(low)
  if (a === 0x2002) return isPublicV4(b * 65_536 + c)
  if (a === 0x2001 && (b < 0x200 || b === 0xdb8)) return false
  if (a === 0x3fff && b < 0x1000) return false
  return a >= 0x2000 && a <= 0x3fff
}

function parseV4(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  if (!match) return undefined
  const parts = match.slice(1).map(Number)
  return parts.some((part) => part > 255) ? undefined : parts.reduce((value, part) => value * 256 + part, 0)
}

function parseV6(text: string): number[] | undefined {
  const embedded = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const four = embedded ? parseV4(embedded[2] as string) : undefined
  if (embedded && four === undefined) return undefined
  const plain =
    embedded && four !== undefined ? `${embedded[1]}${(four >>> 16).toString(16)}:${(four & 0xffff).toString(16)}` : text
  const halves = plain.split('::')
  if (halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array<string>(halves.length === 1 ? 0 : missing).fill('0'), ...tail]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.map((group) => Number.parseInt(group, 16)) : undefined
}
