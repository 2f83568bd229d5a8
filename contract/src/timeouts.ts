/** How long the console waits for an answer, in milliseconds, unless the settings say otherwise (CONST-17). */
export const REQUEST_TIMEOUT = 30_000
