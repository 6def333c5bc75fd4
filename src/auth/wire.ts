import type { z } from '@hono/zod-openapi'
import type { User as UserOnWire } from './schema.ts'
import type { User } from './service.ts'

/** A user as every operation shows them. */
export function toUserWire(user: User): z.infer<typeof UserOnWire> {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    is_active: user.isActive,
    is_superuser: user.isSuperuser,
    created_at: user.createdAt,
  }
}
