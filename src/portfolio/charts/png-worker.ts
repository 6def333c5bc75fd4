/** Runs in a Worker, see `png.ts`: the renderer and its fonts first, then one SVG after the other in, each out as PNG. */
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** `fonts`: the first one draws what has no family; the others what it has no letters for. */
export type PngSetup = { readonly wasm: ArrayBuffer; readonly fonts: readonly Uint8Array[]; readonly family: string }
export type PngOrder = { readonly id: number; readonly svg: string }
export type PngAnswer = { readonly id: number } & ({ readonly png: Uint8Array } | { readonly fault: string })

declare const self: Worker

let fonts: Uint8Array[] = []
let family = ''
let ready: Promise<unknown> = Promise.resolve()

self.onmessage = async (event: MessageEvent<PngSetup | PngOrder>) => {
  const { data } = event
  if ('wasm' in data) {
    fonts = [...data.fonts]
    family = data.family
    ready = initWasm(data.wasm)
    return
  }
  try {
    await ready
    const png = draw(data.svg)
    self.postMessage({ id: data.id, png } satisfies PngAnswer, [png.buffer as ArrayBuffer])
  } catch (error) {
    self.postMessage({ id: data.id, fault: error instanceof Error ? error.message : String(error) } satisfies PngAnswer)
  }
}

function draw(svg: string): Uint8Array {
  const resvg = new Resvg(svg, {
    font: { fontBuffers: fonts, loadSystemFonts: false, defaultFontFamily: family, sansSerifFamily: family },
  })
  try {
    const image = resvg.render()
    try {
      return new Uint8Array(image.asPng())
    } finally {
      image.free()
    }
  } finally {
    resvg.free()
  }
}
