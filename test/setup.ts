import { afterEach, setDefaultTimeout } from 'bun:test'
import fc from 'fast-check'
import { undoAll } from '#test/support/afterwards.ts'
import { useCheapHashes } from '#test/support/hashing.ts'
import { useBuiltProgram } from '#test/support/program.ts'
import { SEED } from '#test/support/seed.ts'

process.env['TZ'] = 'UTC'
setDefaultTimeout(120_000)
fc.configureGlobal({ seed: SEED })
useCheapHashes()
useBuiltProgram()
afterEach(undoAll)

const real = globalThis.fetch
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

globalThis.fetch = Object.assign(
  (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!LOOPBACK.test(url.hostname)) throw new Error(`No test may reach ${url.hostname}`)
    return real(input, init)
  },
  { preconnect: real.preconnect },
)
