import { wireTime } from '../../../platform/wire-time.ts'

export const HOUR = 3600_000

/** What a client writes within an hour of the clock is one bulk operation, so that it can be taken back as one. */
export const hourOf = (clientId: string, time: Date): string => `scim:${clientId}:${wireTime(time).replaceAll(/\D/g, '').slice(0, 10)}`
