import type { CourseSeed, SlideSeed } from '../../server/seeds/course-seed.ts'
import { escapeMarkup } from './escape-markup.ts'
import { SLIDE_STYLE } from './slide-style.ts'
import { BRAND, THEMES } from './themes.ts'

/** Where a slide stands: `lesson` and `slide` are indexes. */
export interface SlidePlace {
  course: CourseSeed
  lesson: number
  slide: number
}

function progress(count: number, slide: number): string {
  const bars = Array.from(
    { length: count },
    (_, index) => `<i class="${index <= slide ? 'done' : ''}"></i>`,
  )
  return `<footer><div>${bars.join('')}</div><b>${slide + 1} / ${count}</b></footer>`
}

function body({ heading, lines }: SlideSeed): string {
  const items = lines.map((line) => `<li>${escapeMarkup(line)}</li>`)
  return `<main><h1>${escapeMarkup(heading)}</h1><ul>${items.join('')}</ul></main>`
}

/** The slide as a page of 1280 by 720. A lesson opens on green; its other slides are light. */
export function slidePage({ course, lesson, slide }: SlidePlace): string {
  const seed = course.lessons[lesson]
  const shown = seed?.slides[slide]
  if (!seed || !shown)
    throw new Error(`${course.code}: lesson ${lesson + 1} has no slide ${slide + 1}`)
  const { deep, tint, mark } = THEMES[course.theme]
  const colours = `--brand:${BRAND};--deep:${deep};--tint:${tint}`
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><style>${SLIDE_STYLE}</style>
<body class="${slide === 0 ? 'opening' : ''}" style="${colours}">
<svg class="mark" viewBox="0 0 100 100">${mark}</svg>
<header><span>${escapeMarkup(course.title)}</span><span>第 ${lesson + 1} 讲${slide === 0 ? `　${escapeMarkup(seed.title)}` : ''}</span></header>
${body(shown)}${progress(seed.slides.length, slide)}</body></html>`
}
