/** An interface one domain needs from another that it may not import; `app.ts` connects the two before the first call. */
export interface Port<T> {
  connect(given: T): void
  use(): T
}

export function port<T extends object>(name: string): Port<T> {
  let implementation: T | undefined
  return {
    connect: now => {
      implementation = now
    },
    use: () => {
      if (!implementation) throw new Error(`nothing is connected to ${name}`)
      return implementation
    },
  }
}
