/** On and off on the wire. */
export type Flag = 0 | 1
export const isOn = (flag: number | null | undefined): boolean => flag === 1
export const flagOf = (on: boolean): Flag => (on ? 1 : 0)
