import type { warned as english } from '../en/warned.ts'

export const warned: typeof english = {
  rateMissingHifo:
    'No hay tipo de cambio de {from} a {to} de este día ni anterior; los importes en {left} quedan fuera de los totales. HIFO no puede comparar los lotes pagados en esa divisa y los toma los últimos.',
  rateMissing:
    'No hay tipo de cambio de {from} a {to} de este día ni anterior; los importes en {left} quedan fuera de los totales.',
  ratesMissingHifo:
    'No hay tipos de cambio a {to} para estos días: {pairs}; los importes en estas divisas quedan fuera de los totales. HIFO no puede comparar los lotes pagados en algunas de ellas y los toma los últimos.',
  ratesMissing:
    'No hay tipos de cambio a {to} para estos días: {pairs}; los importes en estas divisas quedan fuera de los totales.',
  currencyGains:
    'No hay tipos de cambio a {to} para estos días: {pairs}; en los activos en estas divisas no se puede separar el efecto de los precios del de las divisas. Valores, costes y ganancias están completos.',
  currencyGain:
    'No hay tipo de cambio de {from} a {to} de este día ni anterior: en los activos en {of} no se puede separar el efecto de los precios del de las divisas. Valores, costes y ganancias están completos.',
  rateStale: 'El último tipo de cambio de {from} a {to} es del {day}.',
  ratesStale: 'Los últimos tipos de cambio a {to} son demasiado antiguos estos días: {pairs}.',
  closeMissing: 'No hay cierre de {asset}; se usa su última operación, y los días sin ninguna queda fuera de los totales.',
  closesMissing:
    'No hay cierre de {n} activos: {assets}; se usan sus últimas operaciones, y los días sin ninguna estos quedan fuera de los totales: {left}.',
  priceMissing: 'No hay precio de {asset} de este día ni anterior; queda fuera de los totales.',
  pricesMissing: 'No hay precio de {n} activos: {assets}; estos días quedan fuera de los totales.',
  priceOfTrade: 'No hay cierre de {asset}; se usa la última operación, del {day}.',
  pricesOfTrades: 'No hay cierre de {n} activos: {assets}; se usan sus últimas operaciones.',
  priceStale: 'El último cierre de {asset} es del {day}.',
  pricesStale: 'Los últimos cierres de {n} activos tienen más de una semana: {assets}.',
  costUnknown:
    'Una parte de {asset} entró sin una compra, así que no se sabe cuánto costó: indica el coste de adquisición en el movimiento de entrada.',
  costOfSoldUnknown:
    'No se conoce el coste de lo vendido de {asset}: indica el coste de adquisición en el movimiento con el que entró.',
  costsUnknown:
    'No se sabe cuánto costaron {n} activos: {assets}. Una parte entró sin una compra: indica el coste de adquisición en los movimientos de entrada.',
  expired:
    '{asset} venció el {day} y sigue en cartera. Si venció sin valor, registra ({type}) {units} a precio 0 ese día; si no, lo que se ejerció o asignó.',
  severalExpired:
    'Hay {n} contratos en cartera que han vencido: {assets}. Para cada uno que venció sin valor, registra lo que lo cierra a precio 0 en su último día; si no, lo que se ejerció o asignó.',
  lotUnknown:
    'El movimiento {id} señala el lote {lot} de {asset}, del que faltan {units} unidades: se toman otras según el método.',
  lotsUnknown: 'Hay ventas de {n} activos que señalan lotes que no existen: {assets}; se toman otros según el método.',
  lotOrder:
    'Los lotes de {asset} pagados en una divisa sin tipo de cambio se toman los últimos: no se sabe cuánto costaron en {currency}, así que HIFO no puede compararlos con los demás.',
  lotsOrder:
    'Los lotes de {n} activos pagados en una divisa sin tipo de cambio se toman los últimos: {assets}. No se sabe cuánto costaron en {currency}, así que HIFO no puede compararlos con los demás.',
  severalCurrencies:
    'Los lotes de {asset} se pagaron en varias divisas, así que solo tienen un coste común en la divisa del resumen.',
  soForSeveral: 'Así ocurre con {n} activos: {assets}.',
  noReturnOfSeveral:
    'Desde el {day} no hay rentabilidad ponderada por tiempo: lo invertido no supera lo que se debe. Introduce los depósitos que faltan, o indica que no se lleva el efectivo del bróker, o mira el informe sin efectivo: en él las compras cuentan como aportado. Ese día el efectivo en {n} brókeres está por debajo de cero: {brokers}.',
  noReturnOf:
    'Desde el {day} no hay rentabilidad ponderada por tiempo: lo invertido no supera lo que se debe. Introduce los depósitos que faltan, o indica que no se lleva el efectivo del bróker, o mira el informe sin efectivo: en él las compras cuentan como aportado. Ese día el efectivo en {broker} está por debajo de cero.',
  noReturn:
    'Desde el {day} no hay rentabilidad ponderada por tiempo: lo invertido no supera lo que se debe. Introduce los depósitos que faltan, o indica que no se lleva el efectivo del bróker, o mira el informe sin efectivo: en él las compras cuentan como aportado.',
  noReturnOfAssets:
    'Desde el {day} no hay rentabilidad ponderada por tiempo: lo que hay en cartera no vale más que lo vendido en corto.',
  returnTooLarge:
    'La rentabilidad ponderada por tiempo supera el 1000 % anual, y no se muestra. Revisa los importes y precios de los primeros días.',
  cashWithoutDeposits:
    'No se conocen depósitos en {broker} y su efectivo está por debajo de cero, lo que reduce el total. Introduce los depósitos o indica que no se lleva su efectivo.',
  cashesWithoutDeposits:
    'No se conocen depósitos en {n} brókeres y su efectivo está por debajo de cero, lo que reduce el total: {brokers}. Introduce los depósitos o indica que no se lleva su efectivo.',
  splitNotBooked:
    '{asset} tuvo un split {ratio} el {day} que no está registrado en {broker}: sus {units} unidades cuentan como {after} desde entonces. Regístralo; o, si ya son las unidades posteriores, con la proporción 1:1.',
  unitsRestated:
    '{asset} tuvo un split {ratio} el {day}, y las operaciones anteriores ya están en unidades posteriores en {broker}, como en los archivos exportados más tarde: hasta entonces cuentan en unidades anteriores. Regístralo con la proporción 1:1 para confirmarlo.',
  splitUnclear:
    '{asset} tuvo un split {ratio} el {day} que no está registrado en {broker}, y las operaciones anteriores no coinciden en si están en unidades anteriores o posteriores: cuentan tal como están. Registra el split; o, si ya son las unidades posteriores, con la proporción 1:1.',
  theBroker: 'el bróker «{name}»',
  someMore: '{some} y {n} más',
}
