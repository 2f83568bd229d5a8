import { theme, type ThemeConfig } from 'antd'
import { type Shades, shadesOf } from './appearance/accents.ts'
import type { Appearance } from './appearance/appearance.ts'

const FONT = '"Latin marks", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", system-ui, sans-serif'
const NORMAL_PX = 14
const LARGE_PX = 16
const shared = {
  fontFamily: FONT,
  fontFamilyCode: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  borderRadius: 6,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.15s',
  controlHeight: 32,
  // shell.css removes all motion then, so antd must not wait for its end.
  motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
}

// The colours of design/console.md 1.6, for which axe reports nothing, light and dark.
const light = {
  colorError: '#cf1322',
  colorWarning: '#945800',
  colorSuccess: '#237804',
  colorErrorBg: '#fff1f0',
  colorWarningBg: '#fffbe6',
  colorSuccessBg: '#f6ffed',
  colorErrorBorder: '#ffa39e',
  colorWarningBorder: '#ffe58f',
  colorSuccessBorder: '#b7eb8f',
  colorText: '#1c2430',
  colorTextSecondary: 'rgba(0,0,0,.75)',
  colorTextTertiary: 'rgba(0,0,0,.65)',
  colorTextDescription: 'rgba(0,0,0,.65)',
  colorTextQuaternary: 'rgba(0,0,0,.60)',
  colorTextPlaceholder: 'rgba(0,0,0,.60)',
  colorBgLayout: '#f4f6f9',
  colorBorder: '#c9d0da',
  colorBorderSecondary: '#e6eaf0',
}
const dark = {
  colorError: '#ff9c95',
  colorSuccess: '#7cc95a',
  colorWarning: '#f0b429',
  colorInfo: '#4c9aff',
  colorTextSecondary: 'rgba(255,255,255,.75)',
  colorTextTertiary: 'rgba(255,255,255,.65)',
  colorTextDescription: 'rgba(255,255,255,.65)',
  colorTextQuaternary: 'rgba(255,255,255,.60)',
  colorTextPlaceholder: 'rgba(255,255,255,.60)',
  colorBgLayout: '#0e1116',
  colorBgContainer: '#171b21',
  colorBgElevated: '#1f242c',
  colorBorder: '#3d4551',
  colorBorderSecondary: '#2a303a',
}
/** Blue and orange, which all users can tell apart. */
const colourSafe = {
  light: { colorSuccess: '#0958d9', colorSuccessBg: '#e6f4ff', colorSuccessBorder: '#91caff', colorError: '#a84300', colorErrorBg: '#fff4e8', colorErrorBorder: '#ffc08a' },
  dark: { colorSuccess: '#7dbcff', colorError: '#ffb169' },
} // prettier-ignore

// Rows of 32, 38 and 48 px.
const ROW = {
  cellPaddingBlockSM: 3,
  cellPaddingInlineSM: 12,
  cellPaddingBlockMD: 6,
  cellPaddingInlineMD: 12,
  cellPaddingBlock: 11,
  cellPaddingInline: 12,
}

export function themeOf(isDark: boolean, { accent, isLarge, isColourSafe }: Appearance): ThemeConfig {
  const shades = shadesOf(accent, isDark)
  const links = { colorPrimary: shades.button, colorLink: shades.link, colorLinkHover: shades.linkHover, colorLinkActive: shades.linkHover }
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...shared,
      fontSize: isLarge ? LARGE_PX : NORMAL_PX,
      ...(isDark
        ? dark
        : { ...light, colorInfo: shades.button, colorPrimaryBg: shades.ground, colorInfoBg: shades.ground, colorInfoBorder: shades.line }),
      ...links,
      ...(isColourSafe && colourSafe[isDark ? 'dark' : 'light']),
    },
    components: isDark ? darkParts(shades) : lightParts(shades),
  }
}

const lightParts = (shades: Shades): ThemeConfig['components'] => ({
  Button: { colorPrimaryHover: shades.buttonHover, colorPrimaryActive: shades.buttonActive },
  Table: {
    ...ROW,
    headerBg: '#f7f9fb',
    headerSplitColor: 'transparent',
    rowSelectedBg: shades.chosen,
    rowSelectedHoverBg: shades.chosenHover,
  },
  Tree: { directoryNodeSelectedBg: shades.chosen, directoryNodeSelectedColor: shades.link, titleHeight: 32 },
})

const darkParts = (shades: Shades): ThemeConfig['components'] => ({
  Tabs: { itemSelectedColor: shades.line, itemHoverColor: shades.line },
  Pagination: { itemActiveColor: shades.line },
  Button: {
    dangerColor: '#000',
    colorPrimaryHover: shades.buttonHover,
    colorPrimaryActive: shades.buttonActive,
    // A shade dark enough for white text is too dark on the background.
    defaultHoverColor: shades.line,
    defaultHoverBorderColor: shades.line,
    defaultActiveColor: shades.linkHover,
    defaultActiveBorderColor: shades.linkHover,
  },
  Table: {
    ...ROW,
    headerBg: '#1b2027',
    headerSplitColor: 'transparent',
    rowSelectedBg: shades.chosen,
    rowSelectedHoverBg: shades.chosenHover,
  },
  // A switch that is off has white text on it.
  Switch: { colorTextQuaternary: '#66707f', colorTextTertiary: '#5b6472' },
  Tree: { directoryNodeSelectedBg: shades.ground, directoryNodeSelectedColor: shades.linkHover, titleHeight: 32 },
})
