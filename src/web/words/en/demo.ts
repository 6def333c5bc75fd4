export const demo = {
  title: 'Try it with invented data',
  lead: 'See every page filled, before you add anything of your own.',
  what: 'Two brokers, ten invented assets with their prices, and two years of transactions in two currencies. You can remove all of it with one press.',
  make: 'Fill with invented data',
  isThere:
    'The invented data is here. Removing it deletes its two brokers with all that you changed in them, and its assets. Nothing else is touched.',
  remove: 'Remove the invented data',
  notEmpty: 'You have brokers of your own. Invented data would mix with them, so it is only for an empty portfolio.',
  left: 'Something stays, because other transactions name it.',
  homeBroker: 'Harbour Bank (demo)',
  abroadBroker: 'Tidewater Broker (demo)',
}
