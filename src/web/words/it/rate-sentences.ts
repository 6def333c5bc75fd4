import type { rateSentences as english } from '../en/rate-sentences.ts'

/** What the interface says of pairs of currencies; `{name}` stands for what differs. */
export const rateSentences: typeof english = {
  daysWithoutRate: 'Da {from} a {to} manca un cambio per {n} dei giorni necessari; il primo è {day}. {cure}',
  rateEveryDay: 'C’è un cambio per ogni data a partire da {day}.',
  noOutgoing: 'Questo servizio non si collega all’esterno (OFFLINE). {byHand}',
  enterByHand: 'Inserisci i cambi a mano.',
  fetchThem: 'Scaricali.',
  superuserRoute: 'Un amministratore può aggiungere il percorso {route}.',
  routeSoon: 'Il percorso {route} verrà aggiunto e scaricato automaticamente tra un momento; puoi anche aggiungerlo ora.',
}
