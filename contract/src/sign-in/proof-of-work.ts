/**
 * Work in place of a picture, for whoever cannot see it: numbers whose SHA-256 with our token begins with so many zero
 * bits. Several small ones take about the same time on each try, one large one does not.
 */
export const WORK_ROUNDS = 16
/** About a million digests in all: one to three seconds of a laptop's browser. */
export const WORK_BITS = 16
export const WORK_MAX = 300

/** The text that is digested; with a token of 43 characters it fits one block of SHA-256. */
export const workText = (id: string, round: number, number: number): string => `${id}.${round}.${number}`

/** The form that is sent: the token and the numbers found. */
export const workAnswer = (id: string, numbers: readonly number[]): string => `${id}.${numbers.join()}`
