/** What a domain asks of one it may not import; `app.ts` connects both before the first call. */
export interface Port<T> {
  connect(given: T): void
  use(): T
}

export function port<T extends object>(name: string): Port<T> {
  let given: T | undefined
  return {
    connect: now => {
      given = now
    },
    use: () => {
      if (!given) throw new Error(`nothing is connected to ${name}`)
      return given
    },
  }
}
