/**
 * schemathesis over the document: requests that it allows and such that it does not, to the built executable with data in it. Every status, type and shape of
 * an answer must be documented, none may be 5xx but those that say that something is switched off, and the data must be well afterwards.
 * `bun run build && bun run test/openapi/fuzz/run.ts [--seed 7] [--examples 4] [--seconds 60]`. With AFTER, the path of a file, it begins when that is there.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { emptyFolder, requireBinary, startBinary } from '#test/support/binary.ts'
import { faultsOf } from '#test/support/crash.ts'
import { folderOf, missing } from '../clients/tools.ts'
import { fill, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    examples: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '60' },
    phases: { type: 'string', default: 'examples,fuzzing' },
  },
})
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
/** They take from the caller what all other requests need, or wait for something to happen. */
const LEFT_OUT = [
  ...['logout', 'endSessions', 'leaveForGood', 'restoreBackup', 'deleteUser', 'changeUser', 'changeSettings'],
  ...['setUserPassword', 'watchJob'],
]
/** What may be 503 here: nothing leaves the machine. */
const ENV = { OFFLINE: 'true', LOG_LEVEL: 'info', JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef' }
const SESSION_ONLY = JSON.stringify([{ session: [] }])

type Operation = { readonly operationId: string; readonly security?: unknown }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
/** `header` names the caller, who must be known still when it is over; `share` is its part of the time. */
type Pass = {
  readonly name: string
  readonly header: readonly [name: string, value: string]
  readonly leaveOut: readonly string[]
  readonly share: number
}

/** Everything with a token, what needs a session with one. */
function passesOf(document: Document, { token, cookie }: World): readonly Pass[] {
  const all = Object.values(document.paths).flatMap((item) => Object.values(item))
  const ofSession = all.filter(({ security }) => JSON.stringify(security) === SESSION_ONLY).map(({ operationId }) => operationId)
  const others = all.map(({ operationId }) => operationId).filter((id) => !ofSession.includes(id))
  return [
    { name: 'with a token', header: ['Authorization', `Bearer ${token}`], leaveOut: LEFT_OUT, share: 0.75 },
    { name: 'with a session', header: ['Cookie', cookie], leaveOut: [...new Set([...LEFT_OUT, ...others])], share: 0.25 },
  ]
}

/** Where an id is a text. */
const BY_UUID = '/(uploads|files|jobs|backup)/'

/** Every other id in a path is one that there is. */
function settingsOf({ ids }: World): string {
  const known = { number: [1, 2, 3, 4], uuid: ids, setting: ['shared_data', 'disk_reserve_mb'] }
  const from = (dictionary: keyof typeof known) => `{ dictionary = "${dictionary}", probability = 0.5 }`
  return [
    ...Object.entries(known).map(([name, list]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(list)}`),
    '[parameters]',
    ...['id', 'asset_id', 'event_id'].map((name) => `"path.${name}" = ${from('number')}`),
    `"path.key" = ${from('setting')}`,
    '[checks.not_a_server_error]\nexpected-statuses = ["2xx", "3xx", "4xx", 503]',
    `[[operations]]\ninclude-path-regex = "${BY_UUID}"\nparameters = { "path.id" = ${from('uuid')} }`,
  ].join('\n')
}

/** Runs one pass and says what came of it; whether all was well. */
async function judge({ name, header, leaveOut, share }: Pass, base: string, folder: string): Promise<boolean> {
  const tool = folderOf('schemathesis')
  const words = [
    ...['--config-file', join(folder, 'schemathesis.toml'), 'run', `${base}/openapi.json`, '--header', header.join(': ')],
    ...['--checks', CHECKS, '--phases', values.phases, '--max-examples', values.examples, '--seed', values.seed],
    ...[
      '--max-time',
      String(Math.ceil(Number(values.seconds) * share)),
      '--request-timeout',
      '30',
      '--no-color',
      '--continue-on-failure',
      '--no-shrink',
    ],
    ...['--generation-database', 'none', '--warnings', 'off'],
    ...leaveOut.flatMap((id) => ['--exclude-operation-id', id]),
  ]
  const child = Bun.spawn(['python3', join(tool, 'bin/schemathesis'), ...words], {
    ...{
      cwd: folder,
      env: { ...process.env, PYTHONPATH: tool, SCHEMATHESIS_HOOKS: 'hooks' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const isWell = (await child.exited) === 0
  const isKnown = (await fetch(`${base}/auth/me`, { headers: [[...header]] })).ok
  const [cases, tested] = [/^ +(\d+) generated/m.exec(out)?.[1], /Tested: (\d+)/.exec(out)?.[1]]
  const said = isWell && isKnown ? `all is documented (${cases} requests, ${tested} operations)` : `FAILED\n${out}\n${err}`
  process.stdout.write(`schemathesis ${name}: ${said}\n${isKnown ? '' : 'the caller is not known any more\n'}`)
  return isWell && isKnown
}

/** What must hold afterwards: the service ends by itself, it met nothing unexpected, the data are well. */
async function faultsAfter(service: Awaited<ReturnType<typeof startBinary>>, folder: string): Promise<string[]> {
  const code = await service.stop()
  return [
    ...(code === 0 ? [] : [`the service ended with ${code}`]),
    ...service.lines.filter(({ level }) => level === 'error').map((line) => `it logged ${JSON.stringify(line)}`),
    ...(await faultsOf(folder)),
  ]
}

async function main(): Promise<boolean> {
  const folder = emptyFolder()
  requireBinary()
  const service = await startBinary(folder, ENV)
  try {
    const world = await fill(service)
    const document: Document = await (await fetch(`${service.api}/openapi.json`)).json()
    await Bun.write(join(folder, 'schemathesis.toml'), settingsOf(world))
    await Bun.write(join(folder, 'hooks.py'), Bun.file(new URL('hooks.py', import.meta.url)))
    const results: boolean[] = []
    const after = process.env['AFTER']
    while (after !== undefined && !existsSync(after)) await Bun.sleep(200)
    for (const pass of passesOf(document, world)) results.push(await judge(pass, service.api, folder))
    const faults = await faultsAfter(service, folder)
    for (const fault of faults) process.stdout.write(`schemathesis: FAILED: ${fault}\n`)
    return results.every(Boolean) && faults.length === 0
  } finally {
    service.child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const why = missing('schemathesis')
if (why === null) process.exit((await main()) ? 0 : 1)
process.stdout.write(`schemathesis: left out, ${why}\n`)
