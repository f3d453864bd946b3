import type { CourseSeed } from '../../server/seeds/course-seed.ts'
import { escapeMarkup } from './escape-markup.ts'
import { COURSE_THEMES, FONT_STACK } from './themes.ts'
import { splitTitleLines } from './title-lines.ts'

const LINE_HEIGHT = 116

/** Renders a course cover (16:9) without scripts or requests. */
export function renderCoverSvg({ title, theme }: CourseSeed): string {
  const { deep, mark, label } = COURSE_THEMES[theme]
  const lines = splitTitleLines(title)
  const top = 392 - ((lines.length - 1) * LINE_HEIGHT) / 2
  const text = lines.map((line, row) => `<tspan x="88" y="${top + row * LINE_HEIGHT}">${escapeMarkup(line)}</tspan>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720" role="img" lang="zh-CN">
<title>${escapeMarkup(title)}</title>
<rect width="1280" height="720" fill="${deep}"/>
<circle cx="1010" cy="470" r="400" fill="#fff" opacity=".06"/>
<g transform="translate(790 250) scale(4.4)" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" opacity=".22">${mark}</g>
<g fill="#fff" font-family="${FONT_STACK}">
<rect x="88" y="88" width="12" height="44"/>
<text x="120" y="126" font-size="44">${escapeMarkup(label)}</text>
<text font-size="92" font-weight="700">${text.join('')}</text>
<text x="88" y="648" font-size="36" opacity=".85">执业药师继续教育</text>
</g>
</svg>
`
}
