import type { Words } from '../index.ts'

export const lotChoice: Words['lotChoice'] = {
  title: 'Choisir les lots vendus',
  help: 'Sinon, la méthode de chaque rapport décide. Indiquez les unités à côté de leurs lots\u202f; leur somme est la quantité.',
  show: 'Afficher les lots',
  few: 'Il n’y a pas plusieurs lots de cet actif chez ce courtier à cette date.',
  left: 'Unités restantes',
  unitCost: 'Coût unitaire',
  units: 'Unités à vendre',
  unitsOf: (lot) => `Unités à vendre de ${lot}`,
  most: (figure) => `Voici les ${figure} lots les plus anciens.`,
}
