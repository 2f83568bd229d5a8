import { wireTime } from '../../../../platform/clock.ts'

export const HOUR = 3600_000

/** The bulk id shared by everything a client writes within one clock hour, so that the hour can be taken back as a whole. */
export const hourlyBulkId = (clientId: string, time: Date): string =>
  `scim:${clientId}:${wireTime(time).replaceAll(/\D/g, '').slice(0, 10)}`
