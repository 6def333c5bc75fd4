import type { BrokerPlugin } from './contract.ts'
import { importerLoaders } from './one.ts'

/** Every importer that comes with Holdfast. */
export const brokerPlugins: readonly BrokerPlugin[] = await Promise.all(Object.values(importerLoaders).map((load) => load()))
