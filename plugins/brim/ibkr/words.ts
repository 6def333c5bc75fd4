/**
 * What sections, columns and classes of assets of an Activity statement are called in other languages, as far as that is known: rows of others are refused.
 * German | Spanish | French | Portuguese | Chinese. `-`: not known; `one / other`: two words; of a word with two meanings the first stands first.
 */
export type Words = Readonly<Record<string, string>>

export const SECTIONS: Words = {
  Trades: 'Transaktionen | Operaciones | Transactions | Operações | 交易',
  'Transaction Fees': 'Transaktionsgebühren | - | - | - | -',
  'Corporate Actions': 'Kapitalmaßnahmen | - | - | Operações societárias | -',
  'Deposits & Withdrawals': 'Einzahlungen & Auszahlungen | Depósitos y retiradas | Dépôts et retraits | - | 存款和取款',
  Dividends: 'Dividenden | Dividendos | Dividendes | - | 股息',
  'Withholding Tax': "Quellensteuer | Retención de impuestos | Retenues d'impôts | - | 代扣税",
  Interest: 'Zinsen | - | Intérêt | - | 利息',
  'Financial Instrument Information':
    'Informationen zum Finanzinstrument | Información de instrumento financiero | Informations instrument financier | - | 金融产品信息',
  'Account Information':
    'Kontoinformation | Información sobre la cuenta | Informations du compte / Informations sur le compte | - | 账户信息',
  'Net Asset Value': 'Nettovermögenswert | Valor liquidativo | Actif net | - | 净资产值',
  'Change in NAV': "Veränderung des NAV | - | Changements de l'actif net | - | 净资产值变更",
  'Mark-to-Market Performance Summary':
    'Mark-to-Market-Performance-Überblick | - | Synthèse de la performance évaluée au prix du marché | - | 按市值计算的表现总结',
  'Realized & Unrealized Performance Summary':
    'Übersicht zur realisierten und unrealisierten Performance | - | - | - | 已实现和未实现的表现总结',
  'Cash Report': 'Cash-Bericht | - | - | - | 现金报告',
  'Open Positions': 'Offene Positionen | Posiciones abiertas | Positions ouvertes | - | 未平仓持仓',
  'Forex Balances': 'Devisenpositionen | - | - | - | -',
  'Net Stock Position Summary': 'Netto-Aktienpositionsübersicht | - | - | - | 净股票持仓总结',
  'Interest Accruals': 'Aufgelaufene Zinsen | - | - | - | -',
  'Change in Dividend Accruals':
    'Veränderung im Dividendenanfall | Modificación en dividendos devengados / Modificación en los dividendos devengados | - | Alteração nos dividendos acumulados | -',
  'Base Currency Exchange Rate': 'Wechselkurs der Basiswährung | - | Taux de Change Devise de Base | - | -',
  'Notes/Legal Notes': 'Hinweise/Rechtshinweise | - | - | - | -',
  Fees: '- | Tarifas | - | - | 费用',
  'Stock Yield Enhancement Program Securities Lent Interest Details': '- | - | - | - | 股票收益提升计划证券出借赚取费用详情',
}

export const TITLES: Words = {
  'Field Name': 'Feldname | Nombre del campo | Nom champ / Nom du champ | Nome do campo | 域名称',
  'Field Value': 'Feldwert | Valor del campo | - | Valor do campo | 域值',
  'Asset Category': "Vermögenswertkategorie | Categoría de activo | Catégorie d'actifs | Categoria de ativos | 资产分类",
  Currency: 'Währung | Divisa | Devise | Moeda | 货币',
  'Date/Time': 'Datum/Zeit | Fecha/Hora | Date/Heure | Data/hora | 日期/时间',
  Date: 'Datum | Fecha | - | - | 日期',
  'Settle Date': 'Abwicklungsdatum | Fecha de liquidación | Date de règlement | - | 结算日期',
  'Report Date': 'Berichtsdatum | - | - | Data do relatório | -',
  Description: 'Beschreibung | Descripción | - | Descrição | 描述',
  Quantity: 'Menge | Cantidad | Quantité | Quantidade | 数量',
  'T. Price': 'T.-Kurs | Precio trans. | Prix trans. / Prix Trans. | Preço Neg. | 交易价格',
  Proceeds: 'Erlös / Erlöse | Productos | Produit / Produits | Rendimentos | 收益',
  'Comm/Fee': 'Prov./Gebühr | Tarifa/com. | Comm/Tarif | Corr/Taxa | 佣金/税',
  Amount: 'Betrag | Cantidad | Montant | - | 金额',
  Value: 'Wert | - | - | Valor | -',
  'Security ID': 'Wertpapier-ID | Id. de seguridad | - | - | 证券号码',
  Underlying: 'Basiswert | - | - | - | 底层',
  Multiplier: 'Multiplikator | Multiplicador | Multiplicateur | - | 乘数',
  Type: 'Typ | Tipo | - | - | 类型',
  Account: '- | Cuenta | Compte | - | -',
  Symbol: '- | Símbolo | Symbole | Símbolo | 代码',
  'Listing Exch': '- | Merc. de cotización | - | - | 上市交易所',
  Code: '- | Código | - | Código | 代码',
  Conid: '- | - | - | - | 合约编号',
  Expiry: '- | - | - | - | 到期',
  Strike: '- | - | - | - | 执行',
}

export const CLASSES: Words = {
  Stocks: 'Aktien | Acciones | Actions | Ações | 股票',
  'Equity and Index Options': 'Aktien- und Indexoptionen | - | - | - | 股票和指数期权',
  Forex: 'Devisen | Fórex | - | - | 外汇',
  Futures: '- | - | - | - | 期货',
}

/** The title of commissions that names their currency. */
export const COMMISSION = /^(?:Prov\S*(?: in)?|Com\. entrante|佣金) ([A-Z]{3})$/
/** What totals begin with, where it is not `Total`. */
export const TOTAL = /^(?:Gesamt|总)/
/** The line of profit and loss, which is a section of its own. */
export const PROFIT = /^Gesamt[- ]G&V/
