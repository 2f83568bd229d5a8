import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from './lazy-component.tsx'

/** Loads each part by its name. */
export type Loads<P> = { readonly [K in keyof P]: () => Promise<{ default: ComponentType<P[K]> }> }

/** Components that domains below give to a page above them; screens.tsx connects them. */
export function parts<P extends { [K in keyof P]: object }>() {
  let connected: (() => Promise<{ default: Loads<P> }>) | undefined
  return {
    connect: (load: () => Promise<{ default: Loads<P> }>) => void (connected = load),
    get: <K extends keyof P>(name: K, waiting?: () => ReactNode) =>
      lazyComponent<P[K]>(async () => (await connected!()).default[name](), waiting),
  }
}
