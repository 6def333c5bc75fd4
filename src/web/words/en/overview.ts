export const overview = {
  title: 'Overview',
  totalValue: (day: string) => `Total value, ${day}`,
}
