import type { PosterContent, ShownPosterContent } from '@ce/client/staff/poster.ts'

export type EditedPosterContent = ShownPosterContent

export const emptyPosterContent: EditedPosterContent = {
  title: '',
  summary: '',
  bodyHtml: '',
  coverFileId: null,
  videoFileId: null,
  captionsFileId: null,
  titleCode: 0,
  source: '',
  author: '',
  attachments: [],
  cover: null,
  video: null,
  captions: null,
}

export function toPosterRequest(content: EditedPosterContent): PosterContent {
  const { cover: _cover, video: _video, captions: _captions, attachments, ...rest } = content
  return { ...rest, attachments: attachments.map(({ fileId, name }) => ({ fileId, name })) }
}

/** Returns one line per paragraph, heading, list item and table row. */
export function visibleTextLines(html: string): string[] {
  const { body } = document.implementation.createHTMLDocument('')
  body.innerHTML = html
  const blocks = body.querySelectorAll('p, h2, h3, h4, li, tr, figcaption, pre, img')
  return [...blocks].flatMap((block) => {
    if (block.tagName === 'IMG') return `［图片：${block.getAttribute('alt') || '无说明'}］`
    if (block.tagName !== 'TR' && block.querySelector('p, li, tr')) return []
    if (block.tagName !== 'TR' && block.closest('tr')) return []
    const cells = block.tagName === 'TR' ? [...block.children] : [block]
    const text = cells.map((cell) => cell.textContent?.trim() ?? '').join(' | ')
    return text ? [text] : []
  })
}
