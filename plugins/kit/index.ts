export {
  absolute,
  add,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  multiplyDivide,
  negate,
  round,
  subtract,
  sum,
  tryDecimal,
} from '#src/shared/decimal.ts'
export { withColumns } from './added-columns.ts'
export { minus, negated, plus, product, sizeOf } from './arithmetic.ts'
export { type CsvFault, type CsvRead, readCsv } from './csv.ts'
export { type DayOrder, daySerial, parseDay, parseTime } from './date.ts'
export { type EventMarks, wholeEvents } from './events.ts'
export { FIAT, isFiat } from './fiat.ts'
export { agrees, inUnit, isZero, roundedText, textOf, unitOfCode } from './figures.ts'
export { isIsin, isinOrSymbol } from './isin.ts'
export { loansOf } from './loans.ts'
export { type Nearest, openNearest, openQueues } from './nearest.ts'
export { type NumberStyle, parseNumber } from './number.ts'
export { commonStyle, provenStyle } from './number-style.ts'
export { optionOf } from './option.ts'
export {
  type ColumnTitles,
  findHeader,
  findLayout,
  type Header,
  headerRows,
  type Record_,
  readRecords,
  rowText,
} from './record.ts'
export { RowRefusal, refusalIn, refuse } from './refuse.ts'
export { remembered } from './remembered.ts'
export { alikeTo, createRepeats, type FindRepeat, repeatOf } from './repeats.ts'
export {
  attempt,
  closeRowBook,
  fail,
  ignore,
  info,
  marksBy,
  marksByCells,
  openRowBook,
  type RowBook,
  readSections,
  repeated,
  type Spot,
  unread,
  warn,
} from './row-book.ts'
export { isSignificant, outcomeOf } from './significant.ts'
export * from './table/index.ts'
export { decodeText, fold, guessEncoding, squeeze, trimmed } from './text.ts'
export { type Titled, undoneRows, unreadColumns, withoutUndone } from './unread-columns.ts'
export { findElements, readXml, type XmlElement, XmlError } from './xml.ts'
