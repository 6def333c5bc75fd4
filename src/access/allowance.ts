import type { Selectable } from 'kysely'
import type { BrokerTable } from '#db/tables/brokers.ts'

type Row = Pick<Selectable<BrokerTable>, 'allow_cash_overdraft' | 'allow_asset_shorting' | 'cash'>

/** Whether the cash of a broker counts, or only what it holds. */
export type BrokerCash = Row['cash']

/** What a broker allows at the end of a day. */
export type Allowance = { readonly allowCashOverdraft: boolean; readonly allowAssetShorting: boolean }

/** What the fields of a broker come to: cash that is not tracked is never short. */
export function allowanceOf(broker: Allowance & { readonly cash: BrokerCash }): Allowance {
  const { allowCashOverdraft, allowAssetShorting, cash } = broker
  return { allowCashOverdraft: allowCashOverdraft || cash === 'not-tracked', allowAssetShorting }
}

/** The same of the columns of a broker. */
export function allowanceOfRow(row: Row): Allowance {
  return allowanceOf({
    allowCashOverdraft: row.allow_cash_overdraft === 1,
    allowAssetShorting: row.allow_asset_shorting === 1,
    cash: row.cash,
  })
}
