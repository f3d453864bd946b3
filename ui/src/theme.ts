import css from './tokens.css?raw'

const values = new Map<string, string>()
for (const [, name = '', value = ''] of css.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g))
  if (!values.has(name)) values.set(name, value.replace(/\s+/g, ' ').trim())

/** Returns a design token's value. @throws Error for an unknown token. */
export function designToken(name: string): string {
  const value = values.get(name)
  if (value === undefined) throw new Error(`tokens.css has no --${name}`)
  return value
}

const pixels = (name: string) => Number.parseInt(designToken(name), 10)

/** Pixels of the base text (docs/rules/look.md#sizes). */
const base = 16
const largeBase = 20

/** antd's default colours fail AA contrast, so its theme comes from the tokens. */
export function createAntdTheme({ large = false, still = false } = {}) {
  const fontSize = large ? largeBase : base
  return {
    token: {
      colorPrimary: designToken('brand'),
      colorLink: designToken('brand'),
      colorLinkHover: designToken('brand-hover'),
      // Colour alone must not mark a link in a text.
      linkDecoration: 'underline',
      linkHoverDecoration: 'underline',
      colorSuccess: designToken('brand'),
      colorWarning: designToken('accent'),
      colorError: designToken('danger'),
      colorInfo: designToken('info'),
      // Set these backgrounds, because antd would derive a muddy grey from the dark colours.
      colorSuccessBg: designToken('brand-tint'),
      colorSuccessBgHover: designToken('brand-tint'),
      colorWarningBg: designToken('accent-tint'),
      colorErrorBg: designToken('danger-tint'),
      colorInfoBg: designToken('info-tint'),
      colorPrimaryBg: designToken('brand-tint'),
      // antd's own colour of a hovered row is too dark for text.
      colorPrimaryBgHover: designToken('brand-tint'),
      colorText: designToken('ink'),
      colorTextHeading: designToken('ink'),
      colorTextSecondary: designToken('secondary'),
      colorTextTertiary: designToken('muted'),
      colorTextDescription: designToken('muted'),
      colorTextPlaceholder: designToken('muted'),
      colorIcon: designToken('muted'),
      colorBorder: designToken('line-strong'),
      colorBorderSecondary: designToken('line'),
      colorBgLayout: designToken('ground'),
      fontFamily: designToken('font'),
      fontSize,
      lineHeight: Number(designToken('line-height')),
      controlHeight: fontSize * 2.5,
      // antd would wait for animations that base.css disables.
      motion: !still,
      // No motion is longer than 200 ms (docs/rules/look.md#tokens).
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      borderRadius: pixels('radius'),
      borderRadiusLG: pixels('radius-card'),
    },
    components: {
      Button: { fontWeight: 500 },
      Form: { labelColor: designToken('ink'), labelRequiredMarkColor: designToken('danger') },
      // A switch that is off must be readable too.
      Switch: { colorTextQuaternary: designToken('muted'), colorTextTertiary: designToken('secondary') },
      // With more than five tabs antd adds a button, which a tab list must not contain.
      Tabs: { titleFontSize: fontSize, horizontalItemGutter: large ? 16 : 32 },
    },
  }
}
