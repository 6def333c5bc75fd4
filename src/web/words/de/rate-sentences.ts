import type { rateSentences as en } from '../en/rate-sentences.ts'

/** What the interface says of pairs of currencies; `{name}` stands for what differs. */
export const rateSentences: typeof en = {
  daysWithoutRate: 'Für {from} nach {to} fehlt an {n} der benötigten Tage ein Kurs, zuerst am {day}. {cure}',
  rateEveryDay: 'Für jeden Tag seit {day} gibt es einen Kurs.',
  noOutgoing: 'Dieser Dienst fragt nichts von außen ab (OFFLINE). {byHand}',
  enterByHand: 'Geben Sie die Kurse selbst ein.',
  fetchThem: 'Rufen Sie sie ab.',
  superuserRoute: 'Ein Administrator kann die Route {route} hinzufügen.',
  routeSoon: 'Die Route {route} wird gleich automatisch hinzugefügt und abgerufen; Sie können sie auch jetzt hinzufügen.',
}
