import { describe, expect, it } from 'vitest'
import dark from './dark.css?raw'
import { createAntdTheme, designToken } from './theme.ts'

/** Computes the relative luminance of #rrggbb (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, two: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Tokens that pages may rely on (docs/rules/look.md#tokens). */
const written = {
  ...{ ink: '#1b2430', secondary: '#4a5666', line: '#dfe5ea', ground: '#f5f7f8' },
  ...{ surface: '#ffffff', brand: '#0b6b5d', 'brand-hover': '#095a4f', 'brand-tint': '#e6f2ef' },
  ...{ accent: '#b45309', danger: '#b42318', info: '#175cd3' },
  ...{ 'text-14': '0.875rem', 'text-16': '1rem', 'text-18': '1.125rem' },
  ...{ 'text-22': '1.375rem', 'text-28': '1.75rem', 'text-36': '2.25rem' },
  ...{ 'line-height': '1.7', radius: '6px', 'radius-card': '10px' },
  ...{ 'content-width': '1200px', 'sidebar-width': '220px' },
}
const spaces = [4, 8, 12, 16, 24, 32, 48]

/** Colours that the dark theme lacks come from the light theme. */
const darkValues = new Map(
  [...dark.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
)
const darkToken = (name: string) => darkValues.get(name) ?? designToken(name)

const pairs = [
  ['ink', 'surface', 4.5],
  ['secondary', 'ground', 4.5],
  ['muted', 'ground', 4.5],
  ['muted', 'brand-tint', 4.5],
  ['brand', 'surface', 4.5],
  ['brand', 'brand-tint', 4.5],
  ['surface', 'brand', 4.5],
  ['surface', 'accent', 4.5],
  ['surface', 'accent-hover', 4.5],
  ['accent', 'surface', 4.5],
  ['accent-hover', 'accent-tint', 4.5],
  ['danger', 'danger-tint', 4.5],
  ['info', 'info-tint', 4.5],
  ['line', 'ink', 4.5],
  ['line-strong', 'surface', 3],
  ['line-strong', 'ground', 3],
  ['surface', 'danger', 4.5],
  ['surface', 'brand-hover', 4.5],
  ['ink', 'ground', 4.5],
  ['ink', 'info-tint', 4.5],
  ['ink', 'accent-tint', 4.5],
  ['ink', 'danger-tint', 4.5],
  ['ink', 'brand-tint', 4.5],
  ['secondary', 'surface', 4.5],
  ['muted', 'surface', 4.5],
  ['brand', 'ground', 4.5],
  ['danger', 'surface', 4.5],
  ['danger', 'ground', 4.5],
  ['info', 'surface', 4.5],
  ['on-deep', 'deep', 4.5],
] as const

describe('design tokens and themes', () => {
  it.each(Object.entries(written))('the token --%s is %s', (name, value) => {
    expect(designToken(name)).toBe(value)
  })

  it('spacing uses the scale’s steps, and no motion is longer than 200 ms', () => {
    for (const step of spaces) expect(designToken(`space-${step}`)).toBe(`${step}px`)
    const { token: antd } = createAntdTheme()
    const antdMs = [antd.motionDurationFast, antd.motionDurationMid, antd.motionDurationSlow].map(
      (seconds) => Number.parseFloat(seconds) * 1000,
    )
    for (const ms of [Number.parseInt(designToken('motion'), 10), ...antdMs]) expect(ms).toBeLessThanOrEqual(200)
  })

  it('the font list starts with Chinese fonts', () => {
    expect(designToken('font')).toMatch(/^"PingFang SC", "Microsoft YaHei", "Noto Sans SC"/)
  })

  it.each(pairs)('%s on %s has a contrast of at least %d in the light and the dark theme', (text, ground, least) => {
    expect(contrast(designToken(text), designToken(ground))).toBeGreaterThanOrEqual(least)
    expect(contrast(darkToken(text), darkToken(ground))).toBeGreaterThanOrEqual(least)
  })

  it('the dark theme defines every colour of the light one', () => {
    const light = Object.keys(written).filter((name) => designToken(name).startsWith('#'))
    expect(light.filter((name) => !darkValues.has(name))).toEqual([])
  })

  it('antd’s theme uses the same token values', () => {
    expect(createAntdTheme().token).toMatchObject({ colorPrimary: designToken('brand'), borderRadius: 6 })
    expect(createAntdTheme().token).toMatchObject({ fontSize: 16, controlHeight: 40 })
    // Hovered text of a chosen row must stay readable.
    expect(createAntdTheme().token.colorPrimaryBgHover).toBe(designToken('brand-tint'))
    expect(createAntdTheme({ large: true }).token).toMatchObject({ fontSize: 20, controlHeight: 50 })
    expect(createAntdTheme({ large: true }).components.Tabs.horizontalItemGutter).toBe(16)
    expect(() => designToken('nothing')).toThrow('tokens.css has no --nothing')
  })
})
