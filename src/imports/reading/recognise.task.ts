import type { Ctx } from '../../context.ts'
import type { Task } from '../../task.ts'
import { isReadBeside, isText, readBeside } from './beside.ts'
import { HEAD_BYTES, isPacked, type Recognised, recognisingPlugins } from './read.ts'
import type { Template } from './template.ts'

type Input = {
  readonly path: string
  readonly filename: string
  /** An archive that the service has packed: every file in it is meant. */
  readonly isSet: boolean
  readonly templates?: readonly Template[] | undefined
}

/** Who can read the file at `path`, and which of these templates fits it. */
export const recogniseTask: Task<Input, Recognised> = {
  name: 'imports/recognise',
  readsFiles: true,
  needsNoSources: true,
  run: async (ctx, { path, filename, isSet, templates }) =>
    recognisingPlugins(ctx, await readHead(path), filename, isSet, templates),
}

/** The same, beside the service where a long file has to be unpacked: of a text only the head is looked at. */
export async function recogniseFile(
  ctx: Ctx,
  file: Input & { readonly size: number; readonly contentType: string },
): Promise<Recognised> {
  const { path, filename, isSet, templates } = file
  const input = { path, filename, isSet, templates }
  const size = isText(file) ? Math.min(file.size, HEAD_BYTES) : file.size
  return isReadBeside(ctx, { ...file, size }) ? readBeside(ctx, recogniseTask, input) : recogniseTask.run(ctx, input)
}

/** A packed file whole, else so much of it that it shows whether there is more than its head. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = Bun.file(path)
  const head = await file.slice(0, HEAD_BYTES + 1).bytes()
  return isPacked(head) ? file.bytes() : head
}
