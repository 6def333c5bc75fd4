/** Choosing the lots of a sale. */
export const lotChoice = {
  title: 'Choose the lots that are sold',
  help: 'Otherwise the method of each report decides. Type the units beside their lots; together they are the quantity.',
  show: 'Show the lots',
  few: 'There are not several lots of this asset at this broker on that day.',
  left: 'Units left',
  unitCost: 'Cost per unit',
  units: 'Units to sell',
  unitsOf: (lot: string) => `Units to sell of ${lot}`,
  most: (figure: string) => `The oldest ${figure} lots are here.`,
}
