/** How long the console waits for an answer, in milliseconds, where the settings say nothing else (CONST-17). */
export const REQUEST_TIMEOUT = 30_000
