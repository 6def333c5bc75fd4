export type { AnyLine, AssetTerms, Book, Leg, Terms } from './book.ts'
export { after, clock, day, inStyle, isin, nth, number, optional, text, type Unit, unit } from './columns.ts'
export { FIAT, isFiat } from './fiat.ts'
export { agrees, inUnit, unitOfCode } from './figures.ts'
export { textOf } from './given.ts'
export { type ImporterFacts, tableImporter } from './importer.ts'
export { type Layout, type Line, layout } from './layout.ts'
export { loansOf } from './loans.ts'
export { product } from './product.ts'
export { RowRefusal, refuse } from './refuse.ts'
export {
  attempt,
  closeRowBook,
  fail,
  ignore,
  info,
  marksBy,
  openRowBook,
  type RowBook,
  readSections,
  repeated,
  type Spot,
  unread,
  warn,
} from './row-book.ts'
export { ratioOf } from './swap.ts'
