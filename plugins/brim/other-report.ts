/** Reports that users take by mistake: each is claimed in order to say which one to take. */
import { type Layout, layout, text, unused } from '#plugins/kit/index.ts'

/** `optional`: titles that not every such file has. */
type More = Pick<Layout, 'holds' | 'zone' | 'json' | 'varying' | 'exact' | 'rows'> & { readonly optional?: readonly string[] }

/** A title, or what it is called in several languages, after one another, parted by `|`. */
export function otherReport(
  name: string,
  instead: string,
  titles: readonly string[],
  { optional = [], ...more }: More = {},
): Layout {
  const columns = Object.fromEntries(titles.map((title) => [title, text(...title.split('|'))]))
  const format = { holds: 'other', dates: 'ymd', numbers: 'dot' } as const
  return layout({ ...format, name, instead, columns: { ...columns, ...unused(...optional) }, ...more })
}
