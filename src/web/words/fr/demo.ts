import type { Words } from '../index.ts'

export const demo: Words['demo'] = {
  title: 'Essayer avec des données fictives',
  lead: 'Voyez toutes les pages remplies, avant d’ajouter vos propres données.',
  what: 'Deux courtiers, dix actifs fictifs avec leurs cours, et deux ans de transactions en deux devises. Un seul clic suffit pour tout retirer.',
  make: 'Remplir de données fictives',
  isThere:
    'Les données fictives sont en place. Les retirer supprime leurs deux courtiers, avec tout ce que vous y avez modifié, et leurs actifs. Rien d’autre n’est touché.',
  remove: 'Retirer les données fictives',
  notEmpty:
    'Vous avez déjà vos propres courtiers. Les données fictives s’y mélangeraient : elles sont réservées à un portefeuille vide.',
  left: 'Une partie reste, car d’autres transactions y font référence.',
  homeBroker: 'Banque du Port (démo)',
  abroadBroker: 'Courtier des Marées (démo)',
}
