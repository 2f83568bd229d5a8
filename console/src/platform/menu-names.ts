/** The name of a menu entry: that of the server. */
export const menuName = (_path: string, stored: string): string => stored
