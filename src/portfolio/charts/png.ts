/** SVG to PNG, in a Worker that comes with the first picture and goes when none was requested in a while: it holds some 60 MB. */

import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf' with { type: 'file' }
import bold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf' with { type: 'file' }
import wasm from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }
import wide from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' with { type: 'file' }
import pLimit, { type LimitFunction } from 'p-limit'
import type { Deps } from '../../context.ts'
import { memoryKey } from '../../memory.ts'
import { AppError } from '../../shared/errors.ts'
import { bundlePngWorker } from './png-bundle.ts' with { type: 'macro' }
import type { PngAnswer, PngOrder, PngSetup } from './png-worker.ts'

const WORKER = bundlePngWorker()
const TIMEOUT_MILLISECONDS = 20_000
const IDLE_MILLISECONDS = 30_000
const MOST_WAITING = 50

type Waiting = { readonly resolve: (png: Uint8Array<ArrayBuffer>) => void; readonly reject: (error: Error) => void }
type Renderer = {
  readonly worker: Worker
  readonly url: string
  readonly waiting: Map<number, Waiting>
  idle: ReturnType<typeof setTimeout> | undefined
}

type Drawing = {
  /** The time that a picture may take is counted from when its turn comes. */
  readonly oneAtATime: LimitFunction
  current: Promise<Renderer> | undefined
  lastId: number
  waitingCount: number
}

const drawing = memoryKey(
  'charts/png',
  (): Drawing => ({ oneAtATime: pLimit(1), current: undefined, lastId: 0, waitingCount: 0 }),
  async (state) => {
    const renderer = await state.current?.catch(() => undefined)
    if (renderer) stop(state, renderer, new Error('the service stops'))
  },
)

/** Draws a picture; letters come from the fonts in the executable. Throws `chart/busy` when fifty others wait, Error after 20 seconds of drawing. */
export async function pngOf({ memory }: Pick<Deps, 'memory'>, svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const state = memory.of(drawing)
  if (state.waitingCount >= MOST_WAITING)
    throw new AppError('unavailable', 'chart/busy', 'Too many pictures are being drawn; try again in a moment.', {
      retryAfterSeconds: 5,
    })
  state.waitingCount += 1
  try {
    return await state.oneAtATime(async () => {
      state.current ??= startRenderer(state)
      return order(state, await state.current, svg)
    })
  } finally {
    state.waitingCount -= 1
  }
}

async function startRenderer(state: Drawing): Promise<Renderer> {
  try {
    const [engine, ...fonts] = await Promise.all([wasm, regular, bold, wide].map((path) => Bun.file(path).arrayBuffer()))
    if (engine === undefined) throw new Error('the renderer of pictures is missing')
    const url = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
    const worker = new Worker(url)
    if ('unref' in worker && typeof worker.unref === 'function') worker.unref()
    const renderer: Renderer = { worker, url, waiting: new Map(), idle: undefined }
    worker.onmessage = (event: MessageEvent<PngAnswer>) => settle(state, renderer, event.data)
    worker.onerror = (event) => stop(state, renderer, new Error(`the renderer of pictures failed: ${event.message}`))
    const setup: PngSetup = { wasm: engine, fonts: fonts.map((font) => new Uint8Array(font)), family: 'Inter' }
    worker.postMessage(setup, [engine, ...fonts])
    return renderer
  } catch (error) {
    state.current = undefined
    throw error
  }
}

function order(state: Drawing, renderer: Renderer, svg: string): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(renderer.idle)
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  state.lastId += 1
  const id = state.lastId
  renderer.waiting.set(id, { resolve, reject })
  renderer.worker.postMessage({ id, svg } satisfies PngOrder)
  const timer = setTimeout(() => stop(state, renderer, new Error('drawing a picture took too long')), TIMEOUT_MILLISECONDS)
  return promise.finally(() => clearTimeout(timer))
}

function settle(state: Drawing, renderer: Renderer, answer: PngAnswer): void {
  const waiting = renderer.waiting.get(answer.id)
  renderer.waiting.delete(answer.id)
  if ('png' in answer) waiting?.resolve(new Uint8Array(answer.png))
  else waiting?.reject(new Error(`a picture cannot be drawn: ${answer.fault}`))
  if (renderer.waiting.size > 0) return
  renderer.idle = setTimeout(() => stop(state, renderer, new Error('the renderer of pictures has ended')), IDLE_MILLISECONDS)
  renderer.idle.unref()
}

function stop(state: Drawing, renderer: Renderer, error: Error): void {
  state.current = undefined
  clearTimeout(renderer.idle)
  renderer.worker.terminate()
  URL.revokeObjectURL(renderer.url)
  for (const { reject } of renderer.waiting.values()) reject(error)
  renderer.waiting.clear()
}
