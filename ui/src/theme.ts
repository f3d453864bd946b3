import css from './tokens.css?raw'

const values = new Map<string, string>()
for (const [, name = '', value = ''] of css.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g))
  if (!values.has(name)) values.set(name, value.replace(/\s+/g, ' ').trim())

/** A value of tokens.css by its name without the dashes. @throws when there is no such token */
export function token(name: string): string {
  const value = values.get(name)
  if (value === undefined) throw new Error(`tokens.css has no --${name}`)
  return value
}

const pixels = (name: string) => Number.parseInt(token(name), 10)

/** pixels of the base text: usual, and in the large-print mode (look.md) */
const base = 16
const largeBase = 20

/** antd's theme made of the look's tokens; its default colours fail AA contrast (stack.md). antd counts in pixels. */
export function antdTheme({ large = false, still = false } = {}) {
  const fontSize = large ? largeBase : base
  return {
    token: {
      colorPrimary: token('brand'),
      colorLink: token('brand'),
      colorLinkHover: token('brand-hover'),
      // a link in a text must not be told by its colour alone
      linkDecoration: 'underline',
      linkHoverDecoration: 'underline',
      colorSuccess: token('brand'),
      colorWarning: token('accent'),
      colorError: token('danger'),
      colorInfo: token('info'),
      // what antd derives from dark colours is a muddy grey
      colorSuccessBg: token('brand-tint'),
      colorSuccessBgHover: token('brand-tint'),
      colorWarningBg: token('accent-tint'),
      colorErrorBg: token('danger-tint'),
      colorInfoBg: token('info-tint'),
      colorPrimaryBg: token('brand-tint'),
      // a chosen row with the pointer on it: antd's own is too dark for any text
      colorPrimaryBgHover: token('brand-tint'),
      colorText: token('ink'),
      colorTextHeading: token('ink'),
      colorTextSecondary: token('secondary'),
      colorTextTertiary: token('muted'),
      colorTextDescription: token('muted'),
      colorTextPlaceholder: token('muted'),
      colorIcon: token('muted'),
      colorBorder: token('line-strong'),
      colorBorderSecondary: token('line'),
      colorBgLayout: token('ground'),
      fontFamily: token('font'),
      fontSize,
      lineHeight: Number(token('line-height')),
      controlHeight: fontSize * 2.5,
      // antd waits for the end of what base.css has cut away
      motion: !still,
      // look.md: no motion longer than 200 ms
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      borderRadius: pixels('radius'),
      borderRadiusLG: pixels('radius-card'),
    },
    components: {
      Button: { fontWeight: 500 },
      Form: { labelColor: token('ink'), labelRequiredMarkColor: token('danger') },
      // what is off must be readable too
      Switch: { colorTextQuaternary: token('muted'), colorTextTertiary: token('secondary') },
      // five of them fit on a phone in large print too: beyond that antd adds a button that no list of tabs may hold
      Tabs: { titleFontSize: fontSize, horizontalItemGutter: large ? 16 : 32 },
    },
  }
}
