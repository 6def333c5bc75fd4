import type { Words } from '../index.ts'

export const lotChoice: Words['lotChoice'] = {
  title: 'Scegli i lotti venduti',
  help: 'Altrimenti decide il metodo di ogni rapporto. Scrivi le unità accanto ai lotti; insieme sono la quantità.',
  show: 'Mostra i lotti',
  few: 'In quella data presso questo broker non ci sono più lotti di questo strumento.',
  left: 'Unità rimaste',
  unitCost: 'Costo unitario',
  units: 'Unità da vendere',
  unitsOf: (lot) => `Unità da vendere di ${lot}`,
  most: (figure) => `Questi sono i ${figure} lotti più vecchi.`,
}
