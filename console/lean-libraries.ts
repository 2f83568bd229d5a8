import type { Plugin } from 'vite'

/** What a library gets in place of a part it asks for. */
interface Replaced {
  by: RegExp
  asks: string
  gets: string
}

/**
 * Parts of antd that this console never lets Table and ConfigProvider draw: filters in table heads, menus and radios in the
 * selection column, tooltips on sorters, antd's pagination (ui/list/pager.tsx is in its place). Without these six the first
 * list would weigh 63 kB (gzip) more. Each is named with the part that imports it; all other parts get the real one.
 */
const LEFT_OUT: readonly Replaced[] = [
  {
    by: /antd\/es\/table\/InternalTable\.js$/,
    asks: './hooks/useFilter',
    gets: 'export default () => [columns => columns, [], {}]; export const getFilterData = data => data',
  },
  { by: /antd\/es\/table\/hooks\/useSelection\.js$/, asks: '../../dropdown', gets: 'export default () => null' },
  { by: /antd\/es\/table\/hooks\/useSelection\.js$/, asks: '../../radio', gets: 'export default () => null' },
  {
    by: /antd\/es\/table\/hooks\/useSorter\.js$/,
    asks: '../../tooltip',
    gets: `import { cloneElement } from 'react'; export default ({ title, children }) => cloneElement(children, { title })`,
  },
  { by: /antd\/es\/table\/InternalTable\.js$/, asks: '../pagination', gets: 'export default () => null' },
  { by: /antd\/es\/config-provider\/index\.js$/, asks: '../tooltip/UniqueProvider', gets: 'export default ({ children }) => children' },
]

/** What would write a style without the nonce that the policy of the page asks for (T1). Every build needs these. */
const WITHOUT_NONCE: readonly Replaced[] = [
  // The policy of the page blocks the style it would measure scroll bars by; ours are the browser's own, or thin by their property.
  {
    by: /@rc-component\/util\/es\/getScrollBarSize\.js$/,
    asks: './Dom/dynamicCSS',
    gets: 'export const updateCSS = () => undefined; export const removeCSS = () => undefined',
  },
  // What keeps the page behind a dialog from scrolling is a style without the nonce that the policy of the page asks for.
  {
    by: /@rc-component\/portal\/es\/useScrollLocker\.js$/,
    asks: '@rc-component/util',
    gets: `import { updateCSS as update } from '@rc-component/util'
export { getTargetScrollBarSize, removeCSS, useLayoutEffect } from '@rc-component/util'
export const updateCSS = (css, key) =>
  update(css, key, { csp: { nonce: document.querySelector('meta[name="csp-nonce"]')?.content } })`,
  },
  // antd puts a provider of its own, without the nonce, around questions; shell/toast-notifier.tsx gives them ours.
  {
    by: /antd\/es\/modal\/confirm\.js$/,
    asks: '../config-provider',
    gets: `export { ConfigContext, globalConfig, warnContext } from 'antd/es/config-provider'
export default ({ children }) => children`,
  },
]

export const leanLibraries = (): Plugin => replaceParts('hufu-lean-libraries', LEFT_OUT)
export const styleNonces = (): Plugin => replaceParts('hufu-style-nonces', WITHOUT_NONCE)

function replaceParts(name: string, parts: readonly Replaced[]): Plugin {
  const used = new Set<number>()
  const mark = `\0${name}:`
  return {
    name,
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer?.startsWith(mark)) return this.resolve(id, import.meta.filename)
      const at = parts.findIndex(one => one.asks === id && importer !== undefined && one.by.test(importer.replaceAll('\\', '/')))
      if (at < 0) return undefined
      used.add(at)
      return `${mark}${at}`
    },
    load: id => (id.startsWith(mark) ? parts[Number(id.slice(mark.length))]!.gets : undefined),
    /** A new version that is cut differently must not pass unnoticed. */
    buildEnd(error) {
      const missed = parts.filter((_, at) => !used.has(at))
      if (!error && missed.length > 0) this.error(`no longer asked for: ${missed.map(one => `${one.asks} in ${one.by.source}`).join('; ')}`)
    },
  }
}
