import type { z } from 'zod'

/**
 * Any schema, by the type of its output. Used instead of `z.ZodType` wherever a schema is only passed
 * on: comparing that type's sixty methods made the compiler create three million types.
 */
export type Schema<Output = unknown, Input = unknown> = z.core.$ZodType<Output, Input>
