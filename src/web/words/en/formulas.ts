/** How figures are made, by what the interface calls it. Formulas of names alone are put together of the names of the figures. */
export const formulas = {
  'sum of quantity x price / price_quantity x rate': 'sum of quantity x price / price_quantity x rate',
  'sum of quantity x price / price_quantity x rate x share, and of cash x rate':
    'sum of quantity x price / price_quantity x rate x share, and of cash x rate',
  'quantity x price / price_quantity x rate': 'quantity x price / price_quantity x rate',
  'amount x rate': 'amount x rate',
  'taxes x rate': 'taxes x rate',
  'fees x rate': 'fees x rate',
  'sum of balances x rate': 'sum of balances x rate',
  'what buying back cost': 'what buying back cost',
  'what the lot cost': 'what the lot cost',
  'what the short sale brought': 'what the short sale brought',
  'what the sale brought': 'what the sale brought',
  'what was opened, at the rate of the closing, against what it was at its own':
    'what was opened, at the rate of the closing, against what it was at its own',
  'value at the start of the range + net_flows': 'value at the start of the range + net_flows',
  'sum of what was held at the end of the last day': 'sum of what was held at the end of the last day',
  'sum of what was held at the end of the day before': 'sum of what was held at the end of the day before',
  'sum of what the transactions moved': 'sum of what the transactions moved',
  'sum of what the transactions moved, in the currency of the cash':
    'sum of what the transactions moved, in the currency of the cash',
  'sum of what the open lots cost': 'sum of what the open lots cost',
  'sum of what came in and went out': 'sum of what came in and went out',
  'sum of what came in and went out since the start of the range':
    'sum of what came in and went out since the start of the range',
  'sum of value at the end - cost at the rate of the end': 'sum of value at the end - cost at the rate of the end',
  'sum of the slices': 'sum of the slices',
  'sum of the rows': 'sum of the rows',
  'sum of the gains of what was sold': 'sum of the gains of what was sold',
  'sum of proceeds - cost - currency effect of what was sold': 'sum of proceeds - cost - currency effect of what was sold',
  'sum of gross x units now / units then, as later splits made them, x rate of now':
    'sum of gross x units now / units then, as later splits made them, x rate of now',
  'sum of fees and taxes booked on it apart from trades': 'sum of fees and taxes booked on it apart from trades',
  'sum of dividends and interest, net': 'sum of dividends and interest, net',
  'sum of dividends and interest, gross': 'sum of dividends and interest, gross',
  'sum of currency effects of what was sold, of what is held, and of cash':
    'sum of currency effects of what was sold, of what is held, and of cash',
  'market_value / total value of the scope': 'market_value / total value of the scope',
  'less all taxes': 'less all taxes',
  'less all fees': 'less all fees',
  'fees and taxes of the transaction x part of its units': 'fees and taxes of the transaction x part of its units',
  'taxes of the transaction x part of its units': 'taxes of the transaction x part of its units',
  'amount + fees + taxes, or the market value of what came in kind':
    'amount + fees + taxes, or the market value of what came in kind',
  'amount + fees + taxes, or the market value of the units': 'amount + fees + taxes, or the market value of the units',
  'cost in the currency of the asset at the rate of the day - cost_basis':
    'cost in the currency of the asset at the rate of the day - cost_basis',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then':
    'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade':
    'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade',
  '(1 + twr) ^ (365 / days) - 1': '(1 + twr) ^ (365 / days) - 1',
  'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value':
    'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value',
  'sample standard deviation of the daily returns x root of 252': 'sample standard deviation of the daily returns x root of 252',
  'mean / standard deviation of the daily returns x root of 252': 'mean / standard deviation of the daily returns x root of 252',
  'mean / root mean square of the losses x root of 252': 'mean / root mean square of the losses x root of 252',
  '1 - lowest / highest of the linked daily returns before it': '1 - lowest / highest of the linked daily returns before it',
}

/** What the terms of a figure are, by what the interface calls them. */
export const terms = {
  pool: 'Pool',
  cash: 'Cash',
  'cash at the end': 'Cash at the end',
  'cash at the start': 'Cash at the start',
  'cash of a transaction': 'Cash of a transaction',
  amount: 'Amount',
  disposal: 'Disposal',
  closing: 'Closing',
  'closing transaction': 'Closing transaction',
  'change of cost that no lot took': 'Change of cost that no lot took',
  'fees and taxes': 'Fees and taxes',
  'added to the cost': 'Added to the cost',
  'units at the market value of the day': 'Units at the market value of the day',
  'opened, at the rate of the closing': 'Opened, at the rate of the closing',
  'value at the start': 'Value at the start',
  'value at the start, or cost': 'Value at the start, or cost',
  'the same at the rate of the end': 'The same at the rate of the end',
  'proceeds before costs': 'Proceeds before costs',
  'cost before costs': 'Cost before costs',
  'currency effect': 'Currency effect',
  'currency effect of what was sold': 'Currency effect of what was sold',
  'cost in the currency of the asset, at the rate of the day': 'Cost in the currency of the asset, at the rate of the day',
  'payment of a year before': 'Payment of a year before',
  'SPLIT, not booked': 'Split, not booked',
}
