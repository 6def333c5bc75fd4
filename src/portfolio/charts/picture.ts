import { fill, type Locale } from './locale.ts'
import type { ChartOptions } from './options.ts'
import { element, escapeText, textElement } from './svg.ts'
import { clipText, textWidth } from './text-width.ts'
import { type Ink, styleOf } from './theme.ts'

/** What a line or colour stands for; `figure` is left out where there is no room. */
export type LegendEntry = {
  readonly mark: 'area' | 'tint' | 'line' | 'dash'
  readonly ink: Ink
  readonly text: string
  readonly figure?: string | undefined
}

export type Header = {
  readonly title: string
  readonly subtitle: string
  readonly legend: readonly LegendEntry[]
  /** How many warnings the report has. */
  readonly warnings: number
}

/** A picture in the making. `area` is what is left between header and footer; axes take their part of it. */
export type Picture = {
  readonly options: ChartOptions
  readonly locale: Locale
  readonly body: string[]
  readonly title: string
  readonly area: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>
}

export const SMALL_TEXT = 11
const FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"

/** What is drawn on, in units: large pictures have larger letters and lines too, not only more room. */
function canvasOf({ width, height }: ChartOptions): { width: number; height: number } {
  const scale = Math.min(2, Math.max(1, Math.min(width / 800, height / 400)) ** 0.6)
  return { width: Math.round(width / scale), height: Math.round(height / scale) }
}

/** Title, subtitle, legend and the warning at the foot. */
export function startPicture(options: ChartOptions, locale: Locale, header: Header): Picture {
  const { width, height } = canvasOf(options)
  const pad = width < 500 ? 12 : 18
  const room = width - 2 * pad
  const size = width < 500 ? 14 : 17
  const body = [
    textElement(clipText(header.title, size, room), { class: 'ink title', x: pad, y: pad + size * 0.75, 'font-size': size }),
  ]
  let top = pad + size + 3
  body.push(textElement(clipText(header.subtitle, SMALL_TEXT + 1, room), { class: 'quiet', x: pad, y: top + 10 }))
  top += 16
  const rows = legendRows(header.legend, room, height < 240 ? 2 : 3)
  rows.forEach((row, index) => {
    body.push(...drawRow(row, room, { left: pad, baseline: top + 14 + index * 18 }))
  })
  top += rows.length * 18
  let bottom = height - pad + 2
  if (header.warnings > 0) {
    const text = fill(locale.words.warnings, locale.count(header.warnings))
    body.push(textElement(clipText(text, SMALL_TEXT, room), { class: 'quiet', x: pad, y: bottom - 2, 'font-size': SMALL_TEXT }))
    bottom -= 18
  }
  return { options, locale, body, title: header.title, area: { left: pad, top: top + 8, right: width - pad, bottom } }
}

/** The SVG. `description` says in words what is seen. */
export function finishPicture({ options, locale, body, title }: Picture, description: string): string {
  const { width, height } = canvasOf(options)
  const content = [
    `<title>${escapeText(title)}</title><desc>${escapeText(description)}</desc>`,
    styleOf(options.theme),
    element('rect', { class: 'ground', width, height }),
    ...body,
  ].join('')
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: options.width,
    height: options.height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    lang: locale.language,
    'font-family': FONT,
    'font-size': SMALL_TEXT + 1,
  }
  return element('svg', attributes, content)
}

/** A picture that says that there is nothing to show. */
export function emptyPicture(options: ChartOptions, locale: Locale, header: Omit<Header, 'legend'>): string {
  const picture = startPicture(options, locale, { ...header, legend: [] })
  const { left, right, top, bottom } = picture.area
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const columns = [14, 26, 20].map((height, index) =>
    element('rect', { class: 't-grey', x: x - 22 + index * 16, y: y - 8 - height, width: 12, height, rx: 2 }),
  )
  const text = textElement(locale.words.empty, { class: 'quiet', x, y: y + 14, 'font-size': 13, 'text-anchor': 'middle' })
  picture.body.push(...columns, text)
  return finishPicture(picture, locale.words.empty)
}

const MARK_WIDTH = 22
const GAP = 18
/** So much wider than `textWidth` says may a browser's own font be. */
export const WIDER = 1.1

/** Entries on as few rows as they need, with their figures where two rows are enough for that. */
function legendRows(entries: readonly LegendEntry[], room: number, most: number): LegendEntry[][] {
  const shorter = entries.map((entry) => ({ ...entry, figure: undefined }))
  const fitting = entries.map((entry, index) => (entryWidth(entry, room) <= room ? entry : (shorter[index] ?? entry)))
  const whole = wrap(fitting, room)
  return whole.length <= 2 ? whole : wrap(shorter, room).slice(0, most)
}

function wrap(entries: readonly LegendEntry[], room: number): LegendEntry[][] {
  const rows: LegendEntry[][] = []
  let used = room
  for (const entry of entries) {
    const width = entryWidth(entry, room)
    if (used + GAP + width > room || rows.length === 0) {
      rows.push([entry])
      used = width
    } else {
      rows.at(-1)?.push(entry)
      used += GAP + width
    }
  }
  return rows
}

function entryWidth(entry: LegendEntry, room: number): number {
  return MARK_WIDTH + textWidth(labelOf(entry, room), SMALL_TEXT + 1) * WIDER
}

function labelOf({ text, figure }: LegendEntry, room: number): string {
  const short = clipText(text, SMALL_TEXT + 1, Math.min(240, (room - MARK_WIDTH) / WIDER))
  return figure === undefined ? short : `${short} ${figure}`
}

function drawRow(
  entries: readonly LegendEntry[],
  room: number,
  { left, baseline }: Readonly<Record<'left' | 'baseline', number>>,
): string[] {
  let x = left
  return entries.map((entry) => {
    const y = baseline - 4
    const mark =
      entry.mark === 'area' || entry.mark === 'tint'
        ? element('rect', {
            class: `${entry.mark === 'tint' ? 't' : 'f'}-${entry.ink}`,
            x,
            y: y - 5,
            width: 14,
            height: 10,
            rx: 2,
          })
        : element('path', { class: `line s-${entry.ink}${entry.mark === 'dash' ? ' dash' : ''}`, d: `M${x} ${y}h15` })
    const text = textElement(labelOf(entry, room), { class: 'ink', x: x + MARK_WIDTH, y: baseline })
    x += entryWidth(entry, room) + GAP
    return mark + text
  })
}
