import type { PosterContent, PosterContentShown } from '@ce/client/staff/poster.ts'

/** What is being edited: the content with its files as they are shown. */
export type Content = PosterContentShown

export const emptyContent: Content = {
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

/** What is sent: files by their number only. */
export function asSent(content: Content): PosterContent {
  const { cover: _cover, video: _video, captions: _captions, attachments, ...rest } = content
  return { ...rest, attachments: attachments.map(({ fileId, name }) => ({ fileId, name })) }
}

/** The lines of a text, as a reader sees them: one per paragraph, heading, list item and row. */
export function textLines(html: string): string[] {
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
