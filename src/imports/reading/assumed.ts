import type { BrokerPlugin, ImportOptions, OptionDescription } from '#plugins/brim/contract.ts'
import type { Issue } from '../report.ts'

/** The defaults that importers used of options that nobody gave. */
export type Assumptions = {
  /** The options, watched: what an importer reads of a default counts as used. */
  readonly watch: (plugin: BrokerPlugin, options: ImportOptions) => ImportOptions
  /** What is to be said of each currency that was taken from the broker because the file does not say its own. */
  readonly issues: () => Issue[]
}

/** `given`: what the user chose. */
export function openAssumptions(given: ImportOptions): Assumptions {
  const used = new Map<string, Issue>()
  return {
    watch: (plugin, options) => {
      const assumed = (plugin.options ?? []).filter(
        ({ name, default: standard }) => standard !== undefined && !Object.hasOwn(given, name) && Object.hasOwn(options, name),
      )
      const note = (option: OptionDescription) => used.set(`${plugin.code} ${option.name}`, assumedIssue(plugin, option, options))
      const watched = Object.fromEntries(Object.keys(options).map((name) => [name, { value: options[name], enumerable: true }]))
      const getters = assumed.map((option) => [
        option.name,
        {
          enumerable: true,
          get: () => {
            note(option)
            return options[option.name]
          },
        },
      ])
      return assumed.length === 0 ? options : Object.defineProperties({}, { ...watched, ...Object.fromEntries(getters) })
    },
    issues: () => [...used.values()],
  }
}

function assumedIssue({ name, code }: BrokerPlugin, option: OptionDescription, options: ImportOptions): Issue {
  return {
    row: null,
    severity: 'info',
    code: 'currency-assumed',
    detail: `The report of ${name} does not say its currency: the amounts are taken as ${options[option.name]}, the currency of this broker. If it is another one, give the option "${option.name}" of the importer ${code}; undo the import first where it is done.`,
  }
}
