/** On/off preferences of this browser. */
export const hasFlag = (key: string): boolean => localStorage.getItem(key) !== null

export function setFlag(key: string, on: boolean): void {
  if (on) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}
