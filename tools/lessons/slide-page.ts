import type { CourseSeed, SlideSeed } from '../../server/seeds/course-seed.ts'
import { escapeMarkup } from './escape-markup.ts'
import { SLIDE_STYLE } from './slide-style.ts'
import { BRAND_COLOUR, COURSE_THEMES } from './themes.ts'

/** Position of a slide in a course; both numbers are indexes. */
export interface SlidePlace {
  course: CourseSeed
  lesson: number
  slide: number
}

function progress(count: number, slide: number): string {
  const bars = Array.from({ length: count }, (_, index) => `<i class="${index <= slide ? 'done' : ''}"></i>`)
  return `<footer><div>${bars.join('')}</div><b>${slide + 1} / ${count}</b></footer>`
}

function body({ heading, lines }: SlideSeed): string {
  const items = lines.map((line) => `<li>${escapeMarkup(line)}</li>`)
  return `<main><h1>${escapeMarkup(heading)}</h1><ul>${items.join('')}</ul></main>`
}

/** Renders a slide of 1280 by 720 pixels as HTML. */
export function renderSlidePage({ course, lesson, slide }: SlidePlace): string {
  const seed = course.lessons[lesson]
  const shown = seed?.slides[slide]
  if (!seed || !shown) throw new Error(`${course.code}: lesson ${lesson + 1} has no slide ${slide + 1}`)
  const { deep, tint, mark } = COURSE_THEMES[course.theme]
  const colours = `--brand:${BRAND_COLOUR};--deep:${deep};--tint:${tint}`
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><style>${SLIDE_STYLE}</style>
<body class="${slide === 0 ? 'opening' : ''}" style="${colours}">
<svg class="mark" viewBox="0 0 100 100">${mark}</svg>
<header><span>${escapeMarkup(course.title)}</span><span>第 ${lesson + 1} 讲${slide === 0 ? `　${escapeMarkup(seed.title)}` : ''}</span></header>
${body(shown)}${progress(seed.slides.length, slide)}</body></html>`
}
