import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Loaded<P> = { Component: ComponentType<P> } | { error: unknown }

/**
 * A component loaded when first shown; until then `meanwhile` is shown. Not `lazy` in a `Suspense`: React would show the
 * fallback for at least 300 ms, and a failed load would fail for ever.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  meanwhile: (props: P) => ReactNode = () => null,
): (props: P) => ReactNode {
  let component: Loaded<P> | undefined
  return function Later(props) {
    const [loaded, setLoaded] = useState(component)
    useEffect(() => {
      if (loaded) return undefined
      let isShown = true
      const show = (found: Loaded<P>) => isShown && setLoaded(found)
      load().then(
        module => show((component = { Component: module.default })),
        (error: unknown) => show({ error }),
      )
      return () => {
        isShown = false
      }
    }, [loaded])
    if (!loaded) return meanwhile(props)
    if ('error' in loaded) throw loaded.error
    return <loaded.Component {...props} />
  }
}
