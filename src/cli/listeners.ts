import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** How one of several processes on a port leaves it to the others, without losing a connection. */
export type HandOver = {
  /** Sends new connections to the process that began to listen last: it is number `newest` of those on the port, from 0. */
  readonly steer: (newest: number) => void
  /** Stops listening; connections that are open stay. */
  readonly close: () => void
}

/** Numbers of Linux: asm-generic/socket.h, linux/bpf_common.h, fcntl.h. */
const SOL_SOCKET = 1
const SO_ATTACH_REUSEPORT_CBPF = 51
const BPF_RET_CONSTANT = 6
const O_CLOEXEC = 0o2000000
const LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]
const LISTENING = '0A'

/**
 * Finds the sockets with which this process listens on a port. Bun's `server.stop()` also closes connections that have not said anything yet, and
 * the system resets those that wait to be accepted when a socket closes. So new connections are led elsewhere first, and then the socket alone is
 * closed: its descriptor becomes one of `/dev/null`, which Bun may close later. `undefined` where the system is no Linux.
 */
export async function prepareHandOver(port: number): Promise<HandOver | undefined> {
  if (process.platform !== 'linux') return undefined
  const [{ dlopen, ptr }, descriptors] = [await import('bun:ffi'), listening(port)]
  const { symbols } = openLibrary(dlopen)
  const nothing = openSync('/dev/null', 'r')
  return {
    steer: (newest) => {
      const [filter, program] = [new DataView(new ArrayBuffer(8)), new DataView(new ArrayBuffer(16))]
      filter.setUint16(0, BPF_RET_CONSTANT, true)
      filter.setUint32(4, newest, true)
      program.setUint16(0, 1, true)
      program.setBigUint64(8, BigInt(ptr(filter)), true)
      for (const descriptor of descriptors)
        symbols.setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, ptr(program), program.byteLength)
    },
    close: () => {
      for (const descriptor of descriptors) symbols.dup3(nothing, descriptor, O_CLOEXEC)
      closeSync(nothing)
    },
  }
}

function openLibrary(dlopen: typeof import('bun:ffi').dlopen) {
  const functions = {
    dup3: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
  } as const
  let failure: unknown
  for (const name of LIBRARIES)
    try {
      return dlopen(name, functions)
    } catch (error) {
      failure = error
    }
  throw failure
}

/** The descriptors of this process that listen on a port. */
function listening(port: number): number[] {
  const sockets = new Set(
    ['tcp', 'tcp6']
      .flatMap((table) => readTable(table))
      .flatMap(([local, state, inode]) => {
        const isOurs = state === LISTENING && Number.parseInt(local?.split(':')[1] ?? '', 16) === port
        return isOurs ? [`socket:[${inode}]`] : []
      }),
  )
  return readdirSync('/proc/self/fd').flatMap((name) => (sockets.has(targetOf(name)) ? [Number(name)] : []))
}

/** Local address, state and inode of each socket. */
function readTable(table: string): (readonly [string | undefined, string | undefined, string | undefined])[] {
  const lines = readText(`/proc/self/net/${table}`).split('\n').slice(1)
  return lines.map((line) => line.trim().split(/\s+/)).map((columns) => [columns[1], columns[3], columns[9]] as const)
}

/** Empty where there is no such file: a system without IPv6 has no table of it. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Empty for one that has been closed meanwhile. */
function targetOf(name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${name}`)
  } catch {
    return ''
  }
}
