/** Reports that users take by mistake: each is claimed in order to say which one to take. */
import { type Layout, layout, text } from '#plugins/kit/index.ts'

/** A title, or what it is called in several languages, after one another, parted by `|`. `varying`: titles that not every such file has, in lower case. */
export function otherReport(name: string, instead: string, titles: readonly string[], varying?: RegExp): Layout {
  const columns = Object.fromEntries(titles.map((title) => [title, text(...title.split('|'))]))
  const format = { holds: 'other', dates: 'ymd', numbers: 'dot' } as const
  return layout({ ...format, name, instead, columns, ...(varying === undefined ? {} : { varying }) })
}
