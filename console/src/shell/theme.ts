import { theme, type ThemeConfig } from 'antd'

const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", system-ui, sans-serif'
const shared = {
  fontFamily: FONT,
  fontFamilyCode: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSize: 14,
  borderRadius: 6,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.15s',
  controlHeight: 32,
  // Where shell.css takes all motion away, antd must not wait for its end.
  motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
}

// Both tables are those of design/console.md 1.6: with them axe finds nothing in light and in dark.
const light: ThemeConfig = {
  algorithm: theme.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#0958d9',
    colorLink: '#0958d9',
    colorLinkHover: '#003eb3',
    colorLinkActive: '#003eb3',
    colorInfo: '#0958d9',
    colorError: '#cf1322',
    colorWarning: '#945800',
    colorSuccess: '#237804',
    colorPrimaryBg: '#e6f4ff',
    colorInfoBg: '#e6f4ff',
    colorErrorBg: '#fff1f0',
    colorWarningBg: '#fffbe6',
    colorSuccessBg: '#f6ffed',
    colorInfoBorder: '#91caff',
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
  },
}
const dark: ThemeConfig = {
  algorithm: theme.darkAlgorithm,
  token: {
    ...shared,
    colorLink: '#7dbcff',
    colorLinkHover: '#a9d4ff',
    colorLinkActive: '#a9d4ff',
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
  },
}

// Rows of 32, 44 and 55 px.
const ROW = {
  cellPaddingBlockSM: 3,
  cellPaddingInlineSM: 12,
  cellPaddingBlockMD: 9,
  cellPaddingInlineMD: 12,
  cellPaddingBlock: 15,
  cellPaddingInline: 12,
}
export const themeOf = (isDark: boolean): ThemeConfig => ({
  ...(isDark ? dark : light),
  components: isDark
    ? {
        Tabs: { itemSelectedColor: '#8dc5f8', itemHoverColor: '#8dc5f8' },
        Pagination: { itemActiveColor: '#8dc5f8' },
        Button: {
          dangerColor: '#000',
          colorPrimaryHover: '#1554ad',
          colorPrimaryActive: '#10418a',
          // What is dark enough below white is too dark upon the ground.
          defaultHoverColor: '#8dc5f8',
          defaultHoverBorderColor: '#8dc5f8',
          defaultActiveColor: '#b7dcff',
          defaultActiveBorderColor: '#b7dcff',
        },
        Table: { ...ROW, headerBg: '#1b2027', headerSplitColor: 'transparent', rowSelectedBg: '#16283f', rowSelectedHoverBg: '#182b47' },
        // Off, it bears white words.
        Switch: { colorTextQuaternary: '#66707f', colorTextTertiary: '#5b6472' },
        Tree: { directoryNodeSelectedBg: '#13294a', directoryNodeSelectedColor: '#b7dcff', titleHeight: 32 },
      }
    : {
        Button: { colorPrimaryHover: '#003eb3', colorPrimaryActive: '#002c8c' },
        Table: { ...ROW, headerBg: '#f7f9fb', headerSplitColor: 'transparent', rowSelectedBg: '#e6f0ff', rowSelectedHoverBg: '#dbe8ff' },
        Tree: { directoryNodeSelectedBg: '#e6f0ff', directoryNodeSelectedColor: '#0958d9', titleHeight: 32 },
      },
})
