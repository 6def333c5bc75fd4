/** Every importer that comes with Holdfast, in the order in which they are listed. */
import { ajBell } from './aj-bell/index.ts'
import { avanza } from './avanza/index.ts'
import { binance } from './binance/index.ts'
import { bitmex } from './bitmex/index.ts'
import { bitpanda } from './bitpanda/index.ts'
import { bitstamp } from './bitstamp/index.ts'
import { bittrex } from './bittrex/index.ts'
import { bitvavo } from './bitvavo/index.ts'
import { blockpit } from './blockpit/index.ts'
import { bondora } from './bondora/index.ts'
import { bunq } from './bunq/index.ts'
import { bux } from './bux/index.ts'
import { cgtCalcRaw } from './cgt-calc-raw/index.ts'
import { coinbase } from './coinbase/index.ts'
import { coinbasePro } from './coinbase-pro/index.ts'
import { coinledger } from './coinledger/index.ts'
import { cointracking } from './cointracking/index.ts'
import { comdirect } from './comdirect/index.ts'
import { commsec } from './commsec/index.ts'
import { consorsbank } from './consorsbank/index.ts'
import type { BrokerPlugin } from './contract.ts'
import { cryptocom } from './cryptocom/index.ts'
import { debitum } from './debitum/index.ts'
import { degiro } from './degiro/index.ts'
import { delta } from './delta/index.ts'
import { directa } from './directa/index.ts'
import { disnat } from './disnat/index.ts'
import { estateguru } from './estateguru/index.ts'
import { etoro } from './etoro/index.ts'
import { etrade } from './etrade/index.ts'
import { fidelity } from './fidelity/index.ts'
import { fineco } from './fineco/index.ts'
import { finpension } from './finpension/index.ts'
import { firefly } from './firefly/index.ts'
import { flatex } from './flatex/index.ts'
import { freetrade } from './freetrade/index.ts'
import { gbm } from './gbm/index.ts'
import { gemini } from './gemini/index.ts'
import { genericCsv } from './generic-csv/index.ts'
import { ghostfolio } from './ghostfolio/index.ts'
import { groww } from './groww/index.ts'
import { hargreavesLansdown } from './hargreaves-lansdown/index.ts'
import { ibkr } from './ibkr/index.ts'
import { ingDe } from './ing-de/index.ts'
import { investengine } from './investengine/index.ts'
import { investimental } from './investimental/index.ts'
import { kraken } from './kraken/index.ts'
import { kucoin } from './kucoin/index.ts'
import { lande } from './lande/index.ts'
import { merrill } from './merrill/index.ts'
import { mintos } from './mintos/index.ts'
import { morganStanley } from './morgan-stanley/index.ts'
import { nexo } from './nexo/index.ts'
import { nibc } from './nibc/index.ts'
import { nordnet } from './nordnet/index.ts'
import { parqet } from './parqet/index.ts'
import { portfolioPerformance } from './portfolio-performance/index.ts'
import { questrade } from './questrade/index.ts'
import { rabobank } from './rabobank/index.ts'
import { rbcDirectInvesting } from './rbc-direct-investing/index.ts'
import { relai } from './relai/index.ts'
import { revolut } from './revolut/index.ts'
import { robinhood } from './robinhood/index.ts'
import { robocash } from './robocash/index.ts'
import { saxo } from './saxo/index.ts'
import { scalable } from './scalable/index.ts'
import { schwab } from './schwab/index.ts'
import { selfwealth } from './selfwealth/index.ts'
import { sharesight } from './sharesight/index.ts'
import { sidekickGeneric } from './sidekick-generic/index.ts'
import { stake } from './stake/index.ts'
import { swaper } from './swaper/index.ts'
import { swissquote } from './swissquote/index.ts'
import { tradeRepublic } from './traderepublic/index.ts'
import { trading212 } from './trading212/index.ts'
import { trine } from './trine/index.ts'
import { uphold } from './uphold/index.ts'
import { vanguardUk } from './vanguard-uk/index.ts'
import { vanguardUs } from './vanguard-us/index.ts'
import { viainvest } from './viainvest/index.ts'
import { wealthfolio } from './wealthfolio/index.ts'
import { wealthsimple } from './wealthsimple/index.ts'
import { wise } from './wise/index.ts'
import { xtb } from './xtb/index.ts'
import { yahoo } from './yahoo/index.ts'
import { zerodha } from './zerodha/index.ts'

export const brokerPlugins: readonly BrokerPlugin[] = [
  // One line each, in the order of their codes; the importer of anybody's table comes last.
  ajBell,
  avanza,
  binance,
  bitmex,
  bitpanda,
  bitstamp,
  bittrex,
  bitvavo,
  blockpit,
  bondora,
  bunq,
  bux,
  cgtCalcRaw,
  coinbase,
  coinbasePro,
  coinledger,
  cointracking,
  comdirect,
  commsec,
  consorsbank,
  cryptocom,
  debitum,
  degiro,
  delta,
  directa,
  disnat,
  estateguru,
  etoro,
  etrade,
  fidelity,
  fineco,
  finpension,
  firefly,
  flatex,
  freetrade,
  gbm,
  gemini,
  ghostfolio,
  groww,
  hargreavesLansdown,
  ibkr,
  ingDe,
  investengine,
  investimental,
  kraken,
  kucoin,
  lande,
  merrill,
  mintos,
  morganStanley,
  nexo,
  nibc,
  nordnet,
  parqet,
  portfolioPerformance,
  questrade,
  rabobank,
  rbcDirectInvesting,
  relai,
  revolut,
  robinhood,
  robocash,
  saxo,
  scalable,
  schwab,
  selfwealth,
  sharesight,
  sidekickGeneric,
  stake,
  swaper,
  swissquote,
  tradeRepublic,
  trading212,
  trine,
  uphold,
  vanguardUk,
  vanguardUs,
  viainvest,
  wealthfolio,
  wealthsimple,
  wise,
  xtb,
  yahoo,
  zerodha,
  genericCsv,
]
