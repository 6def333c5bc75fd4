/** What the interface says of pairs of currencies, as it says it; `{name}` stands for what differs. */
export const rateSentences = {
  daysWithoutRate: '{from} to {to} has no rate on {n} of the days needed, first on {day}. {cure}',
  rateEveryDay: 'There is a rate for every day since {day}.',
  noOutgoing: 'This service makes no outgoing requests (OFFLINE). {byHand}',
  enterByHand: 'Enter rates by hand (PUT /fx/rates).',
  fetchThem: 'Fetch them.',
  superuserRoute: 'A superuser may register the route {route}.',
  routeSoon: 'The route {route} is registered and fetched automatically in a moment, or register it now.',
}
