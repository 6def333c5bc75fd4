import { createOutgoing } from '../sources/outgoing.service.ts'

/** Both throw `fx/offline` (503) where the service must not reach out. */
export const { requireOnline, toolsFor } = createOutgoing({ code: 'fx/offline', instead: 'Enter rates by hand instead.' })
