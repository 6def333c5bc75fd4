import type { Words } from '../index.ts'

export const lotChoice: Words['lotChoice'] = {
  title: 'Verkaufte Tranchen wählen',
  help: 'Sonst entscheidet die Methode der jeweiligen Auswertung. Geben Sie neben den Tranchen die Stücke an; zusammen sind sie die Menge.',
  show: 'Tranchen zeigen',
  few: 'An diesem Tag gibt es bei diesem Broker nicht mehrere Tranchen dieses Wertpapiers.',
  left: 'Restliche Stücke',
  unitCost: 'Einstand je Stück',
  units: 'Zu verkaufende Stücke',
  unitsOf: (lot) => `Zu verkaufende Stücke aus ${lot}`,
  most: (figure) => `Hier stehen die ältesten ${figure} Tranchen.`,
}
