/** `node:net` brings the streams of Node along: loaded with the first address that has to be looked at, not at start. */
export function net(): typeof import('node:net') {
  return process.getBuiltinModule('node:net')
}

/** 4, 6, or 0 for what is no IP address. */
export function isIP(text: string): number {
  return net().isIP(text)
}
