/** Every provider that comes with Holdfast, in the order in which they are listed. */
import boc from './boc/index.ts'
import boe from './boe/index.ts'
import cnb from './cnb/index.ts'
import type { FxProvider } from './contract.ts'
import dnb from './dnb/index.ts'
import ecb from './ecb/index.ts'
import fed from './fed/index.ts'
import manual from './manual/index.ts'
import mnb from './mnb/index.ts'
import nb from './nb/index.ts'
import nbp from './nbp/index.ts'
import rb from './rb/index.ts'
import rba from './rba/index.ts'
import snb from './snb/index.ts'

export const fxProviders: readonly FxProvider[] = [ecb, fed, boe, snb, boc, rba, nbp, cnb, mnb, nb, rb, dnb, manual]
