import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Loaded<P> = { Component: ComponentType<P> } | { fault: unknown }

/**
 * A component that is fetched when it is first shown; until it is there, `meanwhile` stands in its place.
 * Not by `lazy` in a `Suspense`: there React keeps what has come back until the fallback was seen for 300 ms, and one
 * that once failed to come fails for ever.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  meanwhile: (props: P) => ReactNode = () => null,
): (props: P) => ReactNode {
  let known: Loaded<P> | undefined
  return function Later(props) {
    const [loaded, setLoaded] = useState(known)
    useEffect(() => {
      if (loaded) return undefined
      let isShown = true
      const show = (found: Loaded<P>) => isShown && setLoaded(found)
      load().then(
        module => show((known = { Component: module.default })),
        (fault: unknown) => show({ fault }),
      )
      return () => {
        isShown = false
      }
    }, [loaded])
    if (!loaded) return meanwhile(props)
    if ('fault' in loaded) throw loaded.fault
    return <loaded.Component {...props} />
  }
}
