import { z } from 'zod'

/** The strength of a sign-in's second factor: none, any, or cryptographic. */
export const STRENGTHS = ['', 'any', 'crypto'] as const
export type Strength = (typeof STRENGTHS)[number]
export const Strength = z.enum(STRENGTHS)

export const isWeaker = (one: Strength, other: Strength): boolean => STRENGTHS.indexOf(one) < STRENGTHS.indexOf(other)
export const stronger = (one: Strength, other: Strength): Strength => (isWeaker(one, other) ? other : one)
