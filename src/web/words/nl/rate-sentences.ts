import type { rateSentences as en } from '../en/rate-sentences.ts'

/** What the interface says of pairs of currencies; `{name}` stands for what differs. */
export const rateSentences: typeof en = {
  daysWithoutRate: 'Voor {from} naar {to} ontbreekt op {n} van de benodigde dagen een koers, voor het eerst op {day}. {cure}',
  rateEveryDay: 'Er is een koers voor elke dag sinds {day}.',
  noOutgoing: 'Deze server maakt geen verbinding met andere (OFFLINE). {byHand}',
  enterByHand: 'Voer de koersen zelf in.',
  fetchThem: 'Haal ze op.',
  superuserRoute: 'Een beheerder kan de route {route} toevoegen.',
  routeSoon: 'De route {route} wordt zo automatisch toegevoegd en opgehaald, of voeg haar nu toe.',
}
