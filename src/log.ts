export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>> & {
  /** Whether lines of this level are written: what takes some work to say is not made for nothing. */
  readonly takes: (level: LogLevel) => boolean
  readonly flush: () => void
}

const ORDER = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }
const SECRET_KEY = /pass(word)?|secret|token|cookie|authorization|jwt|api_?key/i
const FLUSH_AFTER_MILLISECONDS = 50

/** One line per event, written in batches; values under secret-looking keys are replaced; line breaks cannot forge a line. */
export function createLog(options: {
  level: keyof typeof ORDER
  format: 'json' | 'pretty'
  write: (text: string) => void
  /** People see the lines as they come: pretty ones have the time of the day only. */
  isTerminal?: boolean
  now?: () => Date
}): Log {
  let buffer = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (buffer !== '') options.write(buffer)
    buffer = ''
  }
  const takes = (level: LogLevel) => ORDER[level] >= ORDER[options.level]
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (!takes(level)) return
      const time = (options.now?.() ?? new Date()).toISOString()
      buffer +=
        options.format === 'json'
          ? jsonLine(time, level, event, fields)
          : prettyLine(options.isTerminal === true ? time.slice(11, 19) : time, level, event, fields)
      if (level === 'error' || buffer.length > 65_536) flush()
      else timer ??= setTimeout(flush, FLUSH_AFTER_MILLISECONDS)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), takes, flush }
}

function jsonLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  return `${safeJson({ time, level, event, ...fields })}\n`
}

function prettyLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const shown = Object.entries(fields).map(([key, value]) => `${key}=${prettyValue(redact(key, value))}`)
  return `${time} ${level.padEnd(5)} ${[event, ...shown].join(' ')}\n`
}

/** Words, numbers, paths and addresses need no quotes. */
function prettyValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : safeJson(value)
}

/** A log call never throws: what JSON cannot hold is named instead. */
function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value, redact) ?? 'null'
  } catch {
    return '"[not loggable]"'
  }
}

function redact(key: string, value: unknown): unknown {
  if (SECRET_KEY.test(key) && value !== null && value !== undefined && typeof value !== 'boolean') return '[hidden]'
  if (value instanceof Error) return { message: value.message, stack: value.stack }
  return typeof value === 'bigint' ? value.toString() : value
}
