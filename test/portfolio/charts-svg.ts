/** Reads pictures back: what is drawn where, in the figures of their own axes. */

export type Drawn = { readonly name: string; readonly attributes: Readonly<Record<string, string>>; readonly text: string }

/** Every element with a class of this name, in the order of the picture. */
export function byClass(svg: string, name: string): Drawn[] {
  return [...svg.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)(?:\/>|>((?:<title>[^<]*<\/title>)?[^<]*)<\/\1>)/g)].flatMap(
    ([, tag = '', list = '', text = '']) => {
      const attributes = Object.fromEntries(
        [...list.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      )
      return (attributes['class'] ?? '').split(' ').includes(name)
        ? [{ name: tag, attributes, text: text.replace(/<\/?title>/g, '') }]
        : []
    },
  )
}

/** The corners of a line or an outline. */
export function pointsOf(svg: string, name: string): { x: number; y: number }[] {
  const [path] = byClass(svg, name)
  return [...(path?.attributes['d'] ?? '').matchAll(/([\d.-]+),([\d.-]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
}

/** What a height stands for, by the first and the last mark of the axis (English marks); `perPixel` = how much a pixel is. */
export function axisOf(svg: string): { valueAt: (y: number) => number; perPixel: number } {
  const marks = byClass(svg, 'y-mark').map(({ attributes, text }) => ({
    at: Number(attributes['y']) - 3.5,
    value: numberOf(text),
  }))
  const [first, last] = [marks.at(0), marks.at(-1)]
  if (!first || !last || first === last) throw new Error('an axis needs two marks')
  const perPixel = (last.value - first.value) / (last.at - first.at)
  return { valueAt: (y) => first.value + (y - first.at) * perPixel, perPixel: Math.abs(perPixel) }
}

/** The first number of an English text: `-€1,234.50`, `-12.3%`. */
export function numberOf(text: string): number {
  const found = /([-−]?)[^\d-]*([\d,]+(?:\.\d+)?)(%?)/.exec(text)
  if (!found) throw new Error(`no number in ${text}`)
  const value = Number((found[2] ?? '').replaceAll(',', ''))
  return (found[1] ? -value : value) / (found[3] ? 100 : 1)
}
