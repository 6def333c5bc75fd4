import type { Words } from '../index.ts'

export const lotChoice: Words['lotChoice'] = {
  title: 'Kies de lots die worden verkocht',
  help: 'Anders beslist de methode van elk rapport. Vul de eenheden in naast de lots; samen zijn ze de hoeveelheid.',
  show: 'Toon de lots',
  few: 'Er zijn op die dag bij deze broker niet meerdere lots van dit effect.',
  left: 'Resterende eenheden',
  unitCost: 'Kostprijs per eenheid',
  units: 'Te verkopen eenheden',
  unitsOf: (lot) => `Te verkopen eenheden van ${lot}`,
  most: (figure) => `Dit zijn de oudste ${figure} lots.`,
}
