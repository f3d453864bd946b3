import type { CourseSeed } from '../../server/seeds/course-seed.ts'

/** Colours and drawing of a course. White text on `deep` has a contrast of at least 7:1. */
export interface CourseTheme {
  label: string
  /** Colour of the cover's background and of the slides' bullets. */
  deep: string
  /** Colour of the pale mark behind a slide's text. */
  tint: string
  /** A line drawing of 100 by 100 units. */
  mark: string
}

/** The brand green, used in every theme (ui/tokens.css). */
export const BRAND_COLOUR = '#0b6b5d'

/** Fonts of several systems, because the reader's browser draws covers. */
export const FONT_STACK = "'PingFang SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif"

const SNOWFLAKE_ARM = '<path d="M50 50V8M38 16l12 11 12-11"/>'

function turned(arm: string, steps: number): string {
  return Array.from(
    { length: steps },
    (_, step) => `<g transform="rotate(${(360 / steps) * step} 50 50)">${arm}</g>`,
  ).join('')
}

export const COURSE_THEMES: Record<CourseSeed['theme'], CourseTheme> = {
  law: {
    label: '药事法规',
    deep: '#2f4a7d',
    tint: '#cfd9ea',
    mark: '<path d="M50 12v74M32 86h36M18 28h64M18 28 6 56h24zM82 28 70 56h24z"/><path d="M6 56a12 12 0 0 0 24 0M70 56a12 12 0 0 0 24 0"/>',
  },
  dispensing: {
    label: '处方调剂',
    deep: '#0a5f53',
    tint: '#cbe2dc',
    mark: '<rect x="22" y="10" width="56" height="80" rx="6"/><path d="M36 30h28M36 46h28m-28 22 9 9 19-19"/>',
  },
  safety: {
    label: '用药安全',
    deep: '#86400c',
    tint: '#ecd9c6',
    mark: '<path d="M50 8l34 12v26c0 22-14 38-34 46-20-8-34-24-34-46V20zM50 34v32M34 50h32"/>',
  },
  chronic: {
    label: '慢病管理',
    deep: '#743a56',
    tint: '#e6d2dd',
    mark: '<circle cx="50" cy="50" r="42"/><path d="M8 50h24l9-20 16 40 9-20h26"/>',
  },
  tcm: {
    label: '中药服务',
    deep: '#4d5a1c',
    tint: '#dde2c4',
    mark: '<path d="M86 12C42 12 16 34 18 80c46 2 70-22 68-68zM8 90l54-54M38 60V42M38 60h18"/>',
  },
  coldchain: {
    label: '冷链与疫苗',
    deep: '#155a80',
    tint: '#cbdfea',
    mark: turned(SNOWFLAKE_ARM, 6),
  },
  ethics: {
    label: '职业素养',
    deep: '#55468a',
    tint: '#d9d4ea',
    mark: '<circle cx="36" cy="50" r="28"/><circle cx="64" cy="50" r="28"/><path d="M50 42v16M42 50h16"/>',
  },
}
