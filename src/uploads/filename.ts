const MAX_LENGTH = 200
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * A name fit to be shown and to be offered for saving: the last part of a path, without control and direction characters (a reversed
 * `gpj.exe`), without dots and spaces at the end (Windows removes them), at most 200 characters with the extension whole. May be empty.
 */
export function cleanFilename(raw: string): string {
  const last = raw.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .toWellFormed()
    .normalize('NFC')
    .replace(CONTROLS, '')
    .replace(/^\s+|[\s.]+$/gu, '')
  const characters = [...clean]
  if (characters.length <= MAX_LENGTH) return clean
  const extension = extensionOf(clean)
  const available = MAX_LENGTH - [...extension].length - 1
  return extension === '' || available < 1
    ? characters.slice(0, MAX_LENGTH).join('')
    : `${characters.slice(0, available).join('')}.${extension}`
}

/** Lower case, without dot; empty when there is none or it is longer than 20 characters. `.htaccess` has the extension `htaccess`. */
export function extensionOf(filename: string): string {
  return /\.([^.]{1,20})$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}
