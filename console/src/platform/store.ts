import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export interface Store<T> {
  get(): T
  set(change: Partial<T>): void
  subscribe(listener: () => void): () => void
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Rerenders only when the selected value changes. */
export function useStore<T extends object, S>(store: Store<T>, select: (value: T) => S): S {
  const snapshot = () => select(store.get())
  return useSyncExternalStore(store.subscribe, snapshot, snapshot)
}
