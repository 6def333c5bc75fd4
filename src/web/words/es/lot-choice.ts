import type { Words } from '../index.ts'

export const lotChoice: Words['lotChoice'] = {
  title: 'Elegir los lotes que se venden',
  help: 'Si no, decide el método de cada informe. Escribe las unidades junto a sus lotes; juntas son la cantidad.',
  show: 'Mostrar los lotes',
  few: 'Ese día no hay varios lotes de este activo en este bróker.',
  left: 'Unidades restantes',
  unitCost: 'Coste por unidad',
  units: 'Unidades a vender',
  unitsOf: (lot) => `Unidades a vender de ${lot}`,
  most: (figure) => `Estos son los ${figure} lotes más antiguos.`,
}
