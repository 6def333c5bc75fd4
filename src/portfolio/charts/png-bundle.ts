/**
 * The Worker of `png.ts` as the text of one module. Called as a macro, that is while Bun translates or compiles the importing file: a
 * compiled executable has no files that a Worker could be started from, but it can carry this text.
 */
export function bundlePngWorker(): string {
  const entry = new URL('./png-worker.ts', import.meta.url).pathname
  const build = Bun.spawnSync([process.execPath, 'build', entry, '--target=bun', '--format=esm', '--minify'])
  if (build.exitCode !== 0) throw new Error(`cannot bundle the PNG worker: ${build.stderr.toString()}`)
  return build.stdout.toString()
}
