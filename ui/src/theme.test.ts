import { describe, expect, it } from 'vitest'
import dark from './dark.css?raw'
import { antdTheme, token } from './theme.ts'

/** WCAG 2.2 relative luminance of #rrggbb */
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

/** look.md to the letter; what it does not name is not held here */
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

/** a colour of the dark page; what it does not name is the light one's */
const darkValues = new Map(
  [...dark.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
)
const darkToken = (name: string) => darkValues.get(name) ?? token(name)

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

describe('the look (look.md)', () => {
  it.each(Object.entries(written))('--%s is %s', (name, value) => {
    expect(token(name)).toBe(value)
  })

  it('space goes by its steps, and nothing moves for more than 200 ms', () => {
    for (const step of spaces) expect(token(`space-${step}`)).toBe(`${step}px`)
    const { token: antd } = antdTheme()
    const antdMs = [antd.motionDurationFast, antd.motionDurationMid, antd.motionDurationSlow].map(
      (seconds) => Number.parseFloat(seconds) * 1000,
    )
    for (const ms of [Number.parseInt(token('motion'), 10), ...antdMs])
      expect(ms).toBeLessThanOrEqual(200)
  })

  it('the type begins as look.md has it', () => {
    expect(token('font')).toMatch(/^"PingFang SC", "Microsoft YaHei", "Noto Sans SC"/)
  })

  it.each(pairs)(
    '%s on %s has contrast %d or more, on a light page and on a dark one',
    (text, ground, least) => {
      expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(least)
      expect(contrast(darkToken(text), darkToken(ground))).toBeGreaterThanOrEqual(least)
    },
  )

  it('a dark page has a dark colour for every colour of the light one', () => {
    const light = Object.keys(written).filter((name) => token(name).startsWith('#'))
    expect(light.filter((name) => !darkValues.has(name))).toEqual([])
  })

  it("antd's theme is made of the same values", () => {
    expect(antdTheme().token).toMatchObject({ colorPrimary: token('brand'), borderRadius: 6 })
    expect(antdTheme().token).toMatchObject({ fontSize: 16, controlHeight: 40 })
    // a chosen row stays readable below the pointer: muted on brand-tint, see above
    expect(antdTheme().token.colorPrimaryBgHover).toBe(token('brand-tint'))
    // 大字版: base 20
    expect(antdTheme({ large: true }).token).toMatchObject({ fontSize: 20, controlHeight: 50 })
    expect(antdTheme({ large: true }).components.Tabs.horizontalItemGutter).toBe(16)
    expect(() => token('nothing')).toThrow('tokens.css has no --nothing')
  })
})
