import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf, isBuiltFrom } from '#src/cli/executable.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { scripts } from '../../package.json'

function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-checkout-'))
  afterwards(async () => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['src/web', 'db', 'plugins', 'dist']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['package.json', 'bun.lock', 'tsconfig.json', 'src/main.ts', 'src/web/base.css', 'db/a.ts'])
    writeFileSync(join(root, file), file)
  return root
}

test('the executable is made again when a source is other, older, gone or new, and not when nothing is', () => {
  const root = checkout()
  const made = { executable: join(root, 'dist/holdfast'), note: join(root, 'dist/holdfast.from') }
  const build = () => {
    writeFileSync(made.executable, 'made')
    writeFileSync(made.note, fingerprintOf(root))
  }
  const isFresh = () => isBuiltFrom(fingerprintOf(root), made)
  expect(isFresh()).toBe(false)
  for (const change of [
    () => writeFileSync(join(root, 'src/web/base.css'), 'longer than before'),
    () => utimesSync(join(root, 'src/main.ts'), 1_000_000, 1_000_000),
    () => rmSync(join(root, 'db/a.ts')),
    () => writeFileSync(join(root, 'plugins/new.json'), '{}'),
    () => writeFileSync(join(root, 'bun.lock'), 'other'),
    () => rmSync(made.executable),
    () => rmSync(made.note),
  ]) {
    build()
    expect(isFresh()).toBe(true)
    change()
    expect(isFresh()).toBe(false)
  }
})

test('npm start runs the executable, and the sources where there is none', () => {
  const root = checkout()
  const own = join(root, 'bin')
  const script = (path: string, says: string) => {
    writeFileSync(path, `#!/bin/sh\necho "${says} $*"\n`)
    chmodSync(path, 0o755)
  }
  mkdirSync(own)
  script(join(own, 'bun'), 'bun')
  const start = () =>
    Bun.spawnSync(['sh', '-c', scripts.start], { cwd: root, env: { PATH: `${own}:${process.env['PATH']}` } })
      .stdout.toString()
      .trim()
  expect(start()).toBe('bun run src/main.ts')
  script(join(root, 'dist/holdfast'), 'executable')
  expect(start()).toBe('executable')
})
