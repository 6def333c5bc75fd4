export { type CloseColumns, closeOf, columnsOf, loadCloseColumns } from './close-columns.ts'
export { loadCloses } from './closes.ts'
export { movePrices } from './move.ts'
export { deleteUnusedReportAssets } from './unused-assets.ts'
