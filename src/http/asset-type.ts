import { z } from '@hono/zod-openapi'
import { ASSET_TYPES } from '../shared/asset-type.ts'

/** The one component `AssetType`, for every room that has it on the wire. */
export const AssetType = z
  .enum(ASSET_TYPES, `Must be one of ${ASSET_TYPES.join(', ')}.`)
  .openapi('AssetType', { example: 'STOCK' })
