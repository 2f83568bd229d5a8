/** What an entry of the menu is called: as the server says it. */
export const menuName = (_path: string, stored: string): string => stored
