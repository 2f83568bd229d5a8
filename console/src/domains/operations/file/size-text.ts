const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1024

/** 1536 is 1.5 KB; at most three digits. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)))
  const value = bytes / STEP ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${UNITS[power]}`
}
