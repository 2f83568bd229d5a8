import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from './lazy-component.tsx'

type Loads<P> = { readonly [K in keyof P]: () => Promise<{ default: ComponentType<P[K]> }> }

/** Components that domains below give to a page above them; screens.tsx connects them. */
export function parts<P extends Record<string, object>>() {
  let connected: Loads<P> | undefined
  return {
    connect: (loads: Loads<P>) => void (connected = loads),
    get: <K extends keyof P>(name: K, waiting?: () => ReactNode) => lazyComponent<P[K]>(() => connected![name](), waiting),
  }
}
