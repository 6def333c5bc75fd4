import { createOutgoing } from '../sources/outgoing.service.ts'

/** Both throw `asset/offline` (503) where the service must not reach out. */
export const { requireOnline, toolsFor } = createOutgoing({ code: 'asset/offline', instead: 'Enter prices by hand instead.' })
