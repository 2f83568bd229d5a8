/**
 * Stands for zod in the browser. To the console the contract's schemas are types: it sends calls and never parses one,
 * so the library would be 27 kB (gzip) of every first visit for nothing. Whoever does parse learns of it at once.
 */
const schema: unknown = new Proxy(() => undefined, {
  get(_, key) {
    if (String(key).toLowerCase().includes('parse')) throw new Error('The console has no schemas at run time (vite.config.ts)')
    return schema
  },
  apply: () => schema,
})
export const z = schema
