import { COMPUTE_ROLE } from './cli/compute-messages.ts'
import { EXIT, ExitError } from './cli/exit.ts'
import { printError } from './cli/terminal.ts'
import { ConfigError } from './config-error.ts'

/** `fetch` would send every request through these, whatever we checked of its address. */
const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']

async function main(): Promise<void> {
  for (const name of PROXY_VARIABLES) delete process.env[name]
  const words = process.argv.slice(2)
  if (words.length === 0 || (words.length === 1 && words[0] === 'serve')) {
    // Somebody waits for the report that it is started for: of the service itself it needs nothing.
    if (process.env[COMPUTE_ROLE] !== undefined) return (await import('./cli/compute.ts')).compute()
    const { serve } = await import('./cli/serve.ts')
    return serve(process.env)
  }
  if (words.length === 1 && words[0] === 'healthcheck') {
    const { healthcheck } = await import('./cli/healthcheck.ts')
    process.exitCode = await healthcheck(process.env)
    return
  }
  const { run } = await import('./cli/program.ts')
  process.exitCode = await run(words, process.env)
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) for (const fault of error.faults) printError(`holdfast: ${fault}\n`)
  else if (error instanceof ExitError) printError(`holdfast: ${error.message}\n`)
  else printError(`holdfast: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(error instanceof ConfigError ? EXIT.config : error instanceof ExitError ? error.exitCode : EXIT.internal)
})
