import { formatDecimal } from '../../shared/decimal.ts'
import type { GroupedWarning } from './grouped.ts'

/** What every warning of a report says beside its code, as it leaves. */
export function warnedToWire({ severity, affects, remedy }: Pick<GroupedWarning, 'severity' | 'affects' | 'remedy'>) {
  return {
    severity,
    affects: {
      days: affects.days,
      amount: affects.amount === null ? null : formatDecimal(affects.amount),
      share_of_value: affects.shareOfValue,
      assets: [...affects.assets],
      assets_total: affects.assetsTotal,
      pairs: [...affects.pairs],
      brokers: [...affects.brokers],
      brokers_total: affects.brokersTotal,
    },
    remedy: remedy && {
      operation_id: remedy.operationId,
      method: remedy.method,
      path: remedy.path,
      body: Array.isArray(remedy.body) ? remedy.body : remedy.body && { ...remedy.body },
      figures: remedy.figures,
    },
  }
}
