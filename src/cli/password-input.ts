import { AppError } from '../shared/errors.ts'

const MAX_BYTES = 4096

/** Where a password comes from: a terminal, which reads without showing what is typed, or a pipe. */
export type PasswordSource = {
  readonly isTerminal: boolean
  readonly chunks: AsyncIterable<Uint8Array | string>
  readonly setHidden: (hidden: boolean) => void
  readonly write: (text: string) => void
}

/** The process's own standard input; prompts go to standard error, so that output stays clean. */
export function standardInput(): PasswordSource {
  return {
    isTerminal: process.stdin.isTTY === true,
    chunks: process.stdin,
    setHidden: (hidden) => process.stdin.setRawMode(hidden),
    write: (text) => process.stderr.write(text),
  }
}

/** A new password: from a terminal twice, hidden; from a pipe its first line. Never from the arguments, which other users see. */
export async function readNewPassword(source: PasswordSource): Promise<string> {
  const lines = readLines(source)
  if (source.isTerminal) source.setHidden(true)
  try {
    return source.isTerminal ? await promptTwice(source, lines) : await nextLine(lines)
  } finally {
    if (source.isTerminal) source.setHidden(false)
    await lines.return(undefined)
  }
}

async function promptTwice(source: PasswordSource, lines: AsyncGenerator<string>): Promise<string> {
  source.write('New password: ')
  const first = await nextLine(lines)
  source.write('\nThe same again: ')
  const second = await nextLine(lines)
  source.write('\n')
  if (first === second) return first
  throw new AppError('invalid', 'user/password-mismatch', 'The two passwords are not the same. Nothing was changed.')
}

async function nextLine(lines: AsyncGenerator<string>): Promise<string> {
  const { value, done } = await lines.next()
  if (done || value === undefined)
    throw new AppError(
      'invalid',
      'user/password-missing',
      'No password was given: type it, or send it as the first line of standard input.',
    )
  return value
}

async function* readLines(source: PasswordSource): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const chunk of source.chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    for (const character of text) {
      if (character === '\n' || (character === '\r' && source.isTerminal)) {
        yield line.replace(/\r$/, '')
        line = ''
      } else line = source.isTerminal ? edited(line, character) : line + character
    }
    if (line.length > MAX_BYTES)
      throw new AppError('invalid', 'user/password-too-long', 'The first line is too long for a password.')
  }
  if (line !== '') yield line
}

/** What a terminal in raw mode leaves to us: erasing, and giving up. */
function edited(line: string, character: string): string {
  if (character === '\u0003' || character === '\u0004')
    throw new AppError('invalid', 'user/password-cancelled', 'Cancelled. Nothing was changed.')
  if (character === '\u007f' || character === '\b') return [...line].slice(0, -1).join('')
  if (character === '\u0015') return ''
  return line + character
}
