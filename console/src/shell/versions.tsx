import { useSystem } from '../platform/session.ts'
import { text } from './text.ts'

/** Labels and values of config.json. */
export function Versions() {
  const config = useSystem(value => value.clientConfig)
  if (!config) return null
  return (
    <footer className="versions">
      {config.productVersion && (
        <span>
          {text.version.product} {config.productVersion}
        </span>
      )}
      {config.projectVersion && (
        <span>
          {config.projectVersion.label} {config.projectVersion.value}
        </span>
      )}
    </footer>
  )
}
