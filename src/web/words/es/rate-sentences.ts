import type { rateSentences as english } from '../en/rate-sentences.ts'

export const rateSentences: typeof english = {
  daysWithoutRate: 'De {from} a {to} falta el tipo de cambio en {n} de los días necesarios; el primero es el {day}. {cure}',
  rateEveryDay: 'Hay un tipo de cambio para cada día desde el {day}.',
  noOutgoing: 'Este servicio no se conecta al exterior (OFFLINE). {byHand}',
  enterByHand: 'Introduce los tipos de cambio a mano.',
  fetchThem: 'Descárgalos.',
  superuserRoute: 'Un administrador puede añadir la ruta {route}.',
  routeSoon: 'La ruta {route} se añadirá y descargará automáticamente en un momento; también puedes añadirla ahora.',
}
