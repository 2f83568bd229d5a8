import type { z } from 'zod'

/**
 * Any schema, by what reading a value gives.
 * Wherever a schema is only handed on, say this and not `z.ZodType`: comparing with that one's sixty methods made the
 * compiler build three million types.
 */
export type Schema<Output = unknown, Input = unknown> = z.core.$ZodType<Output, Input>
