import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'

export type PluginType = 'brim' | 'fx' | 'assets'
export type PluginAsset = { readonly text: string; readonly contentType: string; readonly sha256: string }

type AssetOwner = { readonly code: string; readonly assets: Readonly<Record<string, string>> }

const TYPES: Readonly<Record<string, string>> = { svg: 'image/svg+xml', json: 'application/json', css: 'text/css; charset=utf-8' }

/** A file of a plugin by `<code>/<name>`, exactly as the plugin lists it; codes in any case. Throws `upload/not-found` for everything else. */
export function findPluginAsset(deps: Pick<Deps, 'plugins'>, type: PluginType, path: string): PluginAsset {
  const slash = path.indexOf('/')
  const code = path.slice(0, slash).toLowerCase()
  const name = path.slice(slash + 1)
  const owner = slash === -1 ? undefined : ownersOf(deps, type).find((plugin) => plugin.code.toLowerCase() === code)
  const text = owner && Object.hasOwn(owner.assets, name) ? owner.assets[name] : undefined
  if (text === undefined) throw new AppError('not-found', 'upload/not-found', 'No plugin has such a file.')
  const extension = /\.(\w+)$/.exec(name)?.[1] ?? ''
  return { text, contentType: TYPES[extension] ?? 'text/plain; charset=utf-8', sha256: hashOf(text) }
}

/** Where a plugin's icon is served, as a path on this host that changes with its bytes; `null` when it has none. */
export function pluginIconUrl(deps: Pick<Deps, 'config'>, type: PluginType, plugin: AssetOwner): string | null {
  const icon = Object.hasOwn(plugin.assets, 'icon.svg') ? plugin.assets['icon.svg'] : undefined
  if (icon === undefined) return null
  return `${deps.config.basePath}/api/v1/uploads/plugin/${type}/${plugin.code.toLowerCase()}/icon.svg?v=${hashOf(icon).slice(0, 8)}`
}

function ownersOf(deps: Pick<Deps, 'plugins'>, type: PluginType): readonly AssetOwner[] {
  const all: Partial<Record<PluginType, readonly AssetOwner[]>> = deps.plugins
  return all[type] ?? []
}

function hashOf(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}
