import type { Flag } from '@hufu/contract/shapes'

/** On and off on the wire are 1 and 0. */
export const isOn = (flag: number | null | undefined): boolean => flag === 1
export const flagOf = (on: boolean): Flag => (on ? 1 : 0)
