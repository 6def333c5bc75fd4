/** The table of all importers, as Markdown. */

/** What the table says of an importer: as `GET /brokers/import/plugins` gives it, and as the importer itself does. */
export type TableRow = {
  readonly code: string
  readonly name: string
  readonly website: string
  readonly description: string
  readonly extensions: readonly string[]
  readonly languages: readonly string[]
  readonly maturity?: 'stable' | 'beta' | undefined
  readonly docs: string
}

const MOST_CHARACTERS = 260

export function tableOf(importers: readonly TableRow[]): string {
  const sorted = importers.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  const betas = importers.filter(({ maturity }) => maturity === 'beta').length
  const rows = sorted.map(({ code, name, website, description, extensions, languages, maturity = 'stable', docs }) => {
    const named = website === '' ? cell(name) : `[${cell(name)}](${website})`
    return `| ${named} | \`${code}\` | ${cell(description)} | ${extensions.map((one) => one.toUpperCase()).join(' ')} | ${languages.join(' ')} | ${maturity} | ${cell(shortened(docs))} |`
  })
  return `# Importers

${importers.length} importers, ${betas} of them beta: made from documentation, without a file of that broker at hand. \`GET /brokers/import/plugins\` and
\`holdfast plugins list\` say the same, with the columns of each format; how to add one is in [../README.md](../README.md).
This file is written by \`bun run importer table\`.

| broker or program | code | what is read | files | languages | maturity | where to find it |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').trim()
}

/** The first paragraph, up to the end of a sentence where it is long. */
function shortened(docs: string): string {
  const [first = ''] = docs.split('\n')
  if (first.length <= MOST_CHARACTERS) return first
  const end = first.lastIndexOf('. ', MOST_CHARACTERS)
  return end < 0 ? first : first.slice(0, end + 1)
}
