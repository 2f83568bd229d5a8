import { VERSION_LABEL, VERSION_VALUE } from './constants.ts'
import { shippedNames } from './names/shipped-names.ts'
import { text } from './text.ts'

/** config.json of the console (D-36), read once at start. */
export interface ClientConfig {
  documentTitle: string
  title: string
  needShowUserDropDown: boolean
  /** Address of the version history; '' = none. */
  changelog: string
  /** '' = not shown (O-55). */
  productVersion: string
  /** Absent = not shown. */
  projectVersion: { label: string; value: string } | undefined
}

/** The file may contain anything: invalid values count as absent. */
export function readClientConfig(raw: unknown): ClientConfig {
  return {
    documentTitle: customText(raw, 'documentTitle', shippedNames.documentTitle) || text.client.documentTitle,
    title: customText(raw, 'title', shippedNames.title) || text.client.title,
    needShowUserDropDown: ![false, 'false', 0, '0'].includes(find(raw, 'needShowUserDropDown') as boolean),
    changelog: textOf(find(raw, 'product.changelog')),
    productVersion: textOf(find(raw, 'product.version')),
    projectVersion: readProjectVersion(raw),
  }
}

export async function fetchClientConfig(address: string): Promise<ClientConfig> {
  try {
    const response = await fetch(address, { cache: 'no-cache' })
    return readClientConfig(await response.json())
  } catch {
    return readClientConfig(undefined)
  }
}

/** O-54: false hides it, a text is its value, otherwise .label and .value are used. */
function readProjectVersion(raw: unknown): ClientConfig['projectVersion'] {
  const version = find(raw, 'project.version')
  if (version === false || version === 'false') return undefined
  const versionText = version === 'true' ? '' : textOf(version)
  return {
    label: customText(raw, 'project.version.label', shippedNames.versionLabel) || VERSION_LABEL,
    value: textOf(find(raw, 'project.version.value')) || versionText || VERSION_VALUE,
  }
}

/** Shipped texts are translated; texts changed by an operator are shown as written. */
const customText = (raw: unknown, key: string, asShipped: string): string => {
  const found = textOf(find(raw, key))
  return found === asShipped ? '' : found
}

/** Finds a flat dotted key first, then nested ones. */
function find(raw: unknown, key: string): unknown {
  if (typeof raw !== 'object' || raw === null) return undefined
  if (Object.hasOwn(raw, key)) return (raw as Record<string, unknown>)[key]
  for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
    const head = key.slice(0, dot)
    const found = Object.hasOwn(raw, head) ? find((raw as Record<string, unknown>)[head], key.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')
