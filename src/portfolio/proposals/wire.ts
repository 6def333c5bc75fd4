import type { z } from '@hono/zod-openapi'
import { formatDecimal } from '../../shared/decimal.ts'
import { bookingOf } from '../unbooked/booking.ts'
import type { Proposal } from './proposals.ts'
import type { Proposal as ProposalShape } from './schema.ts'

export function toWire({ split, broker, asset, source, enteredBy }: Proposal): z.infer<typeof ProposalShape> {
  const { state, listedOn, ratio, held } = split
  return {
    reason: state === 'restated' ? 'units-restated' : 'split-not-booked',
    ...{ broker, asset, date: listedOn, ratio, held: formatDecimal(held), source, entered_by: enteredBy },
    transaction: bookingOf(split),
  }
}
