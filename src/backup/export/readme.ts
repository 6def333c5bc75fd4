import { VERSION } from '../../shared/version.ts'

/** What an export says of itself to whoever opens it. */
export function readmeText(at: string): string {
  return `# Holdfast, export of ${at}

Everything that one user could read, as JSON for programs and as CSV for spreadsheets (Holdfast ${VERSION}).
\`POST /backup/import\` of another Holdfast takes this file as it is and gives the same figures: brokers are made as new ones,
and what it reads must not be changed by hand.

| file | what it has | read by an import |
|---|---|---|
| \`brokers.json\` | brokers, with your role and share | yes |
| \`transactions.json\` | every transaction, by day and id | yes |
| \`transactions.csv\` | the same as a table; \`broker_generic_csv\` reads it, too | no |
| \`assets.json\` | assets with identifiers, contract, allocation, price source and events | yes |
| \`closes.csv\` | closes with their source, by \`asset_id\` | yes |
| \`rates.csv\` | units of \`quote\` for one \`base\`, from a day on: what your rates and routes come to | yes |
| \`preferences.json\`, \`templates.json\` | what you chose, and your templates of imports | yes |
| \`reports.json\`, \`reports/\` | the files that brokers gave, as they were uploaded | no |
| \`export.json\` | format, counts, and the SHA-256 of each file | yes |

Amounts, quantities, prices and rates are exact decimals with a point. In CSV a text that a spreadsheet would run as a
formula has an apostrophe in front. Who else uses your brokers, and who wrote a line, is not in here.
`
}
