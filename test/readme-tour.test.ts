/** The README's commands, one after the other as a newcomer types them, against what it prints below them. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { priceProviders } from '#plugins/assets/index.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { createTestApp } from '#test/support/app.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** The worked example is for an empty service and has a test of its own. */
const tour = readme
  .slice(readme.indexOf('## Five minutes with curl'), readme.indexOf('### It does not start'))
  .replace(/^## A worked example\n[\s\S]*?(?=^## )/m, '')
const blocks = [...tour.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({ kind, text }))

type Shell = { readonly files: Map<string, string>; readonly jars: Map<string, string>; report: string; calls: number }
type Request = (path: string, init: RequestInit) => Response | Promise<Response>

/** Runs one block of commands; answers what curl would print. */
async function runBlock(request: Request, shell: Shell, block: string): Promise<string> {
  let printed = ''
  const commands = block.replace(/^cat > (\S+) <<'(\w+)'\n([\s\S]*?)^\2$/gm, (_, name: string, __, text: string) => {
    shell.files.set(name, text)
    return ''
  })
  for (const line of commands.split('\n').filter((text) => text.startsWith('curl '))) {
    shell.calls += 1
    const text = await curl(request, shell, line.replaceAll('$report', shell.report))
    shell.report = /^\{"id":"([0-9a-f-]{36})","broker_id"/.exec(text)?.[1] ?? shell.report
    printed += `${text}\n`
  }
  return printed
}

async function curl(request: Request, { files, jars }: Shell, line: string): Promise<string> {
  const path = /\$api(\/[^\s"]*)/.exec(line)?.[1] ?? ''
  const json = / --json (?:'([^']*)'|@(\S+))/.exec(line)
  const upload = / -F file=@(\S+)/.exec(line)?.[1]
  const body = upload === undefined ? (json?.[1] ?? files.get(json?.[2] ?? '')) : formOf(upload, files.get(upload) ?? '')
  const headers = new Headers({ Cookie: jars.get(/ -b (\S+)/.exec(line)?.[1] ?? '') ?? '' })
  if (json) headers.set('Content-Type', 'application/json')
  const accept = / -H 'Accept: ([^']+)'/.exec(line)?.[1]
  if (accept !== undefined) headers.set('Accept', accept)
  const method = / -X (\w+)/.exec(line)?.[1] ?? (body === undefined ? 'GET' : 'POST')
  const answer = await request(`/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  const jar = / -c (\S+)/.exec(line)?.[1]
  if (jar !== undefined) jars.set(jar, answer.headers.get('set-cookie')?.split(';')[0] ?? '')
  return answer.text()
}

function formOf(name: string, text: string): FormData {
  const form = new FormData()
  form.append('file', new File([text], name, { type: 'text/csv' }))
  return form
}

/** The pieces between the marks of what was left out that do not come in this order. */
function missingPieces(shown: string, real: string): string[] {
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

test('every answer that the README prints is what really comes, in its order, but for what is marked as left out', async () => {
  const { deps } = await createTestApp()
  const clock = () => new Date('2026-11-21T12:00:00Z')
  const plugins = { ...deps.plugins, brim: brokerPlugins, fx: fxProviders, assets: priceProviders }
  const app = await createTestApp({ clock, deps: { plugins } })
  const shell: Shell = { files: new Map(), jars: new Map(), report: '', calls: 0 }
  let compared = 0
  for (const [index, { kind, text }] of blocks.entries()) {
    if (kind !== 'sh') continue
    const printed = await runBlock((path, init) => app.app.request(path, init), shell, text)
    const next = blocks[index + 1]
    if (next === undefined || next.kind === 'sh' || !/^[{[]/.test(next.text)) continue
    expect(missingPieces(next.text, printed)).toEqual([])
    compared += 1
  }
  expect([compared > 10, shell.calls > 25]).toEqual([true, true])
})
