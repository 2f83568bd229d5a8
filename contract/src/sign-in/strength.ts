import { z } from 'zod'

/** What a sign-in was shown besides its first factor: nothing, some second factor, one that is cryptography. */
export const STRENGTHS = ['', 'any', 'crypto'] as const
export type Strength = (typeof STRENGTHS)[number]
export const Strength = z.enum(STRENGTHS)

export const isWeaker = (one: Strength, other: Strength): boolean => STRENGTHS.indexOf(one) < STRENGTHS.indexOf(other)
export const stronger = (one: Strength, other: Strength): Strength => (isWeaker(one, other) ? other : one)
