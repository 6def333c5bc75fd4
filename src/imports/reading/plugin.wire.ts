import type { z } from '@hono/zod-openapi'
import type { BrokerPlugin, LayoutFacts, OptionDescription } from '#plugins/brim/contract.ts'
import type { Ctx } from '../../context.ts'
import { pluginIconUrl } from '../../uploads/plugin-assets.service.ts'
import type { ImportOption, ImportPlugin } from './plugin.schema.ts'

export function pluginToWire(ctx: Ctx, plugin: BrokerPlugin): z.infer<typeof ImportPlugin> {
  return {
    code: plugin.code,
    name: plugin.name,
    description: plugin.description,
    broker: plugin.broker,
    website: plugin.website,
    extensions: [...plugin.extensions],
    languages: [...plugin.languages],
    version: plugin.version,
    maturity: plugin.maturity ?? 'stable',
    icon_url: pluginIconUrl(ctx, 'brim', plugin),
    docs: plugin.docs,
    sample_columns: [...plugin.sampleColumns],
    layouts: [...(plugin.layouts ?? []), ...(plugin.formats ?? [])].map(layoutToWire),
    options: (plugin.options ?? []).map(optionToWire),
  }
}

export function optionToWire(option: OptionDescription): z.infer<typeof ImportOption> {
  return {
    name: option.name,
    description: option.description,
    type: option.type ?? 'json',
    choices: [...(option.choices ?? [])],
    required: option.required ?? false,
    default: option.default ?? null,
    example: option.example ?? null,
  }
}

function layoutToWire({ name, holds, titles, required }: LayoutFacts) {
  const columns = titles.map((names) => [...names])
  return { name, holds, columns: columns.slice(0, required), optional_columns: columns.slice(required) }
}
