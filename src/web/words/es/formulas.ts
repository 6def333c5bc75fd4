import type { Words } from '../index.ts'

export const formulas: Words['formulas'] = {
  'sum of quantity x price / price_quantity x rate': 'suma de cantidad × precio / unidad de cotización × tipo de cambio',
  'sum of quantity x price / price_quantity x rate x share, and of cash x rate':
    'suma de cantidad × precio / unidad de cotización × tipo de cambio × participación, y de efectivo × tipo de cambio',
  'quantity x price / price_quantity x rate': 'cantidad × precio / unidad de cotización × tipo de cambio',
  'amount x rate': 'importe × tipo de cambio',
  'taxes x rate': 'impuestos × tipo de cambio',
  'fees x rate': 'comisiones × tipo de cambio',
  'sum of balances x rate': 'suma de saldos × tipo de cambio',
  'what buying back cost': 'lo que costó la recompra',
  'what the lot cost': 'lo que costó el lote',
  'what the short sale brought': 'lo que dio la venta en corto',
  'what the sale brought': 'lo que dio la venta',
  'what was opened, at the rate of the closing, against what it was at its own':
    'lo que se abrió, al tipo de cambio del cierre, frente al suyo propio',
  'value at the start of the range + net_flows': 'valor al comienzo del periodo + aportaciones netas',
  'sum of what was held at the end of the last day': 'suma de lo que había al final del último día',
  'sum of what was held at the end of the day before': 'suma de lo que había al final del día anterior',
  'sum of what the transactions moved': 'suma de lo que movieron las operaciones',
  'sum of what the transactions moved, in the currency of the cash':
    'suma de lo que movieron las operaciones, en la divisa del efectivo',
  'sum of what the open lots cost': 'suma de lo que costaron los lotes abiertos',
  'sum of what came in and went out': 'suma de lo que entró y salió',
  'sum of what came in and went out since the start of the range': 'suma de lo que entró y salió desde el comienzo del periodo',
  'sum of value at the end - cost at the rate of the end': 'suma de valor al final − coste al tipo de cambio del final',
  'sum of the slices': 'suma de las partes',
  'sum of the rows': 'suma de las filas',
  'sum of the gains of what was sold': 'suma de las ganancias de lo vendido',
  'sum of proceeds - cost - currency effect of what was sold':
    'suma de importe de venta − coste − efecto de la divisa de lo vendido',
  'sum of gross x units now / units then, as later splits made them, x rate of now':
    'suma de bruto × cantidad actual / cantidad de entonces (tras los desdoblamientos posteriores) × tipo de cambio actual',
  'sum of fees and taxes booked on it apart from trades':
    'suma de las comisiones e impuestos anotados aparte de compras y ventas',
  'sum of dividends and interest, net': 'suma de dividendos e intereses, netos',
  'sum of dividends and interest, gross': 'suma de dividendos e intereses, brutos',
  'sum of currency effects of what was sold, of what is held, and of cash':
    'suma de los efectos de la divisa de lo vendido, de lo que se tiene y del efectivo',
  'market_value / total value of the scope': 'valor de mercado / valor total de lo mostrado',
  'less all taxes': 'menos todos los impuestos',
  'less all fees': 'menos todas las comisiones',
  'fees and taxes of the transaction x part of its units': 'comisiones e impuestos de la operación × parte de su cantidad',
  'taxes of the transaction x part of its units': 'impuestos de la operación × parte de su cantidad',
  'amount + fees + taxes, or the market value of what came in kind':
    'importe + comisiones + impuestos, o el valor de mercado de lo recibido en títulos',
  'amount + fees + taxes, or the market value of the units':
    'importe + comisiones + impuestos, o el valor de mercado de los títulos',
  'cost in the currency of the asset at the rate of the day - cost_basis':
    'coste en la divisa del activo al tipo de cambio del día − coste',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then':
    'producto de (valor al final de un día + salidas) / (valor al comienzo + entradas), menos 1; los valores son los de la evolución. Sin efectivo, un día se corta en cada compra o venta, y lo que había antes vale entonces su precio',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade':
    'producto de (valor al final de un día + salidas) / (valor al comienzo + entradas) desde el comienzo del periodo, menos 1; sin efectivo, un día se corta en cada compra o venta',
  '(1 + twr) ^ (365 / days) - 1': '(1 + rentabilidad ponderada por tiempo) ^ (365 / días) − 1',
  'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value':
    'la tasa r con la que la suma de pago / (1 + r) ^ (días / 365) es 0, con los pagos −valor inicial, −cada aportación en su día, +valor final',
  'sample standard deviation of the daily returns x root of 252':
    'desviación típica muestral de las rentabilidades diarias × raíz de 252',
  'mean / standard deviation of the daily returns x root of 252':
    'media / desviación típica de las rentabilidades diarias × raíz de 252',
  'mean / root mean square of the losses x root of 252': 'media / media cuadrática de las pérdidas × raíz de 252',
  '1 - lowest / highest of the linked daily returns before it':
    '1 − mínimo / máximo anterior de las rentabilidades diarias encadenadas',
}

export const terms: Words['terms'] = {
  pool: 'Conjunto de lotes',
  cash: 'Efectivo',
  'cash at the end': 'Efectivo al final',
  'cash at the start': 'Efectivo al comienzo',
  'cash of a transaction': 'Efectivo de una operación',
  amount: 'Importe',
  disposal: 'Venta',
  closing: 'Cierre',
  'closing transaction': 'Operación de cierre',
  'change of cost that no lot took': 'Cambio de coste que ningún lote asumió',
  'fees and taxes': 'Comisiones e impuestos',
  'added to the cost': 'Añadido al coste',
  'units at the market value of the day': 'Títulos al valor de mercado del día',
  'opened, at the rate of the closing': 'Abierto, al tipo de cambio del cierre',
  'value at the start': 'Valor inicial',
  'value at the start, or cost': 'Valor inicial, o coste',
  'the same at the rate of the end': 'Lo mismo al tipo de cambio del final',
  'proceeds before costs': 'Importe de venta antes de gastos',
  'cost before costs': 'Coste antes de gastos',
  'currency effect': 'Efecto de la divisa',
  'currency effect of what was sold': 'Efecto de la divisa de lo vendido',
  'cost in the currency of the asset, at the rate of the day': 'Coste en la divisa del activo, al tipo de cambio del día',
  'payment of a year before': 'Pago de un año antes',
  'SPLIT, not booked': 'Desdoblamiento, no anotado',
}
