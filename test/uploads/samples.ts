/** Small files of every kind, made here byte by byte. */
const encoder = new TextEncoder()

export const bytes = (text: string) => encoder.encode(text)
export const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
export const join = (...parts: readonly (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part))))
export const zeros = (count: number) => new Uint8Array(count)

export const PNG = hex(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082',
)
export const JPEG = hex('ffd8ffe000104a46494600010100000100010000ffdb004300ffd9')
export const GIF = hex('474946383961 0100 0100 80 00 00 ffffff 000000 2c 00000000 0100 0100 00 02 02 44 01 00 3b')
export const WEBP = join('RIFF', hex('1a000000'), 'WEBPVP8L', hex('0d0000002f00000010071011118888fe07'), zeros(1))
export const AVIF = join(hex('0000001c'), 'ftypavif', zeros(4), 'avifmif1', zeros(60))
export const PDF = join('%PDF-1.7\n', hex('25e2e3cfd3'), '\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
export const SVG = bytes('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>')
export const CSV = bytes('Date;Amount\n2026-01-02;1,50\n')
export const MZ = join('MZ', zeros(58), hex('40000000'), 'PE\0\0', zeros(40))
export const ELF = join(hex('7f454c46020101'), zeros(57), hex('02003e00'))

/** A ZIP archive of stored entries. */
export function zip(entries: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const data = typeof content === 'string' ? bytes(content) : content
    const path = bytes(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(Bun.hash.crc32(data), 10)
    common.writeUInt32LE(data.byteLength, 14)
    common.writeUInt32LE(data.byteLength, 18)
    common.writeUInt16LE(path.byteLength, 22)
    const local = join('PK\u0003\u0004', common, path, data)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(join('PK\u0001\u0002', hex('1400'), common, place, path))
    parts.push(local)
    offset += local.byteLength
  }
  const size = directory.reduce((sum, part) => sum + part.byteLength, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return join(...parts, ...directory, 'PK\u0005\u0006', end)
}

/** A ZIP archive that tells its directory by the ZIP64 records only, as streaming writers do. */
export function zip64(entries: Readonly<Record<string, string>>): Uint8Array {
  const plain = zip(entries)
  const end = plain.byteLength - 22
  const view = new DataView(plain.buffer)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(view.getUint16(end + 10, true)), 24)
  record.writeBigUInt64LE(BigInt(view.getUint16(end + 10, true)), 32)
  record.writeBigUInt64LE(BigInt(view.getUint32(end + 12, true)), 40)
  record.writeBigUInt64LE(BigInt(view.getUint32(end + 16, true)), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(end), 8)
  locator.writeUInt32LE(1, 16)
  const last = new Uint8Array(plain.subarray(end))
  last.fill(0xff, 8, 20)
  return join(plain.subarray(0, end), record, locator, last)
}
