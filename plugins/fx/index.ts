/** Every provider that comes with Holdfast, in the order in which they are listed. */
import banxico from './banxico/index.ts'
import bcb from './bcb/index.ts'
import bceao from './bceao/index.ts'
import bcp from './bcp/index.ts'
import bct from './bct/index.ts'
import bnm from './bnm/index.ts'
import bnr from './bnr/index.ts'
import boc from './boc/index.ts'
import boe from './boe/index.ts'
import boi from './boi/index.ts'
import boj from './boj/index.ts'
import cbllr from './cbllr/index.ts'
import cbr from './cbr/index.ts'
import cbsl from './cbsl/index.ts'
import cnb from './cnb/index.ts'
import type { FxProvider } from './contract.ts'
import dab from './dab/index.ts'
import dnb from './dnb/index.ts'
import ecb from './ecb/index.ts'
import fbil from './fbil/index.ts'
import fed from './fed/index.ts'
import hkma from './hkma/index.ts'
import hnb from './hnb/index.ts'
import imf from './imf/index.ts'
import lb from './lb/index.ts'
import manual from './manual/index.ts'
import mas from './mas/index.ts'
import mnb from './mnb/index.ts'
import nb from './nb/index.ts'
import nbc from './nbc/index.ts'
import nbg from './nbg/index.ts'
import nbp from './nbp/index.ts'
import nbu from './nbu/index.ts'
import rb from './rb/index.ts'
import rba from './rba/index.ts'
import rbv from './rbv/index.ts'
import sarb from './sarb/index.ts'
import sbi from './sbi/index.ts'
import snb from './snb/index.ts'
import tcmb from './tcmb/index.ts'

export const fxProviders: readonly FxProvider[] = [
  ...[ecb, fed, boe, snb, boc, rba, nbp, cnb, mnb, nb, rb, dnb],
  ...[bnr, tcmb, cbr, nbu, boi, fbil, bcb, banxico, hkma, mas, boj, imf],
  ...[nbg, bceao, sarb, bnm, hnb, lb],
  ...[sbi, bct, cbsl, bcp, cbllr, dab, rbv, nbc],
  manual,
]
