/** What providers use, in one place: handed to those of the data folder, which cannot import it. */
export { readRows } from '#plugins/kit/columns.ts'
export { parseDay } from '#plugins/kit/date.ts'
export { requestText, sourceError } from '#plugins/kit/http.ts'
export { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
export { figureOf, isMissing, perUnit } from '#plugins/kit/rate.ts'
export { definePrices } from './provider.ts'
export { majorUnit } from './quote.ts'
