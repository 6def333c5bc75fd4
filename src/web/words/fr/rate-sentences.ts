import type { rateSentences as en } from '../en/rate-sentences.ts'

/** What the interface says of pairs of currencies; `{name}` stands for what differs. */
export const rateSentences: typeof en = {
  daysWithoutRate: 'De {from} vers {to}, il manque un taux pour {n} des jours nécessaires, à partir du {day}. {cure}',
  rateEveryDay: 'Il y a un taux pour chaque jour depuis le {day}.',
  noOutgoing: 'Ce service n’interroge personne (OFFLINE). {byHand}',
  enterByHand: 'Saisissez les taux vous-même.',
  fetchThem: 'Récupérez-les.',
  superuserRoute: 'Un administrateur peut ajouter le chemin {route}.',
  routeSoon:
    'Le chemin {route} sera ajouté et récupéré automatiquement dans un instant ; vous pouvez aussi l’ajouter maintenant.',
}
