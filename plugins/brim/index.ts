/** Every importer that comes with Holdfast, in the order in which they are listed. */
import { coinbase } from './coinbase/index.ts'
import type { BrokerPlugin } from './contract.ts'
import { degiro } from './degiro/index.ts'
import { genericCsv } from './generic-csv/index.ts'
import { ibkr } from './ibkr/index.ts'
import { revolut } from './revolut/index.ts'
import { trading212 } from './trading212/index.ts'

export const brokerPlugins: readonly BrokerPlugin[] = [degiro, ibkr, trading212, coinbase, revolut, genericCsv]
