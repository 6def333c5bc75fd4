import { create } from 'content-disposition'

/** A part's name and filename as its Content-Disposition says. `filename` is `undefined` for a text field. */
export type Disposition = { readonly type: string; readonly name: string | undefined; readonly filename: string | undefined }

const PARAMETER = /\s*;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*/y
const TOKEN = /[^\s;]*/y

/**
 * Reads a Content-Disposition as browsers, curl and scripts write it (RFC 7578, WHATWG forms): quotes inside a quoted value that nobody
 * escaped, `\"`, `%22`, full Windows paths, `filename*` (RFC 8187), any UTF-8. Never throws. Own code: `parse` of content-disposition ends a
 * name at its first inner quote, and takes either `\"` for a quote or a Windows path's `\` for itself, never both.
 */
export function parseDisposition(header: string): Disposition {
  const type = (header.split(';', 1)[0] ?? '').trim().toLowerCase()
  const values = new Map<string, string>()
  let at = header.indexOf(';')
  while (at !== -1 && at < header.length) {
    PARAMETER.lastIndex = at
    const key = PARAMETER.exec(header)?.[1]?.toLowerCase()
    if (key === undefined) break
    const value = readValue(header, PARAMETER.lastIndex)
    if (!values.has(key)) values.set(key, value.text)
    at = value.end
  }
  return { type, name: values.get('name'), filename: extended(values.get('filename*')) ?? values.get('filename') }
}

function readValue(header: string, start: number): { text: string; end: number } {
  if (header[start] !== '"') {
    TOKEN.lastIndex = start
    const text = TOKEN.exec(header)?.[0] ?? ''
    return { text, end: start + text.length }
  }
  let text = ''
  let at = start + 1
  for (; at < header.length; at += 1) {
    const character = header[at]
    if (character === '\\' && (header[at + 1] === '"' || header[at + 1] === '\\')) {
      text += header[at + 1]
      at += 1
    } else if (character === '"' && /^\s*(;|$)/.test(header.slice(at + 1, at + 9))) {
      return { text: unescapeForm(text), end: at + 1 }
    } else text += character
  }
  return { text: unescapeForm(text), end: header.length }
}

function unescapeForm(text: string): string {
  return text.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}

function extended(value: string | undefined): string | undefined {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')
  if (!match) return undefined
  try {
    return decodeURIComponent(match[1] ?? '')
  } catch {
    return undefined
  }
}

/** A Content-Disposition for a file we send (RFC 6266): an ASCII name for old clients, and the real one when it differs. */
export function formatDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const whole = filename.toWellFormed()
  return create(whole, { type: kind, fallback: whole.replace(/[^\x20-\x7e]|["\\%]/gu, '_') })
}
