/** What reports warn of, as the interface says it; `{name}` stands for what differs. The longer sentences come before those that they begin with. */
export const warned = {
  rateMissingHifo:
    'There is no exchange rate from {from} to {to} on or before this day; amounts in {left} are left out of the totals. HIFO cannot compare lots that were paid in it, and takes them last.',
  rateMissing:
    'There is no exchange rate from {from} to {to} on or before this day; amounts in {left} are left out of the totals.',
  ratesMissingHifo:
    'There are no exchange rates to {to} for these days: {pairs}; amounts in these currencies are left out of the totals. HIFO cannot compare lots that were paid in some of them, and takes them last.',
  ratesMissing:
    'There are no exchange rates to {to} for these days: {pairs}; amounts in these currencies are left out of the totals.',
  currencyGains:
    'There are no exchange rates to {to} for these days: {pairs}; what prices and what currencies did to assets in these currencies cannot be separated. Values, costs and gains are complete.',
  currencyGain:
    'There is no exchange rate from {from} to {to} on or before this day: what prices and what currencies did to assets in {of} cannot be told apart. Values, costs and gains are complete.',
  rateStale: 'The last exchange rate from {from} to {to} is of {day}.',
  ratesStale: 'The last exchange rates to {to} are too old on these days: {pairs}.',
  closeMissing: 'There is no close for {asset}; its last trade is used, and on days without one it is left out of the totals.',
  closesMissing:
    'There is no close for {n} assets: {assets}; their last trades are used, and on days without one these are left out of the totals: {left}.',
  priceMissing: 'There is no price for {asset} on or before this day; it is left out of the totals.',
  pricesMissing: 'There is no price for {n} assets: {assets}; on these days they are left out of the totals.',
  priceOfTrade: 'There is no close for {asset}; the last trade of {day} is used.',
  pricesOfTrades: 'There is no close for {n} assets: {assets}; their last trades are used.',
  priceStale: 'The last close of {asset} is of {day}.',
  pricesStale: 'The last closes of {n} assets are more than a week old: {assets}.',
  costUnknown:
    'A part of {asset} came in without a purchase, so what it cost is not known: give the incoming transaction a cost_basis.',
  costOfSoldUnknown: 'What was sold of {asset} has no known cost: give the transaction that brought it a cost_basis.',
  costsUnknown:
    'What {n} assets cost is not known: {assets}. A part of them came in without a purchase: give the incoming transactions a cost_basis.',
  expired:
    '{asset} expired on {day} and is still held. If it expired worthless, book a {type} of {units} at price 0 on that day; else what was exercised or assigned.',
  severalExpired:
    '{n} contracts are held that have expired: {assets}. For each that expired worthless, book what closes it at price 0 on its last day; else what was exercised or assigned.',
  lotUnknown:
    'Transaction {id} names lot {lot} of {asset}, of which {units} units are not there: others are taken by the method.',
  lotsUnknown: 'Sales of {n} assets name lots that are not there: {assets}; others are taken by the method.',
  lotOrder:
    'Lots of {asset} that were paid in a currency without an exchange rate are taken last: what they cost in {currency} is not known, so HIFO cannot compare them with the others.',
  lotsOrder:
    'Lots of {n} assets that were paid in a currency without an exchange rate are taken last: {assets}. What they cost in {currency} is not known, so HIFO cannot compare them with the others.',
  severalCurrencies:
    'The lots of {asset} were paid in several currencies, so they have a common cost in the summary’s currency only.',
  soForSeveral: 'This is so for {n} assets: {assets}.',
  noReturnOfSeveral:
    'From {day} on there is no time-weighted return: what was invested is not more than what is owed. Enter the deposits that are missing, or say that the cash of the broker is not-tracked, or ask with scope=assets: there purchases are the flows. On that day the cash of {n} brokers is below zero: {brokers}.',
  noReturnOf:
    'From {day} on there is no time-weighted return: what was invested is not more than what is owed. Enter the deposits that are missing, or say that the cash of the broker is not-tracked, or ask with scope=assets: there purchases are the flows. On that day the cash of {broker} is below zero.',
  noReturn:
    'From {day} on there is no time-weighted return: what was invested is not more than what is owed. Enter the deposits that are missing, or say that the cash of the broker is not-tracked, or ask with scope=assets: there purchases are the flows.',
  noReturnOfAssets: 'From {day} on there is no time-weighted return: what is held is not worth more than what was sold short.',
  returnTooLarge:
    'The time-weighted return is more than 1,000 % a year, which is not shown. Look at the amounts and prices of the first days.',
  cashWithoutDeposits:
    'No deposits of {broker} are known, and its cash is below zero, which lowers the total. Enter the deposits, or say that its cash is not tracked.',
  cashesWithoutDeposits:
    'No deposits of {n} brokers are known, and their cash is below zero, which lowers the total: {brokers}. Enter the deposits, or say that their cash is not tracked.',
  splitNotBooked:
    '{asset} was split {ratio} on {day}, which {broker} has not booked: its {units} units count as {after} from then on. Book it; or, if they are the units after it already, with the ratio 1:1.',
  unitsRestated:
    '{asset} was split {ratio} on {day}, and the trades of {broker} before it are in units after it already, as files that are exported later have them: until then they count in units before it. Book it with the ratio 1:1 to confirm that.',
  splitUnclear:
    '{asset} was split {ratio} on {day}, which {broker} has not booked, and its trades before it do not agree whether they are in units before or after it: they count as they are. Book the split; or, if they are the units after it already, with the ratio 1:1.',
  /** What stands within the others. */
  theBroker: 'the broker "{name}"',
  someMore: '{some} and {n} more',
}
