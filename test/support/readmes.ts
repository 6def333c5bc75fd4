/** The READMEs of the project: their blocks, and a shell that understands as much of curl as they use. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..', '..')
const SOURCES = ['*.md', '.github/*.md', 'db/*.md', 'plugins/*.md', 'src/**/*.md', 'test/**/*.md']

export type Block = { readonly kind: string; readonly text: string }
export type Shell = { readonly files: Map<string, string>; readonly jars: Map<string, string>; report: string; calls: number }
type Send = (path: string, init: RequestInit) => Response | Promise<Response>

/** Every page of the documentation, by its path from the root. */
export function listPages(): string[] {
  const found = SOURCES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })])
  return [...new Set(found)].filter((path) => path !== 'CHANGELOG.md' && !path.includes('fixtures/')).sort()
}

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The fenced blocks of a page; with `until` those before that text. */
export function blocksOf(path: string, until?: string): Block[] {
  const page = readPage(path)
  const end = until === undefined ? page.length : page.indexOf(until)
  if (end < 0) throw new Error(`${path} has no ${until}`)
  return [...page.slice(0, end).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({ kind, text }))
}

/** The commands of a page that call the service. A quoted body may go over several lines. */
export function curlsOf(text: string): string[] {
  return [...text.matchAll(/^curl (?:'[^']*'|[^'\n])*/gm)].map(([command]) => command)
}

export function createShell(): Shell {
  return { files: new Map(), jars: new Map(), report: '', calls: 0 }
}

/** Runs one block of commands; answers what curl would print. */
export async function runBlock(send: Send, shell: Shell, block: string): Promise<string> {
  let printed = ''
  const commands = block.replace(/^cat > (\S+) <<'(\w+)'\n([\s\S]*?)^\2$/gm, (_, name: string, __, text: string) => {
    shell.files.set(name, text)
    return ''
  })
  for (const command of curlsOf(commands)) {
    shell.calls += 1
    const text = await curl(send, shell, command.replaceAll('$report', shell.report))
    shell.report = /^\{"id":"([0-9a-f-]{36})","broker_id"/.exec(text)?.[1] ?? shell.report
    printed += `${text}\n`
  }
  return printed
}

async function curl(send: Send, { files, jars }: Shell, command: string): Promise<string> {
  const path = /\$api(\/[^\s"]*)/.exec(command)?.[1] ?? ''
  const json = / --json (?:'([^']*)'|"((?:\\"|[^"])*)"|@(\S+))/.exec(command)
  const upload = / -F file=@(\S+)/.exec(command)?.[1]
  const body =
    upload === undefined
      ? (json?.[1] ?? json?.[2]?.replaceAll('\\"', '"') ?? files.get(json?.[3] ?? ''))
      : formOf(upload, files.get(upload) ?? '')
  const headers = new Headers({ Cookie: jars.get(/ -b (\S+)/.exec(command)?.[1] ?? '') ?? '' })
  if (json) headers.set('Content-Type', 'application/json')
  for (const [, name = '', value = ''] of command.matchAll(/ -H '([\w-]+): ([^']+)'/g)) headers.set(name, value)
  const method = / -X (\w+)/.exec(command)?.[1] ?? (body === undefined ? 'GET' : 'POST')
  const answer = await send(`/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const jar = / -c (\S+)/.exec(command)?.[1]
  if (jar !== undefined) jars.set(jar, answer.headers.get('set-cookie')?.split(';')[0] ?? '')
  const text = await answer.text()
  if (answer.status >= 500 || (/ -o \S/.test(command) && answer.status !== 200)) throw new Error(`${command}: ${text}`)
  return / -o \S/.test(command) ? '' : text
}

function formOf(name: string, text: string): FormData {
  const form = new FormData()
  form.append('file', new File([text], name, { type: 'text/csv' }))
  return form
}

/** The pieces between the signs for what was left out that do not come in this order. */
export function missingPieces(shown: string, real: string): string[] {
  const bare = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID').replace(/\s+/g, '')
  const text = bare(real)
  let at = 0
  return shown.split('…').filter((piece) => {
    const wanted = bare(piece).replace(/^,|,$/g, '')
    const found = text.indexOf(wanted, at)
    if (found >= 0) at = found + wanted.length
    return found < 0
  })
}
