import type { Words } from '../index.ts'

export const search: Words['search'] = {
  title: 'Buscar',
  titleOf: (text) => `Búsqueda: ${text}`,
  label: 'Qué buscar',
  help: 'Palabras, un símbolo, un ISIN, un día (2026-06-30) o un importe.',
  submit: 'Buscar',
  none: (text) => `No hay resultados para «${text}».`,
  noneHelp: 'Prueba con menos palabras o con otras. Solo se busca en lo que puedes ver.',
  partial: 'Solo se ha buscado en los movimientos y archivos más recientes.',
  assets: 'Activos',
  brokers: 'Brókeres',
  transactions: 'Movimientos',
  reports: 'Archivos importados',
  pages: 'Páginas',
  held: 'en cartera',
  archived: 'archivado',
  shown: (shown, total) => `${shown} de ${total}`,
}
