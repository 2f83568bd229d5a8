/** The displayed name of something shipped: as it is stored. */
export const shippedName = (stored: string): string => stored
