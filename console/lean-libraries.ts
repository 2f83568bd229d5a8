import type { Plugin } from 'vite'

/** What a library gets in place of a part it asks for. */
interface Replaced {
  by: RegExp
  asks: string
  gets: string
}

/**
 * antd's Table and ConfigProvider reach for parts this console never lets them draw: filters in table heads,
 * menus and radios in the selection column, tooltips on sorters, the router for what
 * belongs to pages drawn on a server. Together they are 85 kB (gzip) of every first visit. Each is named here with who
 * asks for it; all others get the real one.
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
  // Primary lists are never virtual: such a table has no roles (design/console.md 1.5).
  { by: /antd\/es\/table\/InternalTable\.js$/, asks: './RcTable/VirtualTable', gets: 'export default () => null' },
  { by: /antd\/es\/table\/style\/index\.js$/, asks: './filter', gets: 'export default () => ({})' },
  { by: /antd\/es\/table\/style\/index\.js$/, asks: './virtual', gets: 'export default () => ({})' },
  { by: /antd\/es\/table\/style\/index\.js$/, asks: './bordered', gets: 'export default () => ({})' },
  { by: /antd\/es\/table\/style\/index\.js$/, asks: './summary', gets: 'export default () => ({})' },
  { by: /antd\/es\/table\/style\/index\.js$/, asks: './sticky', gets: 'export default () => ({})' },
  { by: /antd\/es\/table\/style\/index\.js$/, asks: './rtl', gets: 'export default () => ({})' },
  { by: /antd\/es\/table\/InternalTable\.js$/, asks: '../pagination', gets: 'export default () => null' },
  // Waves are switched off in shell/app-provider.tsx.
  { by: /antd\/es\/_util\/wave\/index\.js$/, asks: './useWave', gets: 'export default () => () => undefined' },
  // ui/list/pager.tsx stands in its place.
  // An input belongs to a form only where there is one.
  {
    by: /antd\/es\/form\/context\.js$/,
    asks: '@rc-component/form',
    gets: `export { FormProvider } from '@rc-component/form/es/FormContext'`,
  },
  // A line to type in is no area.
  {
    by: /antd\/es\/input\/Input\.js$/,
    asks: '@rc-component/input',
    gets: `export { default } from '@rc-component/input/es/Input'`,
  },
  // ui/states.tsx says what is empty.
  { by: /antd\/es\/table\/InternalTable\.js$/, asks: '../config-provider/defaultRenderEmpty', gets: 'export default () => null' },
  // Nobody watches the router at work, and no page is drawn before it is asked for.
  {
    by: /react-router\/dist\/production\/lib\/router\/router\.js$/,
    asks: './instrumentation.js',
    gets: `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = router => router`,
  },
  {
    by: /react-router\/dist\/production\/lib\/dom\/lib\.js$/,
    asks: './ssr/components.js',
    gets: `import { createContext } from 'react'
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, null, {}]
export const mergeRefs = ref => ref`,
  },
  {
    by: /react-router\/dist\/production\/lib\/components\.js$/,
    asks: './dom/ssr/components.js',
    gets: `import { createContext } from 'react'; export const FrameworkContext = createContext(undefined)`,
  },
  // Browsers of today need no prefixes, and shell/app-provider.tsx asks for none.
  {
    by: /@ant-design\/cssinjs\/es\/hooks\/useStyleRegister\.js$/,
    asks: 'stylis',
    gets: `export { compile, serialize, stringify } from 'stylis'
export const prefixer = undefined
export const middleware = () => undefined`,
  },
  // shell/antd-locale.ts is given to whatever is drawn.
  {
    by: /antd\/es\/(?:config-provider\/index|table\/InternalTable|modal\/locale)\.js$/,
    asks: '../locale/en_US',
    gets: 'export default {}',
  },
  { by: /antd\/es\/_util\/hooks\/useClosable\.js$/, asks: '../../locale/en_US', gets: 'export default {}' },
  { by: /antd\/es\/locale\/useLocale\.js$/, asks: './en_US', gets: 'export default {}' },
  // No table is taller than its page.
  { by: /@rc-component\/table\/es\/Table\.js$/, asks: './stickyScrollBar', gets: 'export default () => null' },
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
