import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that goes into the executable. */
const SOURCES = new Bun.Glob('{src,db,plugins}/**/*')
const BESIDE = ['package.json', 'bun.lock', 'tsconfig.json']

/** What the executable of a checkout is made of, as one line: other files, sizes, times or another Bun give another one. Times alone would not do: what is unpacked keeps old ones. */
export function fingerprintOf(root: string): string {
  const files = [...SOURCES.scanSync({ cwd: root, dot: true }), ...BESIDE].sort()
  const hasher = new Bun.CryptoHasher('sha256').update(`${Bun.version} ${commitOf(root)}\n`)
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file))
    hasher.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hasher.digest('hex')
}

/** Whether the executable is there and was made of what is there now. */
export function isBuiltFrom(fingerprint: string, { executable, note }: { executable: string; note: string }): boolean {
  return existsSync(executable) && existsSync(note) && readFileSync(note, 'utf8') === fingerprint
}

/** The executable says of which commit it is. */
function commitOf(root: string): string {
  if (Bun.which('git') === null) return ''
  return Bun.spawnSync(['git', 'rev-parse', 'HEAD'], { cwd: root, stderr: 'ignore' }).stdout.toString().trim()
}
