import type { Words } from '../index.ts'

export const demo: Words['demo'] = {
  title: 'Pruébalo con datos inventados',
  lead: 'Mira todas las páginas con contenido antes de añadir nada tuyo.',
  what: 'Dos brókeres, diez activos inventados con sus precios y dos años de movimientos en dos divisas. Puedes quitarlo todo con una sola pulsación.',
  make: 'Rellenar con datos inventados',
  isThere:
    'Los datos inventados están aquí. Al quitarlos se eliminan sus dos brókeres, con todo lo que hayas cambiado en ellos, y sus activos. No se toca nada más.',
  remove: 'Quitar los datos inventados',
  notEmpty: 'Tienes brókeres propios. Los datos inventados se mezclarían con ellos, así que solo son para una cartera vacía.',
  left: 'Algo permanece, porque lo usan otros movimientos.',
  homeBroker: 'Banco del Puerto (demo)',
  abroadBroker: 'Bróker Marea (demo)',
}
