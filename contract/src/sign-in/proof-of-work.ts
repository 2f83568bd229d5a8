/**
 * Proof of work instead of a captcha picture, for users who cannot see it: numbers whose SHA-256 with the server's token starts
 * with enough zero bits. Several small puzzles take about the same time on each try, one large puzzle does not.
 */
export const WORK_ROUNDS = 16
/** About a million digests in all: one to three seconds in a laptop's browser. */
export const WORK_BITS = 16
export const WORK_MAX = 300

/** The text that is digested; with a token of 43 characters it fits one block of SHA-256. */
export const workText = (id: string, round: number, number: number): string => `${id}.${round}.${number}`

/** The form field to send: the token and the numbers found. */
export const workAnswer = (id: string, numbers: readonly number[]): string => `${id}.${numbers.join()}`
