/** What stands beside the program for running it as a service agrees with the program. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { loadConfig } from '#src/config.ts'

const ROOT = new URL('../', import.meta.url).pathname
const read = (path: string) => Bun.file(join(ROOT, path)).text()

type Service = { environment: Record<string, string>; ports?: string[]; tmpfs?: string[]; healthcheck?: { test: string[] } }

async function readCompose() {
  const parsed = Bun.YAML.parse(await read('.deploy/compose.yaml')) as { services: Record<'holdfast' | 'caddy', Service> } // of this repository
  return parsed.services
}

test('the services of the Compose file have no rights that they do not need, and only the proxy has ports', async () => {
  const { holdfast, caddy } = await readCompose()
  expect(holdfast).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
  })
  expect(holdfast.healthcheck?.test).toEqual(['CMD', '/usr/local/bin/holdfast', 'healthcheck'])
  expect(holdfast.ports).toBeUndefined()
  expect(caddy).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(caddy.ports).toContain('443:443')
})

test('the program understands the environment of the Compose file and of the systemd unit', async () => {
  const { holdfast } = await readCompose()
  const secret = { JWT_SECRET: 'a-secret-for-tests-only-0123456789abcdef' }
  const { JWT_SECRET_FILE: file, ...composed } = holdfast.environment
  expect(file).toBe('/run/secrets/jwt-secret')
  const domain = { ...composed, PUBLIC_URL: composed['PUBLIC_URL']?.replace(/\$\{DOMAIN.*\}/, 'holdfast.example.org') ?? '' }
  expect(loadConfig({ ...domain, ...secret }).warnings).toEqual([])
  const unit = await read('.deploy/holdfast.service')
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)]
    .flatMap(([, words = '']) => words.split(' '))
    .map((word) => word.split('='))
  const { JWT_SECRET_FILE: credential, ...given } = Object.fromEntries(names)
  expect(credential).toBe('%d/jwt-secret')
  expect(loadConfig({ ...given, ...secret })).toMatchObject({ dataDir: '/var/lib/holdfast', port: 8420, warnings: [] })
})

test('image and unit start what the program has, as nobody with rights', async () => {
  const [image, unit] = await Promise.all([read('Containerfile'), read('.deploy/holdfast.service')])
  expect(image).toContain('USER 65532:65532')
  expect(image).toContain('CMD ["/usr/local/bin/holdfast", "healthcheck"]')
  for (const line of ['DynamicUser=yes', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
    expect(unit.split('\n')).toContain(line)
})

test('nothing is released before the image was built and started as it is meant to run', async () => {
  const workflow = Bun.YAML.parse(await read('.github/workflows/release.yml')) as {
    jobs: { image: { steps: { run?: string }[] }; publish: { needs: string[] } }
  } // of this repository
  expect(workflow.jobs.publish.needs).toContain('image')
  const script = workflow.jobs.image.steps.map(({ run = '' }) => run).join('\n')
  for (const words of [
    'docker build -f Containerfile',
    '--read-only --tmpfs /tmp --cap-drop ALL',
    'holdfast healthcheck',
    'compose.yaml config',
  ])
    expect(script).toContain(words)
})

test('what the release workflow uploads is what its description names, with least permissions', async () => {
  const [text, described] = await Promise.all([read('.github/workflows/release.yml'), read('.deploy/README.md')])
  const workflow = Bun.YAML.parse(text) as {
    permissions: object
    jobs: { build: { strategy: { matrix: { include: { name: string }[] } } } }
  } // of this repository
  expect(workflow.permissions).toEqual({ contents: 'read' })
  const names = workflow.jobs.build.strategy.matrix.include.map(({ name }) => `holdfast-${name}`)
  for (const file of [...names, 'holdfast-linux-x64-baseline', 'holdfast.cdx.json', 'SHA256SUMS']) {
    expect(described).toContain(`\`${file}\``)
    if (!names.includes(file)) expect(text).toContain(file)
  }
})
